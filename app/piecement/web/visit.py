"""Visit of a browser: bytes between the page and its program."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from piecement.language import _
from piecement.language.languages import ENGLISH
from piecement.visits.idle_clock import IdleClock
from piecement.visits.visit_program import TerminalSize, VisitProgram

_FIRST_S: Final = 10.0
"""Time limit for the first message of a page (s)."""

POLICY: Final = 1008
"""WebSocket close code for a policy violation."""
ENDED: Final = 1000

_Cells = Annotated[int, Field(ge=1, le=10_000)]


class Resized(BaseModel):
    """New size of the page's terminal, in cells."""

    model_config = ConfigDict(extra="forbid", strict=True)

    columns: _Cells
    rows: _Cells

    @property
    def size(self) -> TerminalSize:
        return TerminalSize(self.columns, self.rows)


class Arrived(Resized):
    """First message of a page."""

    visitor: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    """Id of the visitor, which names the folder of its games."""
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")] = ENGLISH
    """Language of the page (ISO 639-1)."""


class Visit:
    """Connection to one page, from its first message to its end."""

    def __init__(
        self, connection: ServerConnection, largest: TerminalSize, idle_s: float, clock: Callable[[], float]
    ) -> None:
        """Prepare a visit with a maximum terminal size and an idle limit (s)."""
        self._connection: Final = connection
        self._largest: Final = largest
        self._idle: Final = IdleClock(idle_s, clock)

    async def arrival(self) -> Arrived | None:
        """Return the first message of the page, or None after closing the connection if it is missing or invalid."""
        try:
            message = await asyncio.wait_for(self._connection.recv(), _FIRST_S)
            return Arrived.model_validate_json(message)
        except (TimeoutError, ValidationError):
            await self.refuse(_("The page did not say its name and size."))
        except ConnectionClosed:
            pass
        return None

    async def refuse(self, sentence: str) -> None:
        await self._connection.close(POLICY, sentence)

    async def play(self, program: VisitProgram) -> None:
        """Relay both directions until the program or the page ends, or the visitor is idle for too long."""
        async with asyncio.TaskGroup() as tasks:
            keys = tasks.create_task(self._keys(program))
            idle = tasks.create_task(self._watch_idle())
            try:
                await self._screen(program)
            finally:
                keys.cancel()
                idle.cancel()

    async def _screen(self, program: VisitProgram) -> None:
        try:
            while data := await program.read():
                await self._connection.send(data)
            await self._connection.close(ENDED, _("The game has ended."))
        except ConnectionClosed:
            pass

    async def _keys(self, program: VisitProgram) -> None:
        with suppress(ConnectionClosed):  # the connection broke, or a message was too long
            await self._pass_on(program)
        program.hang_up()

    async def _pass_on(self, program: VisitProgram) -> None:
        async for message in self._connection:
            self._idle.key_came()
            if isinstance(message, bytes):
                await program.write(message)
                continue
            try:
                program.resize(Resized.model_validate_json(message).size.within(self._largest))
            except ValidationError:
                await self.refuse(_("The page sent something that is no size."))
                return

    async def _watch_idle(self) -> None:
        await self._idle.wait()
        await self._connection.close(ENDED, _("Nobody has played for a while. Your game is kept."))
