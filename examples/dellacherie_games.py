"""Play Dellacherie's player on a low board a thousand times, by all processors, and plot its lines.

pip install piecement-engine
python examples/dellacherie_games.py [GAMES]
"""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from piecement_engine import Rules
from piecement_engine.bots import Player, Search
from piecement_engine.play import game_of

LOW = Rules(randomizer="uniform", skyline=4, height=8)
DELLACHERIE = Search("dellacherie", width=1, depth=1)
LONGEST_NS = 600_000_000_000


def lines(seed: int) -> int:
    game = game_of(LOW, seed)
    Player(game, DELLACHERIE).advance(LONGEST_NS)
    return game.view.lines


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        results = list(processes.map(lines, range(games), chunksize=20))
    step = max(1, max(results) // 20)
    counts = Counter(result // step for result in results)
    for group in range(max(counts) + 1):
        bar = "█" * round(60 * counts[group] / max(counts.values()))
        print(f"{group * step:5} {bar} {counts[group]}")
    print(f"{games} games, {sum(results) / games:.1f} lines on average, {max(results)} at most")


if __name__ == "__main__":
    main()
