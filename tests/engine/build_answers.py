"""Prints what random games answer, to compare builds of the engine: `python -m tests.engine.build_answers [GAMES]`."""

import sys
from collections.abc import Iterator
from hashlib import sha256
from random import Random

from piecement_engine import COMPILED, MODES, EngineError, Game, Rules
from tests.engine.play import random_inputs, random_rules

INPUTS = 120


def answers(games: int) -> Iterator[str]:
    """Play random games, by random rules and by each mode; yield what came of each, with the errors."""
    modes = list(MODES.values())
    for number in range(games):
        random = Random(number)
        rules = modes[number // 2 % len(modes)].rules if number % 2 else random_rules(random)
        yield f"{number} {sha256(repr(list(_answers(rules, random, number))).encode()).hexdigest()}"


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
    sys.stdout.writelines(f"{line}\n" for line in answers(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
