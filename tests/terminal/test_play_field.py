"""Playing in a real terminal: each key does to the piece what it should, by what is seen on the screen."""

from pathlib import Path
from typing import Final

import pytest

from piecement_engine import Button, Recording
from piecement_engine.buttons import BUTTON_BITS
from tests.terminal.fake_terminal import KeyRepeat
from tests.terminal.played_game import (
    BOTH_KINDS,
    CTRL,
    FLOATING,
    GHOST,
    LOCKED,
    RESULT_SEEN,
    Cells,
    PlayedGame,
)

MS: Final = 1_000_000
DAS_NS: Final = 167 * MS
ARR_NS: Final = 33 * MS

T_THEN_L: Final = ("--mode", "marathon", "--seed", "5")
"""A game whose pieces are T, L, T, J, Z."""

T_UP: Final[Cells] = frozenset({(0, 0), (1, 0), (2, 0), (1, 1)})
T_RIGHT: Final[Cells] = frozenset({(0, 0), (0, 1), (0, 2), (1, 1)})
T_LEFT: Final[Cells] = frozenset({(1, 0), (1, 1), (1, 2), (0, 1)})
L_UP: Final[Cells] = frozenset({(0, 0), (1, 0), (2, 0), (2, 1)})
L_LYING: Final[Cells] = frozenset({(3, 0), (4, 0), (5, 0), (5, 1)})


def steps_of(hold_ns: int) -> int:
    """Return how many cells a piece moves while a direction is held: one, one after the delay, then one a repeat."""
    return 1 if hold_ns < DAS_NS else 2 + (hold_ns - DAS_NS) // ARR_NS


def held_for(recording: Recording, button: Button) -> int:
    """Return how long a button was last held, by what the game recorded."""
    times = [(time_ns, bool(mask & BUTTON_BITS[button])) for time_ns, mask in recording.inputs if mask >= 0]
    down = max(i for i, (_, held) in enumerate(times) if held)
    return times[down + 1][0] - times[down][0]


@BOTH_KINDS
def test_every_key_of_the_game_does_its_part(kitty: int | None, tmp_path: Path) -> None:
    """One game: the keys in turn, each seen at once."""
    with PlayedGame(tmp_path, *T_THEN_L, kitty=kitty) as game:
        game.expect_piece()
        assert (game.shape, game.column) == (T_UP, 3)

        game.tap("left")
        game.wait_for(lambda: game.column == 2, what="for a step to the left")
        game.tap("right")
        game.wait_for(lambda: game.column == 3, what="for a step to the right")
        game.tap("d")
        game.wait_for(lambda: game.shape == T_RIGHT, what="for a turn to the right")
        game.tap("a")
        game.wait_for(lambda: game.shape == T_UP, what="for the turn back")
        game.tap("a")
        game.wait_for(lambda: game.shape == T_LEFT, what="for a turn to the left")

        game.tap("space")
        game.wait_for(lambda: game.shape == L_UP, what="for the next piece, as the first is held")
        game.tap("x")  # means nothing
        game.tap("up")
        game.wait_for(lambda: game.pieces == 1, what="for the piece to lie")
        game.wait_for(lambda: game.cells(LOCKED) == L_LYING, what="for its cells to lie")
        game.expect_piece()
        game.tap("x")
        game.tap("space")
        game.wait_for(lambda: game.shape == T_UP and game.column == 3, what="for the held piece, upright again")
        game.quit()


@BOTH_KINDS
def test_the_ghost_lies_where_the_piece_will(kitty: int | None, tmp_path: Path) -> None:
    with PlayedGame(tmp_path, *T_THEN_L, kitty=kitty) as game:
        game.expect_piece()
        game.tap("left")
        game.wait_for(lambda: game.column == 2)
        ghost = game.cells(GHOST)
        game.strike("up")
        game.wait_for(lambda: len(game.cells(LOCKED)) == 4, what="for the piece to lie")

        assert game.cells(LOCKED) == ghost


def test_a_key_held_for_300_ms_moves_a_piece_as_many_cells_as_its_release_says(tmp_path: Path) -> None:
    """Exact, with releases that the terminal reports; its own repeats, much faster here, play no part."""
    kept = tmp_path / "recording"
    quick = KeyRepeat(delay=0.02, interval=0.005)
    env = {"KEEP_RECORDING": str(kept)}
    with PlayedGame(tmp_path, *T_THEN_L, altered=True, env=env, key_repeat=quick) as game:
        game.expect_piece()
        game.press("right")
        game.wait_for(lambda: game.column == 7, what="for the wall")
        game.release("right")
        game.hold("left", 0.3)
        game.tap("d")
        game.wait_for(lambda: game.shape == T_RIGHT, what="for a sign that the release was taken")
        column = game.column - 1  # as it is upright
        game.press("d", CTRL)
        game.expect_text(RESULT_SEEN)
    recording = Recording.from_text(kept.read_text())
    held_ns = held_for(recording, Button.MOVE_LEFT)

    assert 7 - column == steps_of(held_ns)
    assert 290 * MS < held_ns < 330 * MS
    assert recording.verify() is None


@pytest.mark.parametrize(("interval", "steps"), [(0.03, 5), (0.07, 3)])
def test_without_releases_a_held_key_moves_a_piece_one_cell_for_each_byte(
    interval: float, steps: int, tmp_path: Path
) -> None:
    """The keyboard's own delay and repeat are what a player of such a terminal is used to."""
    with PlayedGame(tmp_path, *T_THEN_L, kitty=None, key_repeat=KeyRepeat(delay=0.2, interval=interval)) as game:
        game.expect_piece()
        for column in range(4, 8):
            game.tap("right")
            game.wait_for(lambda at=column: game.column == at)  # type: ignore[misc]  # mypy cannot infer defaults
        game.hold("left", 0.3)
        game.tap("d")
        game.wait_for(lambda: game.shape == T_RIGHT, what="for a sign that all bytes were taken")

        assert game.column - 1 == 7 - steps


def test_soft_drop_lasts_as_long_as_its_key_is_down(tmp_path: Path) -> None:
    """Marathon begins at a row a second: only the held key brings the piece down so fast."""
    with PlayedGame(tmp_path, *T_THEN_L) as game:
        game.expect_piece()
        begun = game.seconds
        game.press("down")
        game.wait_for(lambda: (3, 12) in game.cells(FLOATING), what="for the piece to drop by seven rows")
        game.release("down")
        game.tap("d")
        game.wait_for(lambda: game.shape == T_RIGHT, what="for a sign that the release was taken")
        height, fallen = min(y for _, y in game.cells(FLOATING)), game.seconds
        game.wait_for(lambda: game.seconds > fallen + 0.3, what="for a third of a second")

        assert fallen - begun < 3
        assert 0 <= height - min(y for _, y in game.cells(FLOATING)) <= 1


def test_soft_drop_without_releases_lasts_as_long_as_its_key_repeats(tmp_path: Path) -> None:
    with PlayedGame(tmp_path, *T_THEN_L, kitty=None) as game:
        game.expect_piece()
        begun = game.seconds
        game.press("down")
        game.pump(0.2)
        while (3, 12) not in game.cells(FLOATING) and game.seconds < begun + 5:
            game.repeat("down")
            game.pump(0.03)

        assert game.seconds - begun < 3


def test_a_hard_drop_that_is_held_drops_one_piece(tmp_path: Path) -> None:
    with PlayedGame(tmp_path, *T_THEN_L, key_repeat=KeyRepeat(delay=0.1, interval=0.03)) as game:
        game.expect_piece()
        game.hold("up", 0.3)
        game.expect_piece()

        assert game.pieces == 1


def test_without_releases_too_once_the_repeats_of_the_keyboard_are_known(tmp_path: Path) -> None:
    with PlayedGame(tmp_path, *T_THEN_L, kitty=None, key_repeat=KeyRepeat(delay=0.2, interval=0.03)) as game:
        game.expect_piece()
        game.hold("left", 0.3)
        game.hold("up", 0.4)
        game.expect_piece()

        assert game.pieces == 1
