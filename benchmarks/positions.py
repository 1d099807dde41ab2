"""CPU time of a position: its placements, a push, to read it from a game, and a decision of a headless one.

    python benchmarks/positions.py

Positions are those of a game by its deepest placements. Each figure is the least of the medians of fifteen rounds, in
which every position is new and so searches anew.
"""

import json
import pickle
from collections.abc import Callable, Iterable
from statistics import median
from time import process_time_ns
from typing import Any

from piecement_engine import COMPILED
from piecement_engine.headless import reply
from piecement_engine.headless.open_games import OpenGames
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


def opened() -> OpenGames:
    """Return a session of the headless protocol with one open game."""
    games = OpenGames()
    reply('{"kind": "open", "game": "g", "mode": "guideline", "seed": 5}', games)
    return games


def decide(games: OpenGames) -> None:
    """Ask for the placements of the open game, and play the deepest one."""
    placements = json.loads(reply('{"kind": "placements", "game": "g"}', games))["placements"]
    best = min(placements, key=lambda one: (sum(y for _, y in one["cells"]) - 9 * one["lines"], one["cells"]))
    request = {"kind": "place", "game": "g", "placement": best["placement"]}
    reply(json.dumps(request), games)


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
        ("headless: placements and place", decide, lambda: [opened()] * _PIECES),
    ):
        print(f"{name:36} {microseconds(call, items):>6.1f} µs")


if __name__ == "__main__":
    main()
