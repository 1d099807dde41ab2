"""In kitty the keys of other keyboards play, and their commands work; a pty tries what other terminals send."""

from collections.abc import Iterator
from typing import Final

import pytest

from piecement_engine import Button
from tests.keyboards import LAYOUTS, US, Layout
from tests.terminal.real.desktop import Desktop, wait_until
from tests.terminal.real.emulators import Emulator
from tests.terminal.real.window_game import WindowGame

_KEYCODES: Final = (49, *range(10, 22), *range(24, 36), 51, *range(38, 49), *range(52, 62))
"""The X keycodes of the keys in the order of `US`."""


def keycode(layout: Layout, letter: str) -> str:
    """Return the key of a letter: xdotool would change the layout for a letter that it lacks."""
    return str(_KEYCODES[US.index(layout.base_of(letter))])


@pytest.fixture(params=LAYOUTS, ids=lambda layout: layout.name)
def layout(request: pytest.FixtureRequest, desktop: Desktop, emulator: Emulator) -> Iterator[Layout]:
    """The layout of the keyboard."""
    if emulator.name != "kitty":
        pytest.skip("tests/terminal/test_play_layouts.py sends what this one does")
    layout: Layout = request.param
    desktop.lay_out(layout.name)
    yield layout
    desktop.lay_out("us")


def test_letters_and_commands_work(layout: Layout, game: WindowGame) -> None:
    game.start()
    turned = game.after(lambda: game.desktop.press(keycode(layout, "d")))
    assert turned.turns == 1
    assert turned.presses(Button.ROTATE_RIGHT) == 1

    game.desktop.run("xdotool", "keydown", "37", "key", keycode(layout, "c"), "keyup", "37")
    wait_until(lambda: game.has_ended, "for the end after Ctrl+C")


def test_letters_of_menus_work_with_caps_lock(layout: Layout, game: WindowGame) -> None:
    game.start()
    game.desktop.press("Escape")
    game.expect_paused()
    game.desktop.press("Caps_Lock")
    try:
        game.desktop.press(keycode(layout, "r"))  # restarts the game
        game.expect_running()
    finally:
        game.desktop.press("Caps_Lock")
