"""The whole game on a console of Windows that stands in: records in, moves and the screen out."""

import asyncio
import io
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from rich.console import ConsoleDimensions
from textual._context import active_app

from piecement.terminal.key_events import KeyDown, KeyEvent
from piecement.terminal.windows_keys import ControlState
from piecement.ui.application import Piecement
from piecement.ui.game.phases import Phase
from piecement.ui.launch import FirstRun, Launch
from piecement.ui.screens.game import GameScreen
from piecement_base.plan import Plan
from piecement_engine import Piece
from tests.app.kept_games import store_in
from tests.app.stand_ins import ENDLESS, ManualClock, ManualFrameTimer, OneFrameTimer
from tests.app.walking import NORMAL
from tests.app.windows_console import FOCUS, LEFT_DOWN, LEFT_UP, SIZE, Console, modules_of_windows
from tests.patience import PATIENCE_S
from tests.quick_screen import QuickScreen, QuickStream

DOWN: Final = (1, 1, 0x28, 0x50, "\0", ControlState.ENHANCED)
UP: Final = (1, 1, 0x26, 0x48, "\0", ControlState.ENHANCED)
CTRL_C: Final = (1, 1, 0x43, 0x2E, "\x03", ControlState.LEFT_CTRL)
SEVERAL_LEFT: Final = (1, 4, *LEFT_DOWN[2:])
"""Presses in one record, as the console merges unread repeats."""


def released(record: tuple[Any, ...]) -> tuple[Any, ...]:
    return (0, *record[1:])


class ConsoleFile(io.StringIO):
    """Standard input or output, as far as the driver needs it."""

    def fileno(self) -> int:
        return 0


class WindowsGame:
    """The application on a console, with a clock and a frame timer that the test controls."""

    def __init__(
        self, app: Piecement, console: Console, output: ConsoleFile, clock: ManualClock, frame_timer: ManualFrameTimer
    ) -> None:
        self.app, self.console, self._output = app, console, output
        self.clock, self.frame_timer = clock, frame_timer
        self.running = asyncio.create_task(app.run_async())
        self.heard: list[KeyEvent] = []
        """Key events that the game has handled."""

    @property
    def screen(self) -> GameScreen:
        assert isinstance(self.app.screen, GameScreen)
        return self.app.screen

    @property
    def phase(self) -> Phase:
        return self.screen._phase

    @property
    def piece(self) -> Piece | None:
        return self.screen.session.view.piece

    @property
    def column(self) -> int:
        assert self.piece is not None
        return min(x for x, _ in self.piece.cells)

    @property
    def holds(self) -> bool:
        """Whether a button is held."""
        return bool(self.screen.sides[0].keys.held)

    @property
    def written(self) -> str:
        return self._output.getvalue()

    def shows(self, text: str, size: tuple[int, int]) -> bool:
        """Whether a text is on a terminal of this size after all that was written."""
        screen = QuickScreen(*size)
        QuickStream(screen).feed(self.written)
        return any(text in line for line in screen.display)

    async def wait_ms(self, milliseconds: int) -> None:
        """Advance the clock, with frames."""
        for _ in range(0, milliseconds, 10):
            self.clock.pass_ms(10)
            self.frame_timer.ring()
        await asyncio.sleep(0)

    async def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait for the threads of the driver."""
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                await asyncio.sleep(0.001)

    async def begin(self) -> None:
        """Wait until the game runs, with the keys on its clock."""
        await self.wait_for(lambda: bool(self.app.screen_stack) and isinstance(self.app.screen, GameScreen))
        driver: Any = self.app._driver
        deliver: Callable[[KeyEvent], None] = driver._deliver

        def noted(event: KeyEvent) -> None:
            deliver(event)
            self.heard.append(event)

        driver._deliver, driver._keys._clock = noted, self.clock
        async with asyncio.timeout(PATIENCE_S):
            while self.phase is not Phase.PLAYING or self.piece is None:
                await self.wait_ms(10)

    async def send(self, *records: tuple[Any, ...], as_text: bool = False) -> None:
        """Hand key records to the driver, or their text in win32 input mode, and wait until the game has them all."""
        expected = len(self.heard) + sum(record[1] for record in records)
        if as_text:
            for down, count, key, scan, character, state in records:
                self.console.text(f"\x1b[{key};{scan};{ord(character)};{down};{state:d};{count}_")
        else:
            self.console.keys(*records)
        await self.wait_for(lambda: len(self.heard) >= expected)


@asynccontextmanager
async def played(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[WindowsGame]:
    """Run the game on a console until the end of the block."""
    console, output = Console(), ConsoleFile()
    monkeypatch.setattr(sys, "__stdin__", ConsoleFile())
    monkeypatch.setattr(sys, "__stdout__", output)
    monkeypatch.setattr("textual.app.WINDOWS", True)
    monkeypatch.setattr("rich.console.Console.size", ConsoleDimensions(*NORMAL))
    launch = Launch(Plan(ENDLESS, seed=7), data_folder=folder, first_run=FirstRun.NEVER, ready_go=False, mute=True)
    clock, timer = ManualClock(), ManualFrameTimer()
    with modules_of_windows(console):
        app = Piecement(launch, clock=clock, frame_timer=lambda: OneFrameTimer(timer))
    active_app.set(app)
    game = WindowsGame(app, console, output, clock, timer)
    try:
        await game.begin()
        yield game
    finally:
        app.exit()
        await asyncio.wait_for(game.running, PATIENCE_S)


@pytest.mark.parametrize("as_text", [False, True], ids=["records", "win32-input-mode"])
async def test_a_held_arrow_moves_to_the_wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_text: bool) -> None:
    async with played(tmp_path, monkeypatch) as game:
        start = game.column
        await game.send(LEFT_DOWN, as_text=as_text)
        await game.wait_ms(20)
        tapped = game.column
        await game.wait_ms(100)
        still = game.column
        await game.wait_ms(400)
        held = game.column
        await game.send(LEFT_UP, as_text=as_text)
        assert not game.holds

    assert (tapped, still, held) == (start - 1, start - 1, 0)


async def test_repeats_of_the_console_are_no_presses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with played(tmp_path, monkeypatch) as game:
        start = game.column
        await game.send(LEFT_DOWN, LEFT_DOWN, SEVERAL_LEFT)
        await game.send(LEFT_UP)
        await game.wait_ms(600)
        end = game.column
        downs = [event for event in game.heard if isinstance(event, KeyDown)]

    assert end == start - 1
    assert [event.repeat for event in downs] == [False, *[True] * 5]
    assert all(event.tracked for event in downs)


async def test_keys_beside_a_held_one_act_and_end_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with played(tmp_path, monkeypatch) as game:
        await game.send(DOWN)
        await game.wait_ms(100)
        await game.send(UP, released(UP))
        await game.wait_ms(50)
        assert game.holds
        assert game.screen.session.view.pieces == 1
        await game.send(released(DOWN))
        assert not game.holds


async def test_a_lost_focus_releases_what_is_held_and_pauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The console of Windows 10 records it, sends no text about it, and the release goes to another window."""
    async with played(tmp_path, monkeypatch) as game:
        await game.send(DOWN)
        await game.wait_ms(100)
        assert game.holds
        game.console.sent.put([(FOCUS, (0,))])
        await game.wait_for(lambda: not game.holds)
        async with asyncio.timeout(PATIENCE_S):
            while not game.shows("PAUSED", NORMAL):
                await game.wait_ms(10)


async def test_ctrl_c_quits_and_the_console_is_restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with played(tmp_path, monkeypatch) as game:
        begun = game.written
        game.console.keys(CTRL_C, released(CTRL_C))
        await game.wait_for(game.running.done)
        await game.running
    ended = game.written.removeprefix(begun)

    for mode in ("1049", "1003", "1004", "2004", "9001"):
        assert f"\x1b[?{mode}h" in begun
        assert f"\x1b[?{mode}l" in ended
    assert [call.args for call in game.console.SetConsoleMode.call_args_list[-2:]] == [(0, 0), (0, 0)]
    assert len(store_in(tmp_path).autosaves.waiting()) == 1


async def test_a_new_size_of_the_console_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with played(tmp_path, monkeypatch) as game:
        for size, text in ((NORMAL, "Score"), ((30, 8), "30x8"), ((100, 40), "Score")):
            game.console.sent.put([(SIZE, size)])
            await game.wait_for(partial(game.shows, text, size))
