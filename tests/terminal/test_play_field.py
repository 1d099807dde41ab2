"""Playing in a real terminal: each key does to the piece what it should, by what is seen on the screen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from time import monotonic_ns
from typing import Final, Self

import pytest

from piecement.input.key_presets import PRESETS
from piecement.input.keyboard_input import KeyboardInput
from piecement.session.session import INPUT_GRID_NS
from piecement.terminal.key_events import KeyDown
from piecement_engine import Button, Recording, Rules
from piecement_engine.game.inputs import BUTTON_BITS
from tests.terminal.fake_terminal import KeyRepeat
from tests.terminal.played_game import (
    BOTH_KINDS,
    CTRL,
    FLOATING,
    GHOST,
    KITTY_FIRST,
    LOCKED,
    RESULT_SEEN,
    Cells,
    PlayedGame,
    piece_falling,
)

MS: Final = 1_000_000
DAS_NS: Final = 167 * MS
ARR_NS: Final = 33 * MS
NEXT_PIECE_NS: Final = Rules().hard_drop_delay_ns + Rules().appearance_delay_ns
"""Time from a hard drop to the next piece."""

T_THEN_L: Final = ("--mode", "marathon", "--seed", "36421")
"""A game whose pieces are T, L, T, J, Z."""

T_UP: Final[Cells] = frozenset({(0, 0), (1, 0), (2, 0), (1, 1)})
T_RIGHT: Final[Cells] = frozenset({(0, 0), (0, 1), (0, 2), (1, 1)})
T_LEFT: Final[Cells] = frozenset({(1, 0), (1, 1), (1, 2), (0, 1)})
L_UP: Final[Cells] = frozenset({(0, 0), (1, 0), (2, 0), (2, 1)})
L_LYING: Final[Cells] = frozenset({(3, 0), (4, 0), (5, 0), (5, 1)})


def steps_of(hold_ns: int) -> int:
    """Return the steps of a piece while a direction is held: one, one after the delay, then one a repeat."""
    return 1 if hold_ns < DAS_NS else 2 + (hold_ns - DAS_NS) // ARR_NS


def held_for(recording: Recording, button: Button) -> int:
    """Return the time for which a button was last held, by the game's recording."""
    times = [(time_ns, bool(mask & BUTTON_BITS[button])) for time_ns, mask in recording.inputs if mask >= 0]
    down = max(i for i, (_, held) in enumerate(times) if held)
    return times[down + 1][0] - times[down][0]


def drops_of(keys: Iterable[tuple[str, int]]) -> int:
    """Return the number of drops of a piece by bytes of a legacy terminal and the times of their arrival.

    Where a burst of late bytes presses again before the next piece is there, it drops nothing.
    """
    keyboard = KeyboardInput(PRESETS["tetrs"])
    changes = [change for key, time_ns in keys for change in keyboard.handle(KeyDown(key, time_ns=time_ns))]
    drops = [0]
    for change in changes:
        if Button.HARD_DROP in change.held and change.time_ns > drops[-1] + NEXT_PIECE_NS:
            drops.append(change.time_ns)
    return len(drops) - 1


def came_evenly(times: Sequence[int], sent: KeyRepeat) -> bool:
    """Return True if the bytes of a held key came about as evenly as a keyboard sends them."""
    first, *others = (later - earlier for earlier, later in pairwise(times))
    late = [first - sent.delay * 1000 * MS, *(gap - sent.interval * 1000 * MS for gap in others)]
    return max(map(abs, late)) < 10 * MS


@BOTH_KINDS
def test_every_key_of_the_game_does_its_part(kitty: int | None, tmp_path: Path) -> None:
    """One game: the keys in turn, each seen at once."""
    with piece_falling(tmp_path, *T_THEN_L, kitty=kitty) as game:
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


@KITTY_FIRST
def test_the_ghost_lies_where_the_piece_will(kitty: int | None, tmp_path: Path) -> None:
    with piece_falling(tmp_path, *T_THEN_L, kitty=kitty) as game:
        game.tap("left")
        game.wait_for(lambda: game.column == 2)
        ghost = game.cells(GHOST)
        game.strike("up")
        game.wait_for(lambda: len(game.cells(LOCKED)) == 4, what="for the piece to lie")

        assert game.cells(LOCKED) == ghost


def test_key_held_300_ms_moves_a_piece_as_its_release_says(tmp_path: Path) -> None:
    """Exact, with releases that the terminal reports; its own repeats, much faster here, play no part.

    How long it was held lies between what was surely seen of it from outside, which is longer on a slow machine.
    """
    kept = tmp_path / "recording"
    with piece_falling(tmp_path, *T_THEN_L, altered=True, env={"KEEP_RECORDING": str(kept)}) as game:
        game.press("right")
        game.wait_for(lambda: game.column == 7, what="for the wall")
        game.release("right")
        pressed_ns = game.press("left")
        game.wait_for(lambda: game.column < 7, what="for the first step")
        moved_ns = monotonic_ns()
        while monotonic_ns() < pressed_ns + 300 * MS:
            game.pump(0.005)
            game.repeat("left")
        released_ns = game.release("left")
        game.tap("d")
        game.wait_for(lambda: game.shape == T_RIGHT, what="for a sign that the release was taken")
        taken_ns = monotonic_ns()
        column = game.column - 1  # as it is upright
        game.press("d", CTRL)
        game.expect_text(RESULT_SEEN)
    recording = Recording.from_text(kept.read_text())
    held_ns = held_for(recording, Button.MOVE_LEFT)

    assert 7 - column == min(7, steps_of(held_ns))
    assert released_ns - moved_ns - INPUT_GRID_NS <= held_ns <= taken_ns - pressed_ns + INPUT_GRID_NS
    assert recording.verify() is None


@pytest.mark.parametrize(("interval", "steps"), [(0.03, 5), (0.07, 3)])
def test_held_key_without_releases_moves_one_cell_a_byte(interval: float, steps: int, tmp_path: Path) -> None:
    """The keyboard's own delay and repeat are what a player of such a terminal is used to."""
    with piece_falling(tmp_path, *T_THEN_L, kitty=None, key_repeat=KeyRepeat(delay=0.2, interval=interval)) as game:
        for column in range(4, 8):
            game.tap("right")
            game.wait_for(lambda at=column: game.column == at)  # type: ignore[misc]  # mypy cannot infer defaults
        game.hold("left", 0.3)
        # No other key is a sign that all bytes were taken: it would cover the held one, which then moves on by itself.
        game.wait_for(lambda: game.column == 7 - steps, what="for a step for each byte")
        silent = game.seconds + 0.3
        game.wait_for(lambda: game.seconds > silent, what="for the silence of a released key")

        assert game.column == 7 - steps


@dataclass(frozen=True, slots=True)
class Fall:
    """Row of a piece at a time of the game. Marathon begins at a row a second."""

    height: int
    seconds: float

    @classmethod
    def seen(cls, game: PlayedGame) -> Self:
        """Look at a game."""
        return cls(min(y for _, y in game.cells(FLOATING)), game.seconds)

    def rows_ahead(self, game: PlayedGame) -> float:
        """Return by how many rows more the piece has fallen since than it falls by itself, at most."""
        now = self.seen(game)
        return self.height - now.height - (now.seconds - self.seconds) - 1


def assert_falls_by_itself(game: PlayedGame) -> None:
    """Assert that nothing holds soft drop."""
    before = Fall.seen(game)
    game.wait_for(lambda: game.seconds > before.seconds + 0.3, what="for a third of a second")

    assert before.rows_ahead(game) <= 0


def test_soft_drop_lasts_as_long_as_its_key_is_down(tmp_path: Path) -> None:
    with piece_falling(tmp_path, *T_THEN_L) as game:
        begun = Fall.seen(game)
        game.press("down")
        game.wait_for(lambda: begun.rows_ahead(game) > 2, what="for the piece to drop")
        game.release("down")
        game.tap("d")
        game.wait_for(lambda: game.shape == T_RIGHT, what="for a sign that the release was taken")

        assert_falls_by_itself(game)


def test_soft_drop_without_releases_lasts_as_its_key_repeats(tmp_path: Path) -> None:
    with piece_falling(tmp_path, *T_THEN_L, kitty=None) as game:
        begun = Fall.seen(game)
        game.press("down")
        game.pump(0.2)
        while begun.rows_ahead(game) < 2 and game.seconds < begun.seconds + 9:
            game.repeat("down")
            game.pump(0.03)
        assert begun.rows_ahead(game) >= 2

        silent = game.seconds + 0.2
        game.wait_for(lambda: game.seconds > silent, what="for the silence of a released key")
        assert_falls_by_itself(game)


def hold_hard_drop(game: PlayedGame, seconds: float) -> None:
    """Hold the key of the hard drop, and pause: by then all its bytes were taken, whatever they did."""
    game.hold("up", seconds)
    game.pause()


def test_a_held_hard_drop_drops_one_piece(tmp_path: Path) -> None:
    with piece_falling(tmp_path, *T_THEN_L, key_repeat=KeyRepeat(delay=0.1, interval=0.03)) as game:
        hold_hard_drop(game, 0.5)

        assert game.pieces == 1


@pytest.mark.parametrize("is_known", [True, False])
def test_held_key_without_releases_moves_as_far_as_times_tell(is_known: bool, tmp_path: Path) -> None:
    """The times count, also if a slow machine leaves pauses in the key repeat."""
    kept, even = tmp_path / "keys", KeyRepeat(delay=0.2, interval=0.03)
    env = {"KEEP_KEYS": str(kept)}
    with piece_falling(tmp_path, *T_THEN_L, kitty=None, altered=True, env=env, key_repeat=even) as game:
        if is_known:
            game.hold("left", 0.3)
            game.pump(0.2)  # or it may still be held, and move the next piece
        hold_hard_drop(game, 0.5)
        keys = [(key, int(time_ns)) for key, time_ns in map(str.split, kept.read_text().splitlines())]

        assert game.pieces == drops_of(keys)
        assert game.pieces == 1 or not came_evenly([time_ns for key, time_ns in keys if key == "up"], even)
