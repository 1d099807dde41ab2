"""A visit over SSH: it relays between the terminal of a client and the program of the visitor."""

import asyncio
from contextlib import suppress
from typing import Final

import asyncssh

from piecement_base.language import _
from piecement_server.visits.host import HostSettings, NoPlaceError, VisitHost
from piecement_server.visits.visit_program import END_S, TerminalSize, VisitProgram

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
        why_not = self._refusal()
        if why_not is not None:
            return await self._send_line(why_not, REFUSED)
        terminal = self._process.term_type or ""
        columns, rows, *_pixels = self._process.term_size
        size = TerminalSize(columns or _USUAL.columns, rows or _USUAL.rows)
        peer = self._process.get_extra_info("peername")
        try:
            with host.place(str(peer[0])):
                async with host.program(player, size, terminal=terminal) as program:
                    last_words = await self._play(program, host, stopped)
        except NoPlaceError as error:
            return await self._send_line(str(error), REFUSED)
        except OSError:
            return await self._send_line(_("The game cannot be started on the server."), REFUSED)
        return await self._send_line(last_words, ENDED)

    def _refusal(self) -> str | None:
        """Return the reason for refusing this session, or None."""
        if self._process.command is not None or self._process.subsystem is not None:
            return _("This server plays the game and runs no commands: leave the command out.")
        if not self._process.term_type:
            return _("The game needs a terminal: use ssh -t.")
        return None

    async def _play(self, program: VisitProgram, host: VisitHost, stopped: asyncio.Event) -> str:
        """Relay both directions until the visit ends; return the closing sentence for the visitor."""
        screen = asyncio.create_task(self._screen(program))
        keys = asyncio.create_task(self._keys(program, host.settings))
        stopping = asyncio.create_task(stopped.wait())
        try:
            done, __ = await asyncio.wait((screen, keys, stopping), return_when=asyncio.FIRST_COMPLETED)
            if screen in done:
                return ""
            # The program draws its last screen and restores the visitor's terminal.
            program.terminate()
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(screen), END_S)
            return keys.result() if keys in done else _("The server is shutting down. Your game is saved.")
        finally:
            for task in (screen, keys, stopping):
                task.cancel()

    async def _screen(self, program: VisitProgram) -> None:
        with suppress(asyncssh.Error, OSError):  # the connection broke
            while data := await program.read():
                self._process.stdout.write(data)
                await self._process.stdout.drain()

    async def _keys(self, program: VisitProgram, settings: HostSettings) -> str:
        """Pass on keys until the visitor leaves or is idle; return the closing sentence."""
        clock = asyncio.get_running_loop().time
        try:
            async with asyncio.timeout(settings.idle_s) as idle:
                while True:
                    try:
                        data = await self._process.stdin.read(_READ_BYTES)
                    except asyncssh.TerminalSizeChanged as change:
                        program.resize(TerminalSize(change.width, change.height).within(settings.largest))
                        continue
                    except (asyncssh.BreakReceived, asyncssh.SignalReceived):
                        continue
                    if not data:
                        return ""
                    idle.reschedule(clock() + settings.idle_s)
                    await program.write(data)
        except TimeoutError:
            return _("No input for a while. Your game is saved.")
        except (asyncssh.Error, OSError):
            return ""

    async def _send_line(self, sentence: str, status: int) -> int:
        if sentence:
            with suppress(asyncssh.Error, OSError):
                self._process.stdout.write(f"{sentence}\r\n".encode())
                await self._process.stdout.drain()
        return status
