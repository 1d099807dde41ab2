"""Host of visitors by browser and SSH: it limits their number, and runs a program on a pty for each of them.

A program runs with fixed arguments and a few environment variables, as a guest (see `piecement_base.GUEST`).
"""

import asyncio
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from piecement_base import GUEST
from piecement_base.errors import SentenceError
from piecement_base.language import _
from piecement_base.language.languages import ENGLISH
from piecement_net.limits import ServerLimits
from piecement_net.rate_limits import CostLedger
from piecement_server.visits.visit_program import TerminalSize, VisitProgram

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


class NoPlaceError(SentenceError):
    """No further visitor is admitted now, or none from this address."""


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
    def place(self, address: str) -> Generator[None]:
        """Count a visitor for the duration of the block. Raises `NoPlaceError`."""
        if self._visitors >= self.settings.most_visitors:
            raise NoPlaceError(_("The server is full: try again later."))
        if not self.ledger.hold("connection", [address]):
            most = self.ledger.limits.connections_an_address
            raise NoPlaceError(_("Your address has {most} games open, the most allowed: end one first."), most=most)
        self._visitors += 1
        try:
            yield
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
            if not self._make_room():
                return ["--no-save"]
            folder.mkdir(mode=0o700)
        os.utime(folder)
        return ["--data-dir", str(folder)]

    def _make_room(self) -> bool:
        """Delete expired folders if the limit is reached; return whether there is room for another one then."""
        most, before_s = self.settings.most_folders, time.time() - RETENTION_DAYS * 86_400
        folders = [folder for folder in self.settings.folder.iterdir() if folder.is_dir() and not folder.is_symlink()]
        if len(folders) >= most:
            for folder in folders:
                if folder.stat().st_mtime < before_s:
                    shutil.rmtree(folder, ignore_errors=True)
        return sum(map(Path.exists, folders)) < most


def on_stop(stop: Callable[[], object]) -> None:
    """Call a function at each SIGTERM and SIGINT."""
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop)


def _environment(terminal: str, color: str, language: str) -> dict[str, str]:
    """Return the complete environment of a visitor's program, with `PYTHONPATH` as this program has it."""
    own = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    known = terminal if _TERMINAL_NAME.fullmatch(terminal) else _TERMINAL
    colors = {"COLORTERM": color} if color else {}
    return {"TERM": known, **colors, "LANG": _LOCALE, "LANGUAGE": language, GUEST: "1", **own}
