"""Host of visitors by browser and SSH: it limits their number, and runs a program on a pty for each of them.

A program runs with fixed arguments and a few environment variables, as a guest (see `piecement_base.GUEST`).
"""

import asyncio
import fcntl
import os
import pty
import re
import resource
import shutil
import signal
import sys
import termios
import time
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from piecement_base import GUEST
from piecement_base.language import _
from piecement_base.language.languages import ENGLISH
from piecement_net.cost_ledger import CostLedger
from piecement_net.limits import ServerLimits

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


_LARGEST: Final = TerminalSize(240, 80)
RETENTION_DAYS: Final = 90
"""Days after the last visit before games are deleted, if space is needed."""
_LOCALE: Final = "C.UTF-8"
_TERMINAL: Final = "xterm-256color"
_TERMINAL_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSettings:
    """Settings of visits."""

    folder: Path
    """Parent folder of the visitors' folders."""
    most_visitors: int = 20
    """Maximum number of simultaneous visitors."""
    most_folders: int = 1_000
    """Maximum number of visitors with saved games; beyond it a new visitor plays without saving unless old folders can
    go.
    """
    largest: TerminalSize = _LARGEST
    idle_s: float = 1_800.0
    """Time without a key after which a visit ends (s)."""
    command: Sequence[str] = field(default_factory=lambda: (sys.executable, "-m", "piecement"))


class VisitHost:
    """Host that starts the programs of visitors and limits the number of visitors."""

    def __init__(self, settings: HostSettings) -> None:
        """Create the folder of the visitors. Raises `OSError` if that fails."""
        self.settings: Final = settings
        self.ledger: Final = CostLedger(ServerLimits())
        """Ledger of sockets, from their accept on, and of running programs, by address."""
        self._visitors = 0
        settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    @contextmanager
    def place(self, address: str) -> Generator[str]:
        """Count a visitor for the duration of the block, and yield an empty text; or yield why no place is free."""
        if self._visitors >= self.settings.most_visitors:
            yield _("The server is full: try again later.")
        elif not self.ledger.hold("connection", [address]):
            most = self.ledger.limits.connections_an_address
            yield _("Your address has {most} games open, the most allowed: end one first.").format(most=most)
        else:
            self._visitors += 1
            try:
                yield ""
            finally:
                self._visitors -= 1
                self.ledger.release("connection", [address])

    @asynccontextmanager
    async def program(
        self,
        visitor: str | None,
        size: TerminalSize,
        *,
        terminal: str = _TERMINAL,
        color: str = "",
        language: str = ENGLISH,
    ) -> AsyncGenerator[VisitProgram]:
        """Run the program of a visitor for the duration of the block.

        `visitor` is the name of its folder, of letters and digits, or None to play without saving; `terminal` is the
        terminal type that it reported; `language` is the language of the game until the player changes it. Raises
        `OSError` if the program cannot be started.
        """
        command = [*self.settings.command, "--mute", *self._folder_options(visitor)]
        program = await VisitProgram.start(
            command, _environment(terminal, color, language), size.within(self.settings.largest)
        )
        try:
            yield program
        finally:
            await program.end()

    def _folder_options(self, visitor: str | None) -> list[str]:
        if visitor is None:
            return ["--no-save"]
        folder = self.settings.folder / visitor
        if not folder.is_dir():
            if not self._may_add_folder():
                return ["--no-save"]
            folder.mkdir(mode=0o700)
        os.utime(folder)
        return ["--data-dir", str(folder)]

    def _may_add_folder(self) -> bool:
        """Return whether games of another visitor may be saved; delete expired folders if the limit is reached."""
        folders = [folder for folder in self.settings.folder.iterdir() if folder.is_dir() and not folder.is_symlink()]
        if len(folders) < self.settings.most_folders:
            return True
        before_s = time.time() - RETENTION_DAYS * 86_400
        old = [folder for folder in folders if folder.stat().st_mtime < before_s]
        for folder in old:
            shutil.rmtree(folder, ignore_errors=True)
        return bool(old)


def _environment(terminal: str, color: str, language: str) -> dict[str, str]:
    """Return the complete environment of a visitor's program, with `PYTHONPATH` as this program has it."""
    own = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    known = terminal if _TERMINAL_NAME.fullmatch(terminal) else _TERMINAL
    colors = {"COLORTERM": color} if color else {}
    return {"TERM": known, **colors, "LANG": _LOCALE, "LANGUAGE": language, GUEST: "1", **own}
