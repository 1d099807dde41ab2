"""Sound process of the game: receives lines and is never waited for."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

_COMMAND: Final = (sys.executable, "-m", "piecement.sound")
_HOME: Final = str(Path(__file__).parents[2])
"""Folder that contains this package, wherever the game was started."""


class SoundProcess:
    """Running child process; lines are lost if it has ended or does not read."""

    def __init__(self, command: Sequence[str] = _COMMAND) -> None:
        """Start the child process; if it cannot start, all lines are lost."""
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: IO[bytes] | None = None
        self._rest = b""
        """Unwritten rest of the last line."""
        paths = os.pathsep.join(filter(None, (_HOME, os.environ.get("PYTHONPATH"))))
        if sys.platform == "win32" and sys.version_info < (3, 12):
            return  # such a pipe cannot be written to without waiting
        try:
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
            self._pipe = self._process.stdin
            if self._pipe is not None:
                os.set_blocking(self._pipe.fileno(), False)
        except OSError:
            self.close()

    @property
    def is_open(self) -> bool:
        """Whether the pipe is open."""
        return self._pipe is not None

    def send(self, line: str) -> None:
        """Send a line, or drop it if the pipe is full or closed."""
        if self._pipe is None:
            return
        try:
            if self._rest:
                self._rest = self._rest[self._pipe.write(self._rest) or 0 :]
            if not self._rest:
                data = f"{line}\n".encode("ascii")
                written = self._pipe.write(data) or 0
                self._rest = data[written:] if written else b""
        except OSError:
            self.close()

    def close(self) -> None:
        """Close the pipe without waiting for the child, which ends by itself."""
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()
        if self._process is not None:
            self._process.poll()
