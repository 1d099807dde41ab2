"""In every terminal emulator the game does what a key is for, however long it is held."""

import pytest

from piecement_engine import Button
from tests.terminal.real.window_game import WindowGame

LONG_S = 0.9
"""How long a key is held: longer than any system waits before it repeats a key, and two dozen repeats more."""

TINY_PX = (200, 120)
"""The size of a window in which no game can be seen."""


@pytest.fixture
def started(game: WindowGame) -> WindowGame:
    """A game that runs."""
    game.start()
    return game


def test_left_held_goes_to_the_wall(started: WindowGame) -> None:
    played = started.after(lambda: started.desktop.hold("Left", LONG_S))

    assert played.column == 0
    if started.window.emulator.reports_releases:
        assert played.presses(Button.MOVE_LEFT) == 1


def test_three_taps_are_three_steps(started: WindowGame) -> None:
    played = started.after(lambda: started.desktop.press("Right", "Right", "Right"))

    assert played.steps == 3
    assert played.presses(Button.MOVE_RIGHT) == 3


def test_a_turn_held_turns_once(started: WindowGame) -> None:
    played = started.after(lambda: started.desktop.hold("d", LONG_S))

    assert played.turns == 1
    assert played.presses(Button.ROTATE_RIGHT) == 1


def test_soft_drop_held_falls_fast(started: WindowGame) -> None:
    high = started.after(lambda: None)
    low = started.after(lambda: started.desktop.hold("Down", LONG_S))

    assert high.row - low.row >= 8
    if started.window.emulator.reports_releases:
        assert low.presses(Button.SOFT_DROP) == 1


def test_hard_drop_held_drops_one_piece(started: WindowGame) -> None:
    tapped = started.after(lambda: started.desktop.press("Up"))
    held = started.after(lambda: started.desktop.hold("Up", LONG_S))

    assert tapped.locks == 1
    assert held.locks == 1


def test_held_left_reaches_the_wall_while_the_piece_turns(started: WindowGame) -> None:
    played = started.after(lambda: started.desktop.hold_and_tap("Left", "d", LONG_S))

    assert played.turns == 1
    assert played.column == 0


def test_losing_the_focus_pauses_and_gaining_it_does_not_play_on(started: WindowGame) -> None:
    started.after(lambda: started.desktop.press("Right"))  # a game that nobody played yet is not paused
    started.desktop.focus_elsewhere()
    if started.window.emulator.reports_focus:
        started.expect_paused()
    started.window.focus()
    if started.window.emulator.reports_focus:
        assert started.is_paused
        started.play_on()

    assert started.after(lambda: started.desktop.press("Left")).steps == -1


def test_a_window_too_small_halts_the_game_until_it_fits_again(started: WindowGame) -> None:
    size = started.terminal_size()
    pixels = started.desktop.size_of(started.window.window)
    started.resize(TINY_PX, until=lambda: started.terminal_size()[1] < 12)
    started.expect_paused()
    started.resize(pixels, until=lambda: started.terminal_size() == size)
    started.expect_running()

    assert started.after(lambda: started.desktop.press("Left")).steps == -1
