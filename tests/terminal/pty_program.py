"""A program on a pty."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
import tty
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


class PtyProgram:
    """A program whose terminal is the other side of a pty."""

    def __init__(
        self,
        command: Sequence[str],
        size: tuple[int, int],
        env: Mapping[str, str | None],
        cwd: Path | None,
    ) -> None:
        """Start a program; `env` adds variables to this process's, and takes away those of None."""
        self.exit_code: int | None = None
        """What the program ended with; minus the number of a signal that ended it."""
        with warnings.catch_warnings():
            # Python 3.12 warns of threads at every fork; this child only becomes another program.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid, self._fd = pty.fork()
        if self.pid == 0:
            try:
                _set_size(0, size)
                if cwd is not None:
                    os.chdir(cwd)
                self._become(command, env)
            finally:
                os._exit(127)

    def _become(self, command: Sequence[str], env: Mapping[str, str | None]) -> None:
        """Make this process the program."""
        changed: dict[str, str | None] = {**os.environ, **env}
        kept = {name: value for name, value in changed.items() if value is not None}
        os.execvpe(command[0], list(command), kept)

    @property
    def has_terminal(self) -> bool:
        """Whether the terminal was not closed."""
        return self._fd >= 0

    @property
    def attributes(self) -> list[Any]:  # as termios has them
        """How the terminal treats what is typed."""
        return termios.tcgetattr(self._fd)

    def make_sane(self) -> None:
        """Have the terminal treat what is typed as a shell's terminal does: by lines, seen as they are typed."""
        attributes = self.attributes
        attributes[tty.LFLAG] |= termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG
        attributes[tty.IFLAG] |= termios.ICRNL | termios.IXON
        termios.tcsetattr(self._fd, termios.TCSANOW, attributes)

    def write(self, data: bytes) -> None:
        """Send bytes to the program."""
        os.write(self._fd, data)

    def read(self, seconds: float) -> bytes:
        """Return what the program writes, waiting no longer than some seconds for it."""
        if self._fd < 0:
            time.sleep(seconds)
            return b""
        ready, _, _ = select.select([self._fd], [], [], seconds)
        try:
            data = os.read(self._fd, 65536) if ready else b""
        except OSError:
            data = b""
        if ready and not data:
            time.sleep(seconds)  # the program closed its side: the pty is always ready now
        return data

    def resize(self, size: tuple[int, int]) -> None:
        """Change the size of the terminal; the kernel tells the program."""
        _set_size(self._fd, size)

    def signal(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        os.kill(self.pid, number)

    def has_ended(self) -> bool:
        """Tell whether the program has ended."""
        if self.exit_code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.exit_code = os.waitstatus_to_exitcode(status)
        return self.exit_code is not None

    def was_stopped(self) -> bool:
        """Tell whether the program was stopped by a signal since the last call."""
        pid, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)
        return bool(pid) and os.WIFSTOPPED(status)

    def hang_up(self) -> None:
        """Close the terminal under the program."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def close(self) -> None:
        """End the program if it still runs, and close the terminal."""
        if not self.has_ended():
            os.kill(self.pid, signal.SIGKILL)
            _, status = os.waitpid(self.pid, 0)
            self.exit_code = os.waitstatus_to_exitcode(status)
        self.hang_up()


def _set_size(fd: int, size: tuple[int, int]) -> None:
    columns, rows = size
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
