"""Writing frames to the terminal, each in one piece."""

import os
import sys
from io import TextIOWrapper
from typing import Final, TextIO, cast

from textual._ansi_sequences import SYNC_END, SYNC_START
from textual.drivers.linux_driver import LinuxDriver

_BARE_LETTERS: Final = str.maketrans("äöüÄÖÜß", "aouAOUs")
"""As wide as what they replace: a frame is laid out already."""


class TerminalWriter:
    """Writes to a terminal at once what it accepts at once; the rest is for a thread, which may wait.

    It is also the file that the thread writes to, so it counts whether the thread has written everything.
    """

    def __init__(self, file: TextIO) -> None:
        self._file: Final = file
        self._fd = _opened_again(file)
        self._left = b""
        """What the terminal did not accept of the last piece; it goes before the next."""
        self._given = 0
        self._taken = 0
        self._done = 0

    def write_at_once(self, data: str) -> str | None:
        """Write what can be written without waiting; return what the thread has to be given, if anything, or nothing.

        That may be an empty text, for the thread to write what it was not the whole of.
        """
        if self._fd is not None and self._given == self._done:
            self._left = self._rest(self._fd, data.encode(self._file.encoding, self._file.errors or "strict"))
            if not self._left:
                return None
            data = ""
        self._given += 1
        return data

    def _rest(self, fd: int, data: bytes) -> bytes:
        try:
            return data[os.write(fd, data) :]
        except BlockingIOError:
            return data
        except OSError:  # the terminal is gone: the thread is to find that out
            self.close()
            return data

    def write(self, text: str) -> None:
        try:
            if self._left:
                self._file.buffer.write(self._left)
                self._left = b""
            self._file.write(text)
        except OSError:
            self._give_up()
        self._taken += 1

    def flush(self) -> None:
        try:
            self._file.flush()
        except OSError:
            self._give_up()
        self._done = self._taken

    def _give_up(self) -> None:
        """Have all that is written from now on, and what was not written yet, go nowhere: the terminal is gone.

        The thread must live on, as the program would wait for it; and at the end of the process, what could
        not be written would change its exit status.
        """
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._file.fileno())
        os.close(nowhere)

    def fileno(self) -> int:
        return self._file.fileno()

    def close(self) -> None:
        """Write nothing at once any more."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


def _opened_again(file: TextIO) -> int | None:
    """Return the terminal behind a file, opened so that only who writes by this number never waits."""
    try:
        return os.open(os.ttyname(file.fileno()), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return None


class FrameDriver(LinuxDriver):
    """Textual's driver, which writes each frame as one piece, and at once where the terminal accepts it.

    Stock Textual gives the start mark, the frame and the end mark to its writer thread one by one; each wakes the
    thread, and three times as many fill its short queue.
    """

    _writer: TerminalWriter | None = None

    _frame: list[str] | None = None

    has_bytes_only: bool = False
    """Whether the terminal takes each byte for a character: letters with marks are written without them."""

    pieces_written: int = 0
    """How many pieces, most of them frames, were written so far."""

    def start_application_mode(self) -> None:
        if self._writer is None and sys.__stderr__ is not None:
            self._writer = TerminalWriter(sys.__stderr__)  # there Textual writes
            self._file = cast("TextIOWrapper", self._writer)  # as much of one as the writer thread needs
        super().start_application_mode()  # type: ignore[no-untyped-call]  # so in Textual

    def close(self) -> None:
        super().close()
        if self._writer is not None:
            self._writer.close()

    @property
    def backlog(self) -> int:
        """Pieces that the terminal has not accepted yet; a full queue would block the program."""
        writer = self._writer_thread
        return 0 if writer is None else writer._queue.qsize()

    def write(self, data: str) -> None:
        """Write to the terminal, from a frame's start mark on not before its end mark."""
        if self._frame is not None:
            self._frame.append(data)
            if data == SYNC_END:
                self.finish_frame()
        elif data == SYNC_START:
            self._frame = [data]
        else:
            self._write_piece(data)

    def finish_frame(self) -> None:
        if self._frame is not None:
            frame, self._frame = "".join(self._frame), None
            self._write_piece(frame)

    def _write_piece(self, data: str) -> None:
        self.pieces_written += 1
        if self.has_bytes_only and not data.isascii():
            data = data.translate(_BARE_LETTERS)
        # The writer thread ends when the terminal is gone; then nobody would empty its queue.
        if self._writer_thread is None or self._writer_thread.is_alive():
            left = data if self._writer is None else self._writer.write_at_once(data)
            if left is not None:
                super().write(left)
