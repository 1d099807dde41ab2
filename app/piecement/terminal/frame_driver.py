"""Writing a frame to the terminal in one piece."""

import sys
from io import TextIOWrapper
from typing import cast

from textual._ansi_sequences import SYNC_END, SYNC_START
from textual.drivers.linux_driver import LinuxDriver

from piecement.terminal.writer import TerminalWriter


class FrameDriver(LinuxDriver):
    """Textual's driver, which writes each frame as one piece, and at once where the terminal takes it.

    Stock Textual hands the start mark, the frame and the end mark to its writer thread one by one; each wakes the
    thread, and three times as many fill its short queue.
    """

    _writer: TerminalWriter | None = None

    _frame: list[str] | None = None

    pieces_written: int = 0
    """How many pieces, most of them frames, were written so far."""

    def start_application_mode(self) -> None:
        """Take the terminal."""
        if self._writer is None and sys.__stderr__ is not None:
            self._writer = TerminalWriter(sys.__stderr__)  # there Textual writes
            self._file = cast("TextIOWrapper", self._writer)  # as much of one as the writer thread needs
        super().start_application_mode()  # type: ignore[no-untyped-call]  # so in Textual

    def close(self) -> None:
        """Let the terminal go."""
        super().close()
        if self._writer is not None:
            self._writer.close()

    @property
    def backlog(self) -> int:
        """Pieces that the terminal has not taken yet; a full queue would block the program."""
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
        """Write what there is of a frame."""
        if self._frame is not None:
            frame, self._frame = "".join(self._frame), None
            self._write_piece(frame)

    def _write_piece(self, data: str) -> None:
        self.pieces_written += 1
        # The writer thread ends when the terminal is gone; then nobody would empty its queue.
        if self._writer_thread is None or self._writer_thread.is_alive():
            left = data if self._writer is None else self._writer.write_at_once(data)
            if left is not None:
                super().write(left)
