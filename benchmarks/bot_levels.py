"""Each opponent against the one below, in matches as the game plays them.

    python benchmarks/bot_levels.py [--matches N] [--only NAMES] [--processes N]

Both play at their own pace and press real buttons; who has the first side changes from match to match. A match that
nobody has won after 1000 pieces counts as half a win. The goal is 65 to 80 % for each, so that every step is felt.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from piecement.session.bots.bot_input import button_pace
from piecement.session.match_session import MATCH_MODE
from piecement_engine.bots import BOTS, play_match

OPPONENTS: Final = sorted((bot for bot in BOTS.values() if bot.level), key=lambda bot: bot.level)


def won(names: Sequence[str], seed: int) -> tuple[float, int]:
    """Return 1, a half or 0 for the win of the first of two bots, and its pieces."""
    pair = [BOTS[name] for name in names]
    if seed % 2:
        pair.reverse()
    outcome = play_match(
        [bot.make(2 * seed + side) for side, bot in enumerate(pair)],
        [button_pace(bot.pieces_per_second) for bot in pair],
        MATCH_MODE.rules,
        seed,
    )
    first = seed % 2
    return 0.5 if outcome.winner is None else float(outcome.winner == first), outcome.pieces[first]


def main() -> None:
    """Print a line for each pair."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--only", default="", help="names of opponents, with commas between")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    wanted = arguments.only.split(",") if arguments.only else [bot.name for bot in OPPONENTS]
    with ProcessPoolExecutor(arguments.processes) as pool:
        for below, bot in pairwise(OPPONENTS):
            if bot.name not in wanted:
                continue
            played = list(pool.map(partial(won, (bot.name, below.name)), range(arguments.matches)))
            share = sum(result for result, _ in played) / len(played)
            error = (share * (1 - share) / len(played)) ** 0.5
            pieces = sum(count for _, count in played) / len(played)
            print(
                f"{'  ok' if 0.65 <= share <= 0.8 else 'MISS'}  {bot.name} beats {below.name}: {100 * share:.0f} % "
                f"+-{100 * error:.0f}, {len(played)} matches of {pieces:.0f} pieces",
                flush=True,
            )


if __name__ == "__main__":
    main()
