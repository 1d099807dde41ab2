"""Program of a visitor: it runs on a pty, with limited resources and exactly the given environment."""

import asyncio
import fcntl
import os
import pty
import resource
import signal
import termios
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

_READ_BYTES: Final = 65_536
END_S: Final = 5.0
"""Time for a program to save its game before it is killed (s)."""
_LIMITS: Final = {
    resource.RLIMIT_FSIZE: 64 << 20,  # one file: some ten thousand games
    resource.RLIMIT_AS: 2 << 30,
    resource.RLIMIT_CORE: 0,
}
"""Resource limits of a program, sizes in bytes."""


class TerminalSize(NamedTuple):
    """Terminal size, in cells."""

    columns: int
    rows: int

    def within(self, most: "TerminalSize") -> "TerminalSize":
        """Clamp this size between one cell and a maximum."""
        return TerminalSize(min(max(self.columns, 1), most.columns), min(max(self.rows, 1), most.rows))


class VisitProgram:
    """A running program and the controlling end of its pty."""

    def __init__(self, terminal: int, process: asyncio.subprocess.Process) -> None:
        self._terminal: Final = terminal
        self._process: Final = process
        self._is_open = True
        self._may_read: Final = asyncio.Event()
        self._may_write: Final = asyncio.Event()

    @classmethod
    async def start(cls, command: Sequence[str], environment: Mapping[str, str], size: TerminalSize) -> "VisitProgram":
        """Start a program without a shell, with exactly this environment. Raises `OSError`."""
        terminal, inner = pty.openpty()
        try:
            termios.tcsetwinsize(inner, (size.rows, size.columns))
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=inner,
                stdout=inner,
                stderr=inner,
                env=dict(environment),
                start_new_session=True,
                preexec_fn=_prepare,
            )
        except BaseException:
            os.close(terminal)
            raise
        finally:
            os.close(inner)
        os.set_blocking(terminal, False)
        return cls(terminal, process)

    def resize(self, size: TerminalSize) -> None:
        if self._is_open:
            termios.tcsetwinsize(self._terminal, (size.rows, size.columns))

    async def read(self) -> bytes:
        """Return the next output of the program as soon as there is some, or no bytes once it has ended."""
        loop = asyncio.get_running_loop()
        while self._is_open:
            try:
                return os.read(self._terminal, _READ_BYTES)
            except BlockingIOError:
                await self._wait(loop.add_reader, loop.remove_reader, self._may_read)
            except OSError:  # the other end is closed
                return b""
        return b""

    async def write(self, data: bytes) -> None:
        """Write typed bytes to the program, waiting while its input is full."""
        loop = asyncio.get_running_loop()
        while data and self._is_open:
            try:
                data = data[os.write(self._terminal, data) :]
            except BlockingIOError:
                await self._wait(loop.add_writer, loop.remove_writer, self._may_write)
            except OSError:
                return

    def terminate(self) -> None:
        """Send SIGTERM, on which the program saves its game, restores the terminal and ends."""
        self._signal(signal.SIGTERM)

    def hang_up(self) -> None:
        """Close the terminal, as closing a window does; the program saves its game and ends."""
        if not self._is_open:
            return
        self._is_open = False
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._terminal)
        loop.remove_writer(self._terminal)
        os.close(self._terminal)
        self._may_read.set()
        self._may_write.set()
        self._signal(signal.SIGHUP)

    async def end(self) -> None:
        """Hang up and wait for the end of the program; kill it after `END_S`."""
        self.hang_up()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), END_S)
        self._signal(signal.SIGKILL)
        await self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)

    async def _wait(self, watch: Callable[..., None], unwatch: Callable[[int], bool], ready: asyncio.Event) -> None:
        """Wait until the terminal is ready in one direction, or closed."""
        watch(self._terminal, ready.set)
        await ready.wait()
        ready.clear()
        if self._is_open:
            unwatch(self._terminal)


def _prepare() -> None:
    """Make the pty the terminal of the new session, and limit the resources of the program."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for kind, most in _LIMITS.items():
        __, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
