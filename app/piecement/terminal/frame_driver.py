"""Frame output: each frame is written in one piece, and only when the terminal is ready."""

import asyncio
import os
import sys
import termios
from contextlib import suppress
from typing import Any, Final

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from piecement.terminal.canvas.encoder import RESET
from piecement.terminal.environment import has_unicode
from piecement.terminal.output import SYNC_END, SYNC_START, TerminalWriter
from piecement.terminal.textual_internals import OpenDriver

_BARE_LETTERS: Final = str.maketrans("äöüÄÖÜß", "aouAOUs")
"""Replacements of the same width, since the frame is already laid out."""
_MOST_WAITING: Final = 1
"""Maximum number of unwritten pieces for another frame to be painted."""
_RETRY_S: Final = 0.005
_END_S: Final = 1.0
"""Maximum wait at exit for a terminal that does not read (s)."""


class FrameDriver(OpenDriver, LinuxDriver):
    """Textual's driver with each frame written as one piece, never waiting for the terminal.

    Stock Textual passes the start mark, the frame and the end mark one by one to a thread, whose short queue blocks the
    program when the terminal does not read. Here that thread is idle: output that the terminal does not accept at once
    is retried soon, and frames are skipped meanwhile, until the whole screen can be painted.
    """

    pieces_written: int = 0
    """Number of pieces written so far, most of them frames."""

    def __init__(self, app: App[object], **options: Any) -> None:  # as `Driver` has them
        super().__init__(app, **options)
        self.has_bytes_only = not has_unicode(os.environ)
        """Whether the locale has no UTF-8 or the terminal reads bytes as characters: letters lose their marks."""
        self._writer: Final = TerminalWriter(sys.stderr if sys.__stderr__ is None else sys.__stderr__)
        self.waiting: Final = self._writer.waiting
        """Pieces not yet accepted by the terminal."""
        self._frame: list[str] | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._has_left_out = False

    def takes_frame(self) -> bool:
        """Return whether a frame may be written; otherwise the whole screen is painted as soon as one may."""
        is_ready = len(self._writer.waiting) <= _MOST_WAITING
        self._has_left_out |= not is_ready
        return is_ready

    def write(self, data: str) -> None:
        """Write to the terminal; output from a frame's start mark on is held until its end mark.

        Such a frame of Textual begins with a reset, as the frame before may have left a style in force.
        """
        if self._frame is not None:
            self._frame.append(data)
            if data == SYNC_END:
                self.finish_frame()
        elif data == SYNC_START:
            self._frame = [data, RESET]
        else:
            self.pieces_written += 1
            if self.has_bytes_only and not data.isascii():
                data = data.translate(_BARE_LETTERS)
            if not self._writer.send(data) and self._retry is None:
                self._retry = self.loop.call_later(_RETRY_S, self._catch_up)

    def finish_frame(self) -> None:
        if self._frame is not None:
            frame, self._frame = "".join(self._frame), None
            self.write(frame)

    def stop_application_mode(self) -> None:
        """Write the remaining output if the terminal reads it soon, then give the terminal back.

        Keys are echoed only after that: an echo between two parts of a sequence would break it.
        """
        attributes, self.attrs_before = self.attrs_before, None
        super().stop_application_mode()
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        self._writer.send_within(_END_S)
        if attributes is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, attributes)

    def _catch_up(self) -> None:
        self._retry = None
        if not self._writer.send():
            self._retry = self.loop.call_later(_RETRY_S, self._catch_up)
        elif self._has_left_out:
            self._has_left_out = False
            self.app.call_later(self.app.refresh)
