"""Learns the weights by which the bot `dig` values boards and pieces in hold, from games played on.

    python benchmarks/learn_dig.py [--positions N] [--step SHARE] [--json FILE] [--first-seed N]

In games of the bot, boards that its search reaches after six pieces are played on by a narrow search: the pieces that
it takes for the same garbage are the cost of a board. Costs are compared only between boards of one position, so that
luck with pieces is the same for all. A regression finds how the terms of the evaluator tell the cost, with the present
weights as its prior. Of boards that no search chooses it knows little, and so weights move by a share only: repeat it
from the new weights. `learn_bots.py dig --confirm` compares the written file with the weights of the game.

The weights of the game were learned in this way, with a faster copy of the search in C++: three rounds of 30 000,
10 000 and 8 000 boards, each with the boards of the rounds before.

Needs `numpy`. Put the compiled engine (`engine/compile.py`) on Python's path: a board takes it 0.2 seconds.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import islice
from operator import length_hint
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

# The path to the other files of this folder has to be known first.
from benchmarks.bots_play import Choose, Played, Table, arena_for, bag, chooser, push_in
from benchmarks.learn_bots import RULES, numbers, with_numbers

from piecement_engine.board.piece_sets import piece_set
from piecement_engine.board.pieces import TETROMINOES, Shape
from piecement_engine.bots import Search
from piecement_engine.bots.beam import Beam, Node
from piecement_engine.bots.position import Position
from piecement_engine.bots.stack_evaluators import DigEvaluator
from piecement_engine.bots.weights import DigWeights

ARENA: Final = arena_for(RULES)
LYING: Final = 10
"""Number of rows of garbage that lie there at a time."""
ROWS: Final = range(12, 23)
"""Rows of garbage to clear from a position on: the cost is the mean number of pieces for these."""
MOST_PIECES: Final = 150
FIRST: Final = np.array(list(numbers(DigWeights())))
TERMS: Final = [
    DigEvaluator(ARENA.layout, with_numbers(DigWeights(), iter(map(float, one))))
    for one in np.eye(len(FIRST))[: -len(TETROMINOES)]
]
"""Evaluators that count one term of a board each; the last weights are those of placed pieces."""
PRIOR: Final = 200.0
"""Number of boards that the prior counts as."""


class Sample(NamedTuple):
    """Terms of a board and its cost."""

    terms: list[float]
    cost: float


def game(table: Table, choose: Choose, random: Random, lying: int) -> Iterator[tuple[Position, int]]:
    """Play, with new garbage at once, and yield each position with the rows of garbage cleared before it."""
    hole, cleared = -1, 0
    while True:
        while lying < LYING:
            hole = push_in(table, random, hole)
            lying += 1
        position = table.position()
        if position is None:
            return
        yield position, cleared
        choice = choose(position)
        if choice is None:
            return
        board = ARENA.board(position.bits | ARENA.layout.cells(choice.piece))
        gone = sum(row < lying for row in board.full_rows())
        table.place(position, choice, Played())
        lying, cleared = lying - gone, cleared + gone


def last_layer(position: Position) -> list[Node]:
    """Return the nodes of a search after all known pieces, best first."""
    beam = Beam("dig", 6, position)
    for left in reversed(range(len(beam.queue))):
        for node in beam.nodes:
            beam.expand(node)
        if not beam.go_on(20 if left else sys.maxsize):
            return []
    return beam.nodes


def cost(table: Table, left: int, seed: int) -> float:
    """Return the mean number of pieces for garbage of which so many rows are left."""
    narrow = chooser(Search("dig", 6, 6))
    reached: list[int] = []
    for pieces, (_, cleared) in enumerate(islice(game(table, narrow, Random(seed), left), MOST_PIECES)):
        while len(reached) < len(ROWS) and LYING - left + cleared >= ROWS[len(reached)]:
            reached.append(pieces)
        if len(reached) == len(ROWS):
            break
    return (sum(reached) + MOST_PIECES * (len(ROWS) - len(reached))) / len(ROWS)


def samples(seed: int, positions: int, boards: int) -> Iterator[list[Sample]]:
    """Yield the samples of each position of one game."""
    random = Random(seed)
    pieces: list[Shape] = list(islice(bag(piece_set(RULES.pieces), seed), 20 * positions + 400))
    deal = iter(pieces)
    table = Table(ARENA, deal, [], ARENA.layout.empty)
    for number, (position, _) in enumerate(
        islice(game(table, chooser(Search("dig", 20, 6)), random, 0), 8 * positions)
    ):
        if number % 8 < 7:
            continue
        at = len(pieces) - length_hint(deal) - len(table.queue)
        nodes = last_layer(position)
        found: list[Sample] = []
        for most in (30, 100, 30, 400) * (boards // 4):
            _, _, _, bits, hold, used, *_ = random.choice(nodes[:most])
            changed = (bits ^ position.bits) & ARENA.layout.field
            left = next((y for y in range(LYING) if changed & ARENA.layout.rows[y]), LYING)
            terms = [term.potential(bits, 0, 0) for term in TERMS]
            terms += [-float(shape is hold) for shape in TETROMINOES.values()]
            found.append(Sample(terms, cost(Table(ARENA, iter(pieces[at + used :]), [], bits, hold), left, seed)))
        yield found


def learned(positions: list[list[Sample]], step: float) -> list[float]:
    """Return the present weights, moved by a share of the way to those of the regression."""
    terms = np.array([sample.terms - np.mean([one.terms for one in same], 0) for same in positions for sample in same])
    costs = np.array([sample.cost - np.mean([one.cost for one in same]) for same in positions for sample in same])
    value = terms @ FIRST
    scales = np.array([value.std(), *(terms.std(0) + 1e-9)])
    columns = np.column_stack([value, terms]) / scales
    prior = PRIOR * np.eye(len(scales))
    prior[0, 0] = 0
    found = -np.linalg.solve(columns.T @ columns + prior, columns.T @ costs) / scales
    weights = found[0] * FIRST + found[1:]
    weights *= np.linalg.norm(FIRST) / np.linalg.norm(weights)
    print(f"{len(costs)} boards; correlation with their cost: {np.corrcoef(-value, costs)[0, 1]:.3f} before", end=", ")
    print(f"{np.corrcoef(-terms @ weights, costs)[0, 1]:.3f} after")
    return ((1 - step) * FIRST + step * weights).tolist()


def main() -> None:
    """Learn, and write the weights as `learn_bots.py` does."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--boards", type=int, default=8, help="boards of each position, a multiple of 4")
    parser.add_argument("--step", type=float, default=0.4, help="share of the way to the weights found")
    parser.add_argument("--json", type=Path, default=Path("learned.json"), help="file of the weights")
    parser.add_argument("--first-seed", type=int, default=10_000)
    arguments = parser.parse_args()
    found: list[list[Sample]] = []
    seed = arguments.first_seed
    while len(found) < arguments.positions:
        found += samples(seed, min(20, arguments.positions - len(found)), arguments.boards)
        seed += 1
    weights = learned(found, arguments.step)
    arguments.json.write_text(json.dumps({"round": 1, "mean": weights}) + "\n")
    print(with_numbers(DigWeights(), iter(weights)))


if __name__ == "__main__":
    main()
