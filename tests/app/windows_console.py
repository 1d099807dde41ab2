"""A console of Windows for the driver: records as Microsoft documents them, handed over by a kernel that stands in."""

import queue
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any
from unittest.mock import MagicMock

from tests.app.windows_stand_in import windows

OWN = ("textual.drivers.win32", "textual.drivers.windows_driver", "piecement.terminal.windows_driver")

KEY, SIZE, FOCUS = 0x01, 0x04, 0x10
"""Kinds of records, as INPUT_RECORD numbers them."""

ENHANCED = 0x100
LEFT_DOWN = (1, 1, 0x25, 0x4B, "\0", ENHANCED)
LEFT_UP = (0, 1, 0x25, 0x4B, "\0", ENHANCED)


class Console(MagicMock):
    """The calls of the kernel that the driver makes, and the records that a test has it read."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: queue.SimpleQueue[list[tuple[int, tuple[Any, ...]]]] = queue.SimpleQueue()
        self.handlers: list[Callable[[int], int]] = []
        self.next: list[tuple[int, tuple[Any, ...]]] = []
        self.GetStdHandle.return_value = 3

    def WaitForMultipleObjects(self, _count: int, _handles: object, _all: object, wait: Any) -> int:  # noqa: N802 - so in Windows
        try:
            self.next = self.sent.get(timeout=wait.value / 1000)
        except queue.Empty:
            return 0x102
        return 0

    def ReadConsoleInputW(self, _handle: object, records: Any, _most: int, count: Any) -> None:  # noqa: N802 - so in Windows
        for record, (kind, fields) in zip(records._obj, self.next, strict=False):
            record.EventType = kind
            if kind == KEY:
                key = record.Event.KeyEvent
                key.bKeyDown, key.wRepeatCount, key.wVirtualKeyCode, key.wVirtualScanCode = fields[:4]
                key.uChar.UnicodeChar, key.dwControlKeyState = fields[4:]
            elif kind == FOCUS:
                (record.Event.FocusEvent.bSetFocus,) = fields
            elif kind == SIZE:
                record.Event.WindowBufferSizeEvent.dwSize.X, record.Event.WindowBufferSizeEvent.dwSize.Y = fields
        count._obj.value = len(self.next)

    def SetConsoleCtrlHandler(self, handler: Callable[[int], int], _add: bool) -> None:  # noqa: N802 - so in Windows
        self.handlers.append(handler)

    def _get_child_mock(self, **more: Any) -> MagicMock:
        return MagicMock(**more)

    def keys(self, *records: tuple[Any, ...]) -> None:
        """Hand key records to the driver at once."""
        self.sent.put([(KEY, record) for record in records])

    def text(self, text: str) -> None:
        """Hand text to the driver, as a terminal sends it."""
        self.keys(*((1, 1, 0, 0, character, 0) for character in text))


@contextmanager
def modules_of_windows(console: Console) -> Generator[list[Any], None, None]:
    """Yield the modules that are for Windows only; no other test finds them imported."""
    with windows(console):
        for name in OWN:
            sys.modules.pop(name, None)
        yield [import_module(name) for name in OWN]
