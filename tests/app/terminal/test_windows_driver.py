"""The driver of Windows, on a console that stands in for the real one: what it reads, asks for and does in the end."""

import asyncio
import io
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import MagicMock

import pytest
from textual import events
from textual.app import App

from piecement.terminal import console_close
from piecement.terminal.key_capture import KeyboardDetected
from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp
from piecement.terminal.keyboard_app import KeyboardApp
from tests.app.windows_console import FOCUS, KEY, LEFT_DOWN, LEFT_UP, SIZE, Console, modules_of_windows
from tests.patience import PATIENCE_S


class Host:
    """The app of a driver, as far as a driver needs one."""

    def __init__(self) -> None:
        self.posted: asyncio.Queue[object] = asyncio.Queue()
        self.log = MagicMock()
        self.statuses: list[int] = []

    async def _post_message(self, message: object) -> bool:
        return self.post_message(message)

    def post_message(self, message: object) -> bool:
        self.posted.put_nowait(message)
        return True

    def exit(self, *, return_code: int) -> None:
        self.statuses.append(return_code)


class Set:
    """A driver that has the console, and everything around it."""

    def __init__(self, console: Console, host: Host, driver: Any, output: io.StringIO) -> None:
        self.console, self.host, self.driver, self.output = console, host, driver, output
        self.found: asyncio.Queue[KeyEvent] = asyncio.Queue()

    async def events(self, count: int) -> list[KeyEvent]:
        """Return the next key events."""
        return [await asyncio.wait_for(self.found.get(), PATIENCE_S) for _ in range(count)]

    async def message(self, kind: type[object]) -> Any:
        """Return the next message of a kind."""
        while not isinstance(message := await asyncio.wait_for(self.host.posted.get(), PATIENCE_S), kind):
            pass
        return message

    def written(self) -> str:
        """Return all that was written, with nothing left in the thread that writes."""
        self.driver._writer_thread.stop()
        return self.output.getvalue()


@asynccontextmanager
async def driver_on(console: Console) -> AsyncGenerator[Set, None]:
    """Start the driver on a console, and stop it in the end."""
    host, output = Host(), io.StringIO()
    with modules_of_windows(console) as modules:
        driver: Any = modules[-1].WindowsKeyboardDriver(host)
    driver._file = output
    driver.start_application_mode()
    yield Set(console, host, driver, output)
    driver.stop_application_mode()
    driver._writer_thread.stop()


async def test_a_key_goes_down_and_up_in_the_event_loop() -> None:
    async with driver_on(Console()) as it:
        it.driver.capture(it.found.put_nowait)
        it.console.keys(LEFT_DOWN, LEFT_DOWN)
        it.console.keys(LEFT_UP)
        down, again, up = await it.events(3)
        key = await it.message(events.Key)

    assert isinstance(down, KeyDown)
    assert isinstance(again, KeyDown)
    assert isinstance(up, KeyUp)
    assert (down.key_id, down.tracked, down.repeat, again.repeat, up.key_id) == ("left", True, False, True, "left")
    assert key.key == "left"


async def test_a_terminal_in_win32_input_mode_is_read_as_well() -> None:
    async with driver_on(Console()) as it:
        it.driver.capture(it.found.put_nowait)
        it.console.text("\x1b[37;75;0;1;256;1_\x1b[37;75;0;0;256;1_")
        found = await it.events(2)

    assert [(type(one), one.key_id) for one in found] == [(KeyDown, "left"), (KeyUp, "left")]


async def test_mode_is_on_while_keys_are_captured_and_off_at_the_end() -> None:
    async with driver_on(Console()) as it:
        it.driver.capture(it.found.put_nowait)
        it.driver.release()
        it.driver.capture(it.found.put_nowait)
        output = it.output
    modes = [part[:5] for part in output.getvalue().split("\x1b[?") if part.startswith("9001")]

    assert modes == ["9001l", "9001h", "9001l", "9001h", "9001l"]


async def test_releases_that_are_not_wanted_are_not_asked_for() -> None:
    async with driver_on(Console()) as it:
        it.driver.capture(it.found.put_nowait, releases=False)
        it.console.keys(LEFT_DOWN, LEFT_UP)
        (down,) = await it.events(1)
        output = it.output

    assert isinstance(down, KeyDown)
    assert not down.tracked
    assert "\x1b[?9001h" not in output.getvalue()


async def test_the_app_is_told_of_releases_as_soon_as_there_is_one() -> None:
    async with driver_on(Console()) as it:
        it.driver.capture(it.found.put_nowait)
        first = await it.message(KeyboardDetected)
        it.console.keys(LEFT_DOWN, LEFT_UP)
        then = await it.message(KeyboardDetected)

    assert not first.capabilities.release_events
    assert then.capabilities.text_keys


async def test_a_new_size_and_a_lost_focus_are_not_missed() -> None:
    async with driver_on(Console()) as it:
        it.driver.capture(it.found.put_nowait)
        it.console.sent.put([(KEY, LEFT_DOWN), (FOCUS, (0,)), (SIZE, (100, 40))])
        it.console.keys(LEFT_DOWN)
        size = await it.message(events.Resize)
        down, up, again = await it.events(3)

    assert (size.size.width, size.size.height) == (100, 40)
    assert isinstance(up, KeyUp)
    assert [isinstance(one, KeyDown) and one.repeat for one in (down, again)] == [False, False]


async def test_a_failure_of_reading_ends_the_program_with_its_report(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console()
    async with driver_on(console) as it:
        reported: asyncio.Queue[Exception] = asyncio.Queue()

        def end_program(_: object, error: Exception) -> None:
            reported.put_nowait(error)

        scope: dict[str, object] = it.driver._fail.__func__.__globals__
        monkeypatch.setitem(scope, "end_program", end_program)
        console.sent.put([(KEY, ("no key",))])
        error = await asyncio.wait_for(reported.get(), PATIENCE_S)

    assert isinstance(error, ValueError | TypeError)


@pytest.mark.parametrize(("event", "status"), [(1, 130), (2, 129), (5, 143), (6, 143)])
async def test_closed_window_or_session_ends_the_app_like_a_signal(
    event: int, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console_close, "DEADLINE_S", 0)
    async with driver_on(Console()) as it:
        (handler,) = it.console.handlers
        answer = await asyncio.to_thread(handler, event)
        await asyncio.sleep(0)

    assert answer
    assert it.host.statuses == [status]


async def test_ctrl_c_stays_a_key() -> None:
    async with driver_on(Console()) as it:
        (handler,) = it.console.handlers
        answer = handler(0)

    assert not answer
    assert it.host.statuses == []


def test_windows_is_kept_waiting_until_the_program_is_at_its_end() -> None:
    added: list[Callable[[int], bool]] = []
    told: list[int] = []
    console_close.handle_close(added.append, told.append)
    waiting = threading.Thread(target=added[0], args=(2,), daemon=True)
    waiting.start()
    while not told:
        waiting.join(0.001)

    assert waiting.is_alive()
    assert console_close.DEADLINE_S < 5


def test_app_takes_this_driver_instead_of_textuals_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    app: KeyboardApp[None] = KeyboardApp()
    with modules_of_windows(Console()) as (_, stock_module, _):
        stock: type[object] = stock_module.WindowsDriver

        def choose(_: object) -> type[object]:
            return stock

        monkeypatch.setattr(App, "get_driver_class", choose)
        chosen = app.get_driver_class()

    assert chosen.__name__ == "WindowsKeyboardDriver"
