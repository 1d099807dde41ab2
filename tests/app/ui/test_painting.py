"""The terminal shows the drawn picture, although each frame sends no more than the changes."""

import random
from collections.abc import Iterator
from typing import Final

import pyte
import pytest
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.strip import Strip

from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.terminal.key_events import KeyDown
from piecement.ui.application import Piecement
from piecement.ui.launch import Launch
from piecement.ui.screens.game import GameScreen
from piecement_base.plan import Plan
from piecement_engine import MODES
from tests.app.walking import Player, playing

KEYS: Final = ("left", "right", "a", "d", "up", "space", "down")
CHANCE: Final = random.Random(1)

Cell = tuple[str, str, str, bool]
"""A character, its colour, the colour behind it, and whether it is bold."""


class Terminal:
    """A terminal of 80 columns and 24 lines that counts what is written to it."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(80, 24)
        self.sent = 0
        self.pieces_written = 0
        self._stream = pyte.Stream(self.screen)

    def write(self, data: str) -> None:
        self._stream.feed(data)
        self.sent += len(data)
        self.pieces_written += 1

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)

    @property
    def cells(self) -> list[list[Cell]]:
        """Visible cells; a blank has no colour of its own."""
        screen = self.screen
        rows = ([screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines))
        return [[seen(cell.data, cell.fg, cell.bg, cell.bold) for cell in row] for row in rows]


def seen(text: str, colour: str, background: str, bold: bool) -> Cell:
    """Return the visible parts of a cell; text in the colour of its background is a blank."""
    return (" ", "", background, False) if text == " " or colour == background else (text, colour, background, bold)


def differences(app: Piecement, terminal: Terminal) -> list[tuple[int, int, Cell, Cell]]:
    """Return the places where the terminal differs from the compositor: column, row, seen, drawn."""
    rows = zip(terminal.cells, drawn(app), strict=True)
    return [
        (x, y, *pair)
        for y, (shown, wanted) in enumerate(rows)
        for x, pair in enumerate(zip(shown, wanted, strict=True))
        if pair[0] != pair[1]
    ]


def drawn(app: Piecement) -> list[list[Cell]]:
    """Return the cells of the compositor, drawn as a whole."""
    return [list(_cells(strip)) for strip in app.screen._compositor.render_strips()]


def _cells(strip: Strip) -> Iterator[Cell]:
    for text, style, _ in strip:
        assert style is not None
        colour = style.color.get_truecolor().hex[1:] if style.color else "default"
        background = style.bgcolor.get_truecolor().hex[1:] if style.bgcolor else "default"
        for character in text:
            yield seen(character, colour, background, bool(style.bold))


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Connect an application of a test to a terminal, with the counter that our driver has."""
    terminal = Terminal()
    monkeypatch.setattr(HeadlessDriver, "write", terminal.write)
    monkeypatch.setattr(HeadlessDriver, "pieces_written", property(lambda _: terminal.pieces_written), raising=False)
    monkeypatch.setattr(App, "is_headless", False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    return terminal


async def play(player: Player, terminal: Terminal, frames: int) -> None:
    """Once all that came before is painted, let frames come with a key at some, and look after each."""
    await player.wait_for(lambda: not differences(player.app, terminal))
    screen = player.screen_as(GameScreen)
    for _ in range(frames):
        if CHANCE.random() < 0.2:
            screen.apply_key(KeyDown(CHANCE.choice(KEYS), time_ns=player.clock()))
        player.clock.pass_ms(17)
        player.frame_timer.ring()
        assert differences(player.app, terminal) == []


@pytest.mark.wide
@pytest.mark.parametrize("skin", ["unicode", "ascii", "half_block"])
async def test_a_terminal_always_shows_the_drawn_picture(skin: str, terminal: Terminal) -> None:
    """Frames and keys, a message over the game, a pause, another size, and settings that change the looks."""
    launch = Launch(plan=Plan(MODES["zen"], seed=1), skin=skin, save=False)
    async with playing(launch=launch) as player:
        await play(player, terminal, 30)
        player.app.notify("something")
        await player.settle()
        await play(player, terminal, 10)
        await player.press("escape")
        await player.wait_for(lambda: not differences(player.app, terminal))
        await player.press("escape", "enter")
        await play(player, terminal, 20)
        terminal.resize(100, 30)
        await player.pilot.resize_terminal(100, 30)
        await player.wait_for(lambda: len(drawn(player.app)) == 30)
        await player.press("enter")
        await play(player, terminal, 10)
        player.app.settings.change("graphics", "palette", "gruvbox")
        await player.settle()
        await play(player, terminal, 20)


async def test_a_frame_sends_only_the_changes(terminal: Terminal) -> None:
    """In a running game that is the clock."""
    async with playing(launch=Launch(plan=Plan(MODES["marathon"], seed=1), save=False)) as player:
        await player.wait_ms(300, frame_ms=20)
        sizes: list[int] = []
        for _ in range(20):
            before = terminal.sent
            player.clock.pass_ms(17)
            player.frame_timer.ring()
            sizes.append(terminal.sent - before)

        assert sorted(sizes)[10] < 200


@pytest.mark.parametrize("way", ["waits", "key", "reduced"])
async def test_a_menu_comes_from_the_bottom_up(way: str, terminal: Terminal) -> None:
    async with playing() as player:
        app = player.app
        await player.wait_for(lambda: not differences(app, terminal))
        app.settings.change("interface", "reduced_motion", way == "reduced")
        await player.press("5")  # the settings
        seen = [""] * 24
        if way != "reduced":
            player.clock.pass_ms(60)
            await player.wait_for(lambda: "Esc back" in terminal.screen.display[23])
            seen = list(terminal.screen.display)
            assert not any("SETTINGS" in row for row in seen)
            if way == "key":
                await player.press("down")
            else:
                player.clock.pass_ms(60)
        await player.wait_for(lambda: not differences(app, terminal))

        assert any("SETTINGS" in row for row in terminal.screen.display)
        assert way == "reduced" or terminal.screen.display[12:18] == seen[12:18]


async def test_a_dim_hold_outlives_any_look(terminal: Terminal) -> None:
    """Textual has the filters of the new colours before it has the new background."""
    async with playing(launch=Launch(plan=Plan(MODES["marathon"], seed=3), save=False), wait_ms=300) as player:
        player.screen_as(GameScreen).apply_key(KeyDown("space", time_ns=player.clock()))
        for _ in BUILT_IN_PRESETS["graphics"]:
            sent = terminal.sent
            await player.press("ctrl+g")
            await player.wait_ms(100)
            assert terminal.sent > sent
