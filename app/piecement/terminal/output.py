"""Non-blocking output to a terminal that may read slowly or not at all."""

import os
import sys
import time
from collections import deque
from contextlib import suppress
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

SYNC_START: Final = "\x1b[?2026h"
SYNC_END: Final = "\x1b[?2026l"
"""Marks around a frame, which a terminal that supports them shows in one step."""

_RETRY_S: Final = 0.005


class TerminalWriter:
    """Writes as much as the terminal accepts and queues the rest."""

    def __init__(self, file: TextIO) -> None:
        self._encoding: Final = file.encoding
        self._errors: Final = file.errors or "strict"
        self._terminal: Final = _opened_again(file)
        self.waiting: Final = deque[bytes]()
        """Pieces not completely accepted by the terminal."""

    def send(self, piece: str = "") -> bool:
        """Write queued output, then a piece, and return whether all of it was accepted."""
        if piece:
            self.waiting.append(piece.encode(self._encoding, self._errors))
        try:
            while self.waiting:
                accepted = os.write(self._terminal, self.waiting[0])
                if accepted < len(self.waiting[0]):
                    self.waiting[0] = self.waiting[0][accepted:]
                else:
                    self.waiting.popleft()
        except BlockingIOError:
            return False
        except OSError:  # the terminal is gone
            self.waiting.clear()
        return True

    def send_within(self, seconds: float) -> bool:
        """Send until all is written or nothing was accepted for some seconds; return whether all is written."""
        left, deadline = self._left, time.monotonic() + seconds
        while not (is_sent := self.send()) and time.monotonic() < deadline:
            if left != self._left:
                left, deadline = self._left, time.monotonic() + seconds
            time.sleep(_RETRY_S)  # as the program ends or stops: no event loop runs any more
        return is_sent

    @property
    def _left(self) -> int:
        return sum(map(len, self.waiting))

    def discard(self, mark: str) -> None:
        """Discard queued pieces with a prefix, except the first, which may already be written in part."""
        begun, *others = self.waiting or [b""]
        kept = [piece for piece in others if not piece.startswith(mark.encode())]
        self.waiting.clear()
        self.waiting.extend(filter(None, [begun, *kept]))


class _DroppingFile(FileIO):
    """Terminal file that drops output it cannot write at once."""

    def write(self, data: "ReadableBuffer", /) -> int:
        written: int | None = None
        with suppress(OSError):
            written = super().write(data)
        return memoryview(data).nbytes if written is None else written


def make_prints_nonblocking() -> None:
    """Drop printed output that the terminal does not accept, for programs that must end or serve others."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is not None and stream.isatty():
            file = BufferedWriter(_DroppingFile(_opened_again(stream), "w"))
            errors = stream.errors or "strict"
            setattr(sys, name, TextIOWrapper(file, stream.encoding, errors, line_buffering=True))


def _opened_again(file: TextIO) -> int:
    """Return a new non-blocking descriptor of a file's terminal; other descriptors stay blocking.

    That needs the terminal's name, or the terminal to control this process; otherwise writes may block.
    """
    if sys.platform != "win32":
        flags = os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK
        with suppress(OSError):
            return os.open(os.ttyname(file.fileno()), flags)
        if file.isatty():
            with suppress(OSError):
                return os.open("/dev/tty", flags)
    return os.dup(file.fileno())
