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
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final

from tests import programs

_ONE_BY_ONE: Final = Lock()

_OTHER_SIDE: Final = 0x5441
"""Linux's TIOCGPTPEER, which opens the program's side of a pty."""


class PtyProgram:
    """A program whose terminal is the other side of a pty."""

    def __init__(
        self, command: Sequence[str], size: tuple[int, int], env: Mapping[str, str | None], cwd: Path | None
    ) -> None:
        """Start a program; `env` adds variables to this process's, and takes away those of None."""
        self.exit_code: int | None = None
        """What the program ended with; minus the number of a signal that ended it."""
        self.attributes_before: list[Any] = []  # as termios has them
        """How the terminal treated what is typed before the program was there."""
        self.pid, self._fd = self._start(command, size, env, cwd)

    def _start(
        self, command: Sequence[str], size: tuple[int, int], env: Mapping[str, str | None], cwd: Path | None
    ) -> tuple[int, int]:
        """Start the program, and return its process and the terminal's side of the pty."""
        with warnings.catch_warnings():
            # Python 3.12 warns of threads at every fork; this child only becomes another program.
            warnings.simplefilter("ignore", DeprecationWarning)
            with _ONE_BY_ONE:
                pid, fd = pty.fork()
                if pid:
                    os.set_inheritable(fd, False)  # or a program that starts later would hold this terminal open
        if pid == 0:
            try:
                set_size(0, size)
                if cwd is not None:
                    os.chdir(cwd)
                # As a terminal starts it: `nohup` before these tests would have it ignore a hang-up.
                signal.signal(signal.SIGHUP, signal.SIG_DFL)
                os.execvpe(command[0], list(command), environment(env))
            finally:
                os._exit(127)
        self.attributes_before = termios.tcgetattr(fd)
        return pid, fd

    def _wait(self, options: int) -> tuple[int, int]:
        """Return the process and its status, as `os.waitpid`."""
        return os.waitpid(self.pid, options)

    @property
    def has_terminal(self) -> bool:
        """True until the terminal is closed."""
        return self._fd >= 0

    @property
    def attributes(self) -> list[Any]:  # as termios has them
        """Attributes of the terminal (`termios`)."""
        return termios.tcgetattr(self._fd)

    def make_sane(self) -> None:
        """Set the terminal to treat input as a shell's does: by lines, with echo."""
        attributes = self.attributes
        attributes[tty.LFLAG] |= termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG
        attributes[tty.IFLAG] |= termios.ICRNL | termios.IXON
        termios.tcsetattr(self._fd, termios.TCSANOW, attributes)

    def write(self, data: bytes) -> None:
        """Send bytes to the program."""
        os.write(self._fd, data)

    def read(self, seconds: float, most: int = 65536) -> bytes:
        """Return output of the program, up to `most` bytes, after waiting up to some seconds for it."""
        if self._fd < 0:
            time.sleep(seconds)
            return b""
        ready, _, _ = select.select([self._fd], [], [], seconds)
        try:
            data = os.read(self._fd, most) if ready else b""
        except OSError:
            data = b""
        if ready and not data:
            time.sleep(seconds)  # the program closed its side: the pty is always ready now
        return data

    def resize(self, size: tuple[int, int]) -> None:
        """Change the size of the terminal; the kernel tells the program."""
        set_size(self._fd, size)

    def signal(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        os.kill(self.pid, number)

    def has_ended(self) -> bool:
        """Tell whether the program has ended."""
        self._look(os.WNOHANG)
        return self.exit_code is not None

    def was_stopped(self) -> bool:
        """Tell whether the program was stopped by a signal since the last call."""
        return self._look(os.WNOHANG | os.WUNTRACED)

    def _look(self, options: int) -> bool:
        """See whether the program has ended, and tell whether it was stopped."""
        if self.exit_code is not None:
            return False
        pid, status = self._wait(options)
        if pid and not os.WIFSTOPPED(status):
            self.exit_code = os.waitstatus_to_exitcode(status)
        return bool(pid) and os.WIFSTOPPED(status)

    def block(self) -> None:
        """Fill the output buffer of the terminal with bytes that draw nothing, as if nobody read it.

        The system moves some of it on by and by, which makes room again.
        """
        inside = fcntl.ioctl(self._fd, _OTHER_SIDE, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            taken = 1
            while taken:
                taken = 0
                time.sleep(0.01)
                for size in (4096, 1):
                    with suppress(BlockingIOError):
                        while written := os.write(inside, bytes(size)):
                            taken += written
        finally:
            os.close(inside)

    def wait_blocked(self, seconds: float) -> int:
        """Wait for the end of the program without reading what it writes; return what it ended with."""
        process = os.pidfd_open(self.pid)
        try:
            select.select([process], [], [], seconds)
        finally:
            os.close(process)
        assert self.has_ended(), f"the program has not ended within {seconds} s"
        assert self.exit_code is not None
        return self.exit_code

    def hang_up(self) -> None:
        """Close the terminal under the program."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def close(self) -> None:
        """End the program if it still runs, and close the terminal."""
        if not self.has_ended():
            os.kill(self.pid, signal.SIGKILL)
            _, status = self._wait(0)
            self.exit_code = os.waitstatus_to_exitcode(status)
        self.hang_up()


def environment(changes: Mapping[str, str | None]) -> dict[str, str]:
    """Return this process's variables with changes; those of None are taken away. A Python finds the same modules."""
    changed: dict[str, str | None] = {**programs.environment(), **changes}
    return {name: value for name, value in changed.items() if value is not None}


def set_size(fd: int, size: tuple[int, int]) -> None:
    """Set the size of a terminal."""
    columns, rows = size
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
