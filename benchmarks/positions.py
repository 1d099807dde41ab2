"""CPU time of a position: its placements, a push, and to read it from a game.

    python benchmarks/positions.py

Positions are those of a game by its deepest placements. Each figure is the least of the medians of fifteen rounds, in
which every position is new and so searches anew.
"""

import pickle
from collections.abc import Callable, Iterable
from statistics import median
from time import process_time_ns
from typing import Any

from piecement_engine import COMPILED
from piecement_engine.play import Placement, Position, game_of, place

_ROUNDS = 15
_PIECES = 60


def positions() -> list[Position]:
    game = game_of("guideline", seed=5)
    found: list[Position] = []
    while len(found) < _PIECES and game.view.end is None:
        found.append(Position.of(game))
        place(game, min(found[-1].placements, key=lambda one: (one.piece.y - 4 * one.lines, one.piece.x)))
    return found


def microseconds(call: Callable[[Any], object], items: Callable[[], Iterable[Any]]) -> float:
    """Return the CPU time of a call."""
    medians: list[float] = []
    for _ in range(_ROUNDS):
        times: list[int] = []
        for item in items():
            started = process_time_ns()
            call(item)
            times.append(process_time_ns() - started)
        medians.append(median(times) / 1000)
    return min(medians)


def push(both: tuple[Position, Placement]) -> Position:
    return both[0].push(both[1])


def main() -> None:
    here = positions()
    game = game_of("guideline", seed=5)
    count = sum(len(one.placements) for one in here) / len(here)
    print("compiled" if COMPILED else "Python", f"{count:.0f} placements a position", sep=", ")

    def new() -> list[Position]:
        return [pickle.loads(pickle.dumps(one)) for one in here]  # our own

    pairs = [(one, placement) for one in here for placement in list(one.placements)[::7]]
    for name, call, items in (
        ("placements", lambda one: one.placements, new),
        ("placements, each read", lambda one: [*one.placements], new),
        ("placements, each asked for its way", lambda one: [placement.way for placement in one.placements], new),
        ("push", push, lambda: pairs),
        ("Position.of", Position.of, lambda: [game] * 200),
    ):
        print(f"{name:36} {microseconds(call, items):>6.1f} µs")


if __name__ == "__main__":
    main()
