"""The way from the program to its terminal."""

import os
from typing import Final, TextIO


class TerminalWriter:
    """Writes to a terminal at once what it takes at once; the rest is for a thread, which may wait.

    It is also the file that the thread writes to, and so knows whether the thread has written all that it was given.
    """

    def __init__(self, file: TextIO) -> None:
        self._file: Final = file
        self._fd = _opened_again(file)
        self._left = b""
        """What the terminal did not take of the last piece; it goes before the next."""
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
        """Write a text that the thread was given."""
        try:
            if self._left:
                self._file.buffer.write(self._left)
                self._left = b""
            self._file.write(text)
        except OSError:
            self._give_up()
        self._taken += 1

    def flush(self) -> None:
        """Have all that was written leave."""
        try:
            self._file.flush()
        except OSError:
            self._give_up()
        self._done = self._taken

    def _give_up(self) -> None:
        """Have all that is written from now on, and what was not written yet, go nowhere: the terminal is gone.

        The thread must live on, for whoever gives it texts would wait for it; and at the end of the process, what could
        not be written would change its exit status.
        """
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._file.fileno())
        os.close(nowhere)

    def fileno(self) -> int:
        """Return the number of the file."""
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
