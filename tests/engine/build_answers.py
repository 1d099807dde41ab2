"""Prints answers of games, searches and wrong calls, to compare builds: `python -m tests.engine.build_answers N`."""

import sys
from collections.abc import Iterator
from hashlib import sha256
from random import Random

from piecement_engine import COMPILED, MODES, EngineError, Game, Rules
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.bots import EVALUATORS, Position, Search
from piecement_engine.bots.arena import arena
from tests.engine.bots.oracles import random_board
from tests.engine.play import random_inputs, random_rules
from tests.engine.wrong_calls import lines

INPUTS = 120


def answers(games: int) -> Iterator[str]:
    """Play random games, by random rules and by each mode; yield what came of each, with the errors."""
    modes = list(MODES.values())
    for number in range(games):
        random = Random(number)
        rules = modes[number // 2 % len(modes)].rules if number % 2 else random_rules(random)
        yield f"{number} {sha256(repr(list(_answers(rules, random, number))).encode()).hexdigest()}"


def searches(positions: int) -> Iterator[str]:
    """Search from random boards with each evaluator; yield the value of every choice, and the best one."""
    layout = geometry(10, 40, 4)
    rules = Rules(rotation_system="srs", spin_rule="t_three_corner", preview_count=5)
    shapes = list(TETROMINOES.values())
    for number in range(positions):
        random = Random(number)
        first, hold, *queue = random.choices(shapes, k=5)
        bits = random_board(layout, random, 14).bits
        where = arena(rules)
        piece = where.entry(bits, first)
        if piece is None:
            continue
        position = Position(where, bits, piece, hold, may_hold=True, next=tuple(queue))
        for evaluator in EVALUATORS:
            search = Search(evaluator, 3, 3)
            *_, best = search.think(position)
            found = repr([(one, one and one.value) for one in (*search.rank(position), best)])
            yield f"{number} {evaluator} {sha256(found.encode()).hexdigest()}"


def _answers(rules: Rules, random: Random, seed: int) -> Iterator[object]:
    game = Game(rules, seed=seed)
    for number, (time_ns, mask) in enumerate(random_inputs(random, INPUTS)):
        if number % 40 == 39:
            game = game.copy()
        try:
            yield game.play(time_ns, mask)
            if random.random() < 0.02:
                yield game.take_attack(time_ns, time_ns - 1, [random.randrange(4)])
        except EngineError as error:
            yield repr(error)
            break
    view = game.view
    yield view.rows, view.score, view.lines, view.level, view.piece, view.hold, view.next, view.end, game.inputs


if __name__ == "__main__":
    sys.stderr.write("compiled\n" if COMPILED else "pure Python\n")
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    sys.stdout.writelines(f"{line}\n" for line in (*answers(asked), *searches(asked // 20), *lines()))
