"""Terminal driver of Windows, with presses, repeats and releases.

Theory of operation. Textual's own driver requests text from the console, as a terminal sends it, and drops all
releases. While a screen captures keys, the win32 input mode is requested on top: then presses and releases arrive as
text too. A console without that mode records the releases as well. Both are read here; `console_keys` turns them into
key events, and everything else into the same messages as Textual.
"""

# On other systems a type checker skips everything after the assertion below, and so its imports.
# pyright: reportUnusedImport=false

import ctypes
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from ctypes import wintypes
from functools import partial
from time import perf_counter
from typing import Any, Final

from textual.app import App
from textual.drivers import win32
from textual.drivers.windows_driver import WindowsDriver
from textual.events import AppBlur, AppFocus
from textual.message import Message

from piecement.terminal.console_close import ControlHandler, handle_close
from piecement.terminal.console_keys import ConsoleKeys
from piecement.terminal.key_capture import KeyboardDetected, KeyCapture, KeySink
from piecement.terminal.key_events import KeyEvent
from piecement.terminal.key_parser import KeyParser, TerminalInput
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.terminal.kitty_protocol import GAME_FLAGS
from piecement.terminal.textual_internals import end_program, holds_terminal
from piecement.terminal.win32_input import DISABLE, ENABLE
from piecement.terminal.windows_keys import KeyRecord

assert sys.platform == "win32"  # noqa: S101  # for the types: nothing else imports this

_LONGEST_WAIT_MS: Final = 100
_MOST_RECORDS: Final = 1024
_KEY_EVENT: Final = 0x01
_SIZE_EVENT: Final = 0x04
_FOCUS_EVENT: Final = 0x10

_ALL_KEYS: Final = KeyboardCapabilities(GAME_FLAGS)
"""Capabilities equal to those of the kitty protocol."""


class ConsoleMonitor(win32.EventMonitor):
    """Console reader in a thread, like Textual's own monitor, but including releases."""

    def __init__(
        self,
        *stock: Any,  # as `EventMonitor` has them
        keys: ConsoleKeys,
        on_keys: Callable[[TerminalInput], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        super().__init__(*stock)
        self._keys = keys
        self._on_keys = on_keys
        self._on_error = on_error

    def run(self) -> None:
        try:
            self._read_input()
        except Exception as error:
            self._on_error(error)

    def _read_input(self) -> None:
        console = win32.GetStdHandle(win32.STD_INPUT_HANDLE)
        while not self.exit_event.is_set():
            self._pass_on(self._keys.tick())
            if win32.wait_for_handles([console], self._wait_ms) is not None:
                self._handle_records(_read(console))

    @property
    def _wait_ms(self) -> int:
        due = self._keys.parser.escape_due
        return _LONGEST_WAIT_MS if due is None else min(_LONGEST_WAIT_MS, max(0, round((due - perf_counter()) * 1000)))

    def _handle_records(self, records: "list[win32.INPUT_RECORD]") -> None:
        size: tuple[int, int] | None = None
        keys: list[KeyRecord] = []
        for record in records:
            if record.EventType == _KEY_EVENT:
                keys += _key_record(record.Event.KeyEvent)
            elif record.EventType == _SIZE_EVENT:
                size = record.Event.WindowBufferSizeEvent.dwSize.X, record.Event.WindowBufferSizeEvent.dwSize.Y
            elif record.EventType == _FOCUS_EVENT:
                self._pass_on(self._keys.feed(keys))
                self._pass_on(self._keys.release_all())
                keys.clear()
                self._pass_on([AppFocus() if record.Event.FocusEvent.bSetFocus else AppBlur()])
        self._pass_on(self._keys.feed(keys))
        if size is not None:
            self.on_size_change(*size)

    def _pass_on(self, found: Iterable[TerminalInput]) -> None:
        for one in found:
            self._on_keys(one)


class WindowsKeyboardDriver(KeyCapture, WindowsDriver):
    """Textual's Windows driver with key capture and an orderly end when the window is closed.

    `KeyCapture` holds the sink, and whether releases are wanted.
    """

    def __init__(self, app: App[object], **options: Any) -> None:  # as `Driver` has them
        super().__init__(app, **options)
        self._reported: bool | None = None
        """Last reported support for releases; None before the first report."""
        self._keys = ConsoleKeys(KeyParser())
        handle_close(_set_control_handler, self._end)

    def capture(self, sink: KeySink, *, releases: bool = True) -> None:
        self._keys.wants_releases = releases
        super().capture(sink, releases=releases)
        self._report_capabilities()

    def start_application_mode(self) -> None:
        with _monitor(partial(ConsoleMonitor, keys=self._keys, on_keys=self._on_found, on_error=self._fail)):
            super().start_application_mode()
        self._started = True
        self._request_releases()

    def stop_application_mode(self) -> None:
        self._started = False
        if holds_terminal(self):
            self.write(DISABLE)
        super().stop_application_mode()

    def _request_releases(self) -> None:
        if self._started:
            self._keys.set_mode(self._releases_wanted)
            self.write(ENABLE if self._releases_wanted else DISABLE)

    def _on_found(self, found: TerminalInput) -> None:
        """Forward keys and messages; runs in the input thread."""
        if isinstance(found, KeyEvent):
            if self._sink is not None:
                self._call(self._deliver, found)
        elif isinstance(found, Message):
            self.process_message(found)

    def _deliver(self, event: KeyEvent) -> None:
        """Pass an event to the sink, past all message queues."""
        self._report_capabilities()
        try:
            if self._sink is not None:
                self._sink(event)
        except Exception as error:
            self.release()
            end_program(self.app, error)

    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function in the event loop; safe for any thread."""
        self.loop.call_soon_threadsafe(function, *arguments, context=self._sink_context)

    def _fail(self, error: Exception) -> None:
        """End the program after an error of the input thread."""
        self._call(end_program, self.app, error)

    def _report_capabilities(self) -> None:
        reports = self._keys.reports_releases
        if reports is not self._reported:
            self._reported = reports
            self.app.post_message(KeyboardDetected(_ALL_KEYS if reports else KeyboardCapabilities(None)))

    def _end(self, status: int) -> None:
        with suppress(RuntimeError):  # the loop is closed: the program is at its end anyway
            self._call(partial(self.app.exit, return_code=status))


@contextmanager
def _monitor(make: Callable[..., ConsoleMonitor]) -> Generator[None, None, None]:
    """Replace the monitor that Textual's driver starts with this one."""
    stock = win32.EventMonitor
    win32.EventMonitor = make  # type: ignore[assignment,misc]  # called with the arguments of the stock one
    try:
        yield
    finally:
        win32.EventMonitor = stock  # type: ignore[misc]  # a class in the types


def _read(console: int) -> "list[win32.INPUT_RECORD]":
    records = (win32.INPUT_RECORD * _MOST_RECORDS)()
    count = wintypes.DWORD(0)
    win32.KERNEL32.ReadConsoleInputW(console, ctypes.byref(records), _MOST_RECORDS, ctypes.byref(count))
    return records[: count.value]


def _key_record(event: win32.KEY_EVENT_RECORD) -> Iterator[KeyRecord]:
    """Yield the key of a record, dropping text with a control state, which is not from the terminal."""
    code, character = event.wVirtualKeyCode, event.uChar.UnicodeChar
    if code or not event.dwControlKeyState:
        yield KeyRecord(
            down=bool(event.bKeyDown),
            virtual_key=code,
            scan_code=event.wVirtualScanCode,
            character="" if code and character == "\0" else character,
            state=event.dwControlKeyState,
            count=max(1, event.wRepeatCount),
        )


_CONTROL_HANDLER: Final = ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.DWORD)

_handlers: list[object] = []
"""References to control handlers, which Windows may call until the end of the process."""


def _set_control_handler(handler: ControlHandler) -> None:
    called = _CONTROL_HANDLER(handler)
    _handlers.append(called)
    win32.KERNEL32.SetConsoleCtrlHandler(called, True)
