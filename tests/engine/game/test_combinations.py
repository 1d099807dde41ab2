"""Rules of different families go together, whichever are chosen."""

import subprocess
import sys
from hashlib import sha256
from itertools import product
from random import Random

import pytest

from piecement_engine import LOCKINGS, RANDOMIZERS, ROTATION_SYSTEMS, SCORINGS, Game, Recording, Rules
from piecement_engine.game.inputs import mask_to_buttons
from tests.engine.play import check_invariants, random_inputs

COMBINATIONS = list(product(sorted(ROTATION_SYSTEMS), sorted(RANDOMIZERS), sorted(LOCKINGS), sorted(SCORINGS)))
PIECES = ("tetrominoes", "tetrominoes", "1-5", "6")


def play_combination(number: int, inputs: int) -> Game:
    """Play a combination at random and check the game after each input; it ends or goes on."""
    rotation_system, randomizer, locking, scoring = COMBINATIONS[number]
    rules = Rules(
        rotation_system=rotation_system,
        randomizer=randomizer,
        locking=locking,
        scoring=scoring,
        pieces=PIECES[number % len(PIECES)],
        start_level=number % 21,
        cascade=number % 5 == 0,
        preview_count=number % 6,
    )
    game = Game(rules, seed=number)
    for time, mask in random_inputs(Random(number), inputs):
        game.update(time, mask_to_buttons(mask))
        check_invariants(game)
        if game.view.end is not None:
            break
    return game


def digest(game: Game) -> str:
    """Return a value that differs between any two games."""
    return sha256(Recording.of(game).to_text().encode() + repr(game.view.rows).encode()).hexdigest()


@pytest.mark.wide
@pytest.mark.parametrize("first", range(0, 190, 19))
def test_a_sample_of_all_combinations_survives_random_play(first: int) -> None:
    for number in range(first, len(COMBINATIONS), 190):
        game = play_combination(number, 150)

        assert digest(Recording.of(game).replay()) == digest(game), COMBINATIONS[number]


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, len(COMBINATIONS), 100))
def test_every_combination_survives_random_play(first: int) -> None:
    for number in range(len(COMBINATIONS))[first : first + 100]:
        game = play_combination(number, 300)

        assert digest(Recording.of(game).replay()) == digest(game), COMBINATIONS[number]


_DIGESTS = """
from tests.engine.game.test_combinations import COMBINATIONS, digest, play_combination
print(*(digest(play_combination(number, 100)) for number in range(0, len(COMBINATIONS), 211)))
"""


def digests_of_a_python(*options: str, hash_seed: str) -> list[str]:
    """Return the digests of some games as another Python plays them."""
    program = f"import sys; sys.path[:0] = {sys.path!r}\n{_DIGESTS}"
    command = [sys.executable, *options, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": hash_seed})
    return done.stdout.split()


@pytest.mark.wide
def test_optimizing_and_hash_seeds_change_nothing() -> None:
    plain = digests_of_a_python(hash_seed="0")

    assert digests_of_a_python("-OO", hash_seed="12345") == plain
    assert len(plain) == len(range(0, len(COMBINATIONS), 211))
