"""Learns the weights by which a bot values clears and boards.

    python benchmarks/learn_bots.py {attack,dig} [--rounds N] [--players N] [--json FILE] [--confirm]

An evolution strategy: each round, players draw their weights around the mean, and all play the game of one seed, so
that luck with pieces is the same for all. The better half moves the mean, the best player the most. Spread shrinks from
round to round; a weight of 0 stays 0. The mean is printed, and written to the file, after each round; a file that
exists is continued. Learn and confirm on other seeds: the best of a round is partly lucky.

With `--confirm` the game's own weights and those of the file play fresh seeds at full width instead. Put the compiled
engine (`engine/compile.py`) on Python's path: it plays three times as fast.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, is_dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

# The path to the other files of this folder has to be known first.
from benchmarks.bots_play import bag, chooser, dig, play

from piecement_engine.bots import Search
from piecement_engine.bots.clear_evaluators import attack_evaluator
from piecement_engine.bots.evaluators import dig_evaluator, register_evaluator
from piecement_engine.bots.weights import AttackWeights, DigWeights
from piecement_engine.rules.rules import Rules

RULES: Final = Rules(rotation_system="srs", scoring="guideline", spin_rule="t_three_corner", preview_count=5)
FIRST_FRESH_SEED: Final = 1_000_000
"""First seed of the games that confirm; learning uses those below."""


def attack_score(weights: AttackWeights, search: Search, seed: int, pieces: int) -> float:
    """Return the rows that a game sends a piece; after a top out, the rest of the pieces send nothing."""
    register_evaluator("learning", partial(attack_evaluator, weights=weights), replace=True)
    return play(RULES, chooser(replace(search, evaluator="learning")), bag, seed, pieces).rows_sent / pieces


def dig_score(weights: DigWeights, search: Search, seed: int, rows: int) -> float:
    """Return minus the pieces that a game takes to clear so many rows of garbage."""
    register_evaluator("learning", partial(dig_evaluator, weights=weights), replace=True)
    return -dig(RULES, chooser(replace(search, evaluator="learning")), seed, rows, 10).pieces


GOALS: Final[dict[str, tuple[Any, Callable[..., float], int, int]]] = {
    "attack": (AttackWeights(), attack_score, 300, 500),
    "dig": (DigWeights(), dig_score, 50, 100),
}
"""First weights, score, and the length of a game while learning and while confirming, by name."""


def numbers(weights: object) -> Iterator[float]:
    """Yield the weights that are not 0, in order."""
    if isinstance(weights, float) and weights:
        yield weights
    elif isinstance(weights, tuple):
        for one in weights:
            yield from numbers(one)
    elif is_dataclass(weights):
        for field in fields(weights):
            yield from numbers(getattr(weights, field.name))


def with_numbers(weights: Any, left: Iterator[float]) -> Any:
    """Return weights with other numbers in the places of those that are not 0."""
    if isinstance(weights, float) and weights:
        return next(left)
    if isinstance(weights, tuple):
        values = [with_numbers(one, left) for one in weights]
        return type(weights)(*values) if hasattr(weights, "_fields") else tuple(values)
    if is_dataclass(weights) and not isinstance(weights, type):
        values = {field.name: with_numbers(getattr(weights, field.name), left) for field in fields(weights)}
        return replace(weights, **values)
    return weights


def scored(goal: str, search: Search, length: int, player: tuple[Sequence[float], int]) -> float:
    """Return the score of one player's weights in the game of a seed."""
    first, score, _, _ = GOALS[goal]
    return score(with_numbers(first, iter(player[0])), search, player[1], length)


def moved(mean: Sequence[float], players: Sequence[Sequence[float]], scores: Sequence[float]) -> list[float]:
    """Return the mean of the better half of players; the best counts most, the others evenly less."""
    ranked = sorted(zip(scores, players, strict=True), reverse=True)[: len(players) // 2]
    parts = range(len(ranked), 0, -1)
    total = sum(parts)
    return [
        sum(part * player[place] for part, (_, player) in zip(parts, ranked, strict=True)) / total
        for place in range(len(mean))
    ]


def learn(arguments: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
    """Learn round by round."""
    first, _, length, _ = GOALS[arguments.goal]
    kept: dict[str, Any] = {"round": 0, "mean": list(numbers(first))}
    if arguments.json.exists():
        kept = json.loads(arguments.json.read_text())
    scales = [abs(value) for value in numbers(first)]
    search = Search(arguments.goal, arguments.width, 6)
    for number in range(kept["round"], arguments.rounds):
        random = Random(number)
        spread = arguments.spread * 0.2 ** (number / arguments.rounds)
        draws = [[random.gauss(0, spread * scale) for scale in scales] for _ in range(arguments.players // 2)]
        draws += [[-step for step in draw] for draw in draws]
        players = [[value + step for value, step in zip(kept["mean"], draw, strict=True)] for draw in draws]
        task = partial(scored, arguments.goal, search, length)
        scores = list(pool.map(task, [(player, number) for player in players]))
        kept = {"round": number + 1, "mean": moved(kept["mean"], players, scores)}
        arguments.json.write_text(json.dumps(kept) + "\n")
        half = sorted(scores, reverse=True)[: len(scores) // 2]
        print(f"round {number + 1}: mean {statistics.mean(scores):.4g}, better half {statistics.mean(half):.4g}")
        print(with_numbers(first, iter(kept["mean"])), flush=True)


def confirm(arguments: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
    """Compare the game's own weights with the learned ones on the same fresh seeds."""
    first, _, _, length = GOALS[arguments.goal]
    search = Search(arguments.goal, arguments.confirm_width, 6, chances=6)
    seeds = range(FIRST_FRESH_SEED, FIRST_FRESH_SEED + arguments.games)
    learned = json.loads(arguments.json.read_text())["mean"]
    for what, weights in (("own", list(numbers(first))), ("learned", learned)):
        task = partial(scored, arguments.goal, search, length)
        scores = list(pool.map(task, [(weights, seed) for seed in seeds]))
        error = statistics.stdev(scores) / len(scores) ** 0.5
        print(f"{what}: {statistics.mean(scores):.4g} +-{error:.2g}, {len(scores)} games", flush=True)


def main() -> None:
    """Learn, or confirm what was learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("goal", choices=GOALS)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--players", type=int, default=24, help="weights drawn in each round, an even number")
    parser.add_argument("--width", type=int, default=6, help="boards of each layer while learning")
    parser.add_argument("--spread", type=float, default=0.3, help="first spread of a weight, as a share of it")
    parser.add_argument("--json", type=Path, default=Path("learned.json"), help="file of the round and the mean")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--confirm", action="store_true", help="compare instead of learning")
    parser.add_argument("--confirm-width", type=int, default=20, help="boards of each layer while confirming")
    parser.add_argument("--games", type=int, default=20, help="games of each while confirming")
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.processes) as pool:
        (confirm if arguments.confirm else learn)(arguments, pool)


if __name__ == "__main__":
    main()
