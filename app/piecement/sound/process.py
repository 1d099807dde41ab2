"""Sound process of the game: receives lines and is never waited for."""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Full, Queue
from threading import Thread
from typing import IO, Final

_COMMAND: Final = (sys.executable, "-m", "piecement.sound")
_HOME: Final = str(Path(__file__).parents[2])
"""Folder that contains this package, wherever the game was started."""
_MOST_LINES: Final = 1000
"""Maximum number of unwritten lines."""


class SoundProcess:
    """Running child process; lines are lost if it has ended or does not read.

    A thread writes them, because no pipe of Windows can be written to without waiting before Python 3.12.
    """

    def __init__(self, command: Sequence[str] = _COMMAND) -> None:
        """Start the child process; if it cannot start, all lines are lost."""
        self.is_open = False
        """Whether lines are still written."""
        self._lines: Final = Queue[bytes](_MOST_LINES)
        self._process: subprocess.Popen[bytes] | None = None
        paths = os.pathsep.join(filter(None, (_HOME, os.environ.get("PYTHONPATH"))))
        with suppress(OSError):
            self._process = subprocess.Popen(  # this program itself
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env={**os.environ, "PYTHONPATH": paths},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                start_new_session=True,
            )
        if self._process is not None and self._process.stdin is not None:
            self.is_open = True
            Thread(target=self._write, args=(self._process.stdin,), name="sound writer", daemon=True).start()

    def send(self, line: str) -> None:
        """Send a line, or drop it if too many are unwritten or the pipe is closed."""
        if self.is_open:
            with suppress(Full):
                self._lines.put_nowait(f"{line}\n".encode("ascii"))

    def close(self) -> None:
        """Close the pipe after the lines so far, without waiting for the child, which ends by itself."""
        self.is_open = False
        with suppress(Full):  # then the thread sees it after the last line
            self._lines.put_nowait(b"")
        if self._process is not None:
            self._process.poll()

    def _write(self, pipe: IO[bytes]) -> None:
        """Write lines as they come, until the pipe is closed at either end."""
        with suppress(OSError), pipe:
            while rest := self._lines.get():
                while rest:
                    rest = rest[pipe.write(rest) :]
                if not self.is_open and self._lines.empty():
                    break
        self.is_open = False
