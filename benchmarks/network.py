"""What a match over a network costs the server.

    python -m benchmarks.network [--seconds 4] [--json FILE]

Two bots play a match, and a judge simulates their games from the inputs, in batches as they come over a network: how
many seconds of games that is in a second of CPU time, how long a batch without inputs takes, and the memory of a game.
"""

import argparse
import json
import platform
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time

from piecement_engine import Game, Rules
from piecement_engine.bots import BOTS, Pace, Player
from piecement_engine.match import Attack, Batch, Contender, Judge, match_setups

RULES = Rules(rotation_system="srs", spin_rule="t_three_corner", scoring="guideline", randomizer="bag", preview_count=5)
MS = 1_000_000
PACES = (2.0, 4.0)
"""Pieces a second."""
BATCHES_MS = (16, 50, 200)
"""How much of a game a batch has."""
MOST_PIECES = 120
JUDGES = 50
"""Of how many judges the memory is measured."""


def new_judge() -> Judge:
    return Judge(match_setups(RULES, 1, 2), garbage_seed=1)


def played(pace: float, batch_ms: int) -> list[tuple[Batch, ...]]:
    """Return the batches of both sides of a match of bots, step by step."""
    judge, setups = new_judge(), match_setups(RULES, 1, 2)
    games = [Game.from_setup(setup) for setup in setups]
    players = [Player(game, BOTS["gale"].make(side), Pace(pieces_per_second=pace)) for side, game in enumerate(games)]
    contenders = [Contender(game, setup, side) for side, (game, setup) in enumerate(zip(games, setups, strict=True))]
    steps: list[tuple[Batch, ...]] = []
    now_ns = 0
    while not judge.is_over and games[0].view.pieces < MOST_PIECES:
        now_ns += batch_ms * MS
        for player, contender in zip(players, contenders, strict=True):
            contender.observe(player.advance(now_ns))
        batches = tuple(contender.batch() or Batch(now_ns, ()) for contender in contenders)
        for outcome in judged(judge, batches):
            contenders[outcome.target].announce(outcome)
        steps.append(batches)
    return steps


def judged(judge: Judge, batches: Sequence[Batch]) -> Iterator[Attack]:
    """Give a judge a batch of each side, settle after each, and yield the attacks."""
    for side, batch in enumerate(batches):
        judge.inputs(side, batch, batch.to_ns)
        for outcome in judge.settle(batch.to_ns):
            if isinstance(outcome, Attack):
                yield outcome


def game_seconds(steps: Sequence[Sequence[Batch]], seconds: float) -> float:
    """Return how many seconds of one game are judged in a second of CPU time."""
    passed = spent = 0.0
    while spent < seconds:
        judge = new_judge()
        start = process_time()
        for batches in steps:
            for _ in judged(judge, batches):
                pass
        spent += process_time() - start
        passed += sum(batch.to_ns for batch in steps[-1]) / 1e9
    return passed / spent


def empty_batch_us() -> float:
    """Return the CPU time in µs of a batch without inputs, in which nothing happens."""
    judge, count = new_judge(), 20_000
    judge.inputs(0, Batch(MS, ()))
    start = process_time()
    for to_us in range(1, count + 1):
        judge.inputs(0, Batch(MS + to_us, ()), MS)
        judge.settle(MS)
    return (process_time() - start) / count * 1e6


def kilobytes_a_game(steps: Sequence[Sequence[Batch]]) -> float:
    """Return the memory of a game in the judge at the end of a match."""
    judges: list[Judge] = []
    tracemalloc.start()
    for _ in range(JUDGES):
        judge = new_judge()
        for batches in steps:
            for _attack in judged(judge, batches):
                pass
        judges.append(judge)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / 1024 / JUDGES / judges[0].sides


def judge_figures(seconds: float) -> dict[str, float]:
    """Return the figures of the judge by what they are of."""
    figures: dict[str, float] = {}
    for pace in PACES:
        for batch_ms in BATCHES_MS:
            steps = played(pace, batch_ms)
            name = f"game seconds / CPU s, {pace:g} pieces a second, batches of {batch_ms} ms"
            figures[name] = game_seconds(steps, seconds)
    figures["CPU µs of a batch without inputs, settled"] = empty_batch_us()
    figures[f"kB a game in the judge, after {MOST_PIECES} pieces"] = kilobytes_a_game(played(PACES[0], 50))
    return figures


def main() -> None:
    """Print the table, and write it as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=4.0, help="CPU seconds for each figure (4)")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    arguments = parser.parse_args()
    figures = judge_figures(arguments.seconds)
    print(f"Python {platform.python_version()}, two sides, seed 1")
    for name, figure in figures.items():
        print(f"{name:64}{figure:12,.1f}")
    if arguments.json:
        arguments.json.write_text(json.dumps({"python": platform.python_version(), "judge": figures}, indent=1))


if __name__ == "__main__":
    main()
