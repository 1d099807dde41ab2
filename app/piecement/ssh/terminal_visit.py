"""Session of an SSH visitor: bytes between its terminal and its program."""

import asyncio
import time
from contextlib import suppress
from typing import Final

import asyncssh

from piecement.language import _
from piecement.visits.idle_clock import IdleClock
from piecement.visits.visit_host import VisitHost
from piecement.visits.visit_program import END_S, TerminalSize, VisitProgram

_READ_BYTES: Final = 16_384
_USUAL: Final = TerminalSize(80, 24)

ENDED: Final = 0
REFUSED: Final = 1


class TerminalVisit:
    """Session of one connection, from its first byte to its last."""

    def __init__(self, process: asyncssh.SSHServerProcess[bytes]) -> None:
        self._process: Final = process

    async def play(self, host: VisitHost, player: str | None, stopped: asyncio.Event) -> int:
        """Play until the visit ends; return the exit status."""
        why_not = self._why_not(host)
        if why_not is not None:
            return await self._say(why_not, REFUSED)
        terminal = self._process.term_type or ""
        columns, rows, *_pixels = self._process.term_size
        size = TerminalSize(columns or _USUAL.columns, rows or _USUAL.rows)
        with host.place():
            try:
                async with host.program(player, size, terminal=terminal) as program:
                    last_words = await self._play(program, host, stopped)
            except OSError:
                return await self._say(_("The game cannot be started on the server."), REFUSED)
        return await self._say(last_words, ENDED)

    def _why_not(self, host: VisitHost) -> str | None:
        """Return the reason for refusing this session, or None."""
        if self._process.command is not None or self._process.subsystem is not None:
            return _("This server plays the game and runs no commands: leave the command out.")
        if not self._process.term_type:
            return _("The game needs a terminal: use ssh -t.")
        if host.is_full:
            return _("As many as may play are here already.")
        return None

    async def _play(self, program: VisitProgram, host: VisitHost, stopped: asyncio.Event) -> str:
        """Relay both directions until the visit ends; return the closing sentence for the visitor."""
        idle = IdleClock(host.settings.idle_s, time.monotonic)
        screen = asyncio.create_task(self._screen(program))
        why_ended = {
            asyncio.create_task(self._keys(program, idle, host.settings.largest)): "",
            asyncio.create_task(idle.wait()): _("Nobody has played for a while. Your game is kept."),
            asyncio.create_task(stopped.wait()): _("The server ends. Your game is kept."),
        }
        try:
            done, __ = await asyncio.wait((screen, *why_ended), return_when=asyncio.FIRST_COMPLETED)
            if screen in done:
                return ""
            # The program draws its last screen and restores the visitor's terminal.
            program.ask_to_end()
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(screen), END_S)
            return next(words for task, words in why_ended.items() if task in done)
        finally:
            for task in (screen, *why_ended):
                task.cancel()

    async def _screen(self, program: VisitProgram) -> None:
        with suppress(asyncssh.Error, OSError):  # the connection broke
            while data := await program.read():
                self._process.stdout.write(data)
                await self._process.stdout.drain()

    async def _keys(self, program: VisitProgram, idle: IdleClock, largest: TerminalSize) -> None:
        with suppress(asyncssh.Error, OSError):
            while True:
                try:
                    data = await self._process.stdin.read(_READ_BYTES)
                except asyncssh.TerminalSizeChanged as change:
                    program.resize(TerminalSize(change.width, change.height).within(largest))
                    continue
                except (asyncssh.BreakReceived, asyncssh.SignalReceived):
                    continue
                if not data:
                    return
                idle.key_came()
                await program.write(data)

    async def _say(self, sentence: str, status: int) -> int:
        if sentence:
            with suppress(asyncssh.Error, OSError):
                self._process.stdout.write(f"{sentence}\r\n".encode())
                await self._process.stdout.drain()
        return status
