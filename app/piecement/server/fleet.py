"""A server's place in a fleet: what it tells the others by way of NATS, and what it hears of them.

Each room is at one server. Every server tells all others of its rooms when they change, and each second that it is
there; whoever has not been heard of for some seconds is gone (see `directory`). So nothing is stored at the broker: it
may be started anew at any time, and so may each server. Who opens a new room is chosen by the broker, among those that
have room for one. Without the broker, a server serves its own rooms.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from pydantic import BaseModel, Field, StringConstraints, ValidationError

from piecement.online.directory import Directory
from piecement.online.lobby import Lobby
from piecement.online.messages import RoomLine
from piecement.online.round_clock import clock_ns
from piecement.server.fleet_settings import FleetSettings
from piecement.server.log import Log

_NEWS: Final = "piecement.news"
_TELL: Final = "piecement.tell"
"""Asks all for their rooms."""
_OPEN: Final = "piecement.open"
"""Asks one, whichever, whether a room can be opened there."""
_GROUP: Final = "servers"
_TICK_S: Final = 1.0
_PLACE_S: Final = 1.0
"""How long is waited for a server that opens a room."""
_CONNECT_S: Final = 2
_MOST_ROOMS: Final = 2_000

_Name = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]


class _News(BaseModel):
    """What a server says of itself."""

    name: _Name
    address: _Name
    rooms: Annotated[tuple[RoomLine, ...], Field(max_length=_MOST_ROOMS)] | None = None
    """All of them; None where nothing has changed."""
    ended: bool = False


@dataclass(slots=True)
class _Told:
    """What the others know."""

    rooms: tuple[RoomLine, ...] | None = None
    subscription: Subscription | None = None
    """Where it is asked to open rooms."""


class Fleet:
    """The other servers, for one server."""

    def __init__(
        self,
        settings: FleetSettings,
        lobby: Lobby,
        directory: Directory,
        log: Log,
        *,
        clock: Callable[[], int] = clock_ns,
    ) -> None:
        self._settings: Final = settings
        self._lobby: Final = lobby
        self._directory: Final = directory
        self._log: Final = log
        self._clock: Final = clock
        self._client = Client()
        self._told = _Told()
        self._leaving: Final = asyncio.Event()
        self._address = settings.address

    async def take_part(self, address: str) -> None:
        """Tell and hear until `leave`. `address` is where clients connect, unless the settings say."""
        self._address = self._settings.address or address
        try:
            while not self._is_leaving:
                await self._connect()
                while self._client.is_connected and not self._is_leaving:
                    await self._tick()
                    await self._rest()
                if not self._is_leaving:
                    self._log.warning("fleet lost", url=self._settings.url)
        finally:
            await self._end()

    def leave(self) -> None:
        """Have `take_part` end soon; it is not cancelled, for a client that connects may swallow that."""
        self._leaving.set()

    @property
    def _is_leaving(self) -> bool:
        return self._leaving.is_set()

    async def _rest(self) -> None:
        """Wait for the next tick, or for the end."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._leaving.wait(), _TICK_S)

    async def find(self) -> str | None:
        """Return the address of a server that opens a room, or None where this one does, or nobody answers."""
        if not self._client.is_connected:
            return None
        try:
            answer = await self._client.request(_OPEN, timeout=_PLACE_S)
        except (NatsError, TimeoutError):
            return None
        address = answer.data.decode(errors="replace")
        return None if address == self._address else address

    async def _connect(self) -> None:
        """Connect to the broker, as often as it takes.

        Each connection is a client of its own, for one that reconnects by itself may hang (nats-py 2.16).
        """
        is_first = True
        while not self._is_leaving:
            self._client, self._told = Client(), _Told()
            try:
                await self._client.connect(
                    self._settings.url,
                    name=self._settings.name,
                    connect_timeout=_CONNECT_S,
                    allow_reconnect=False,
                    error_cb=self._failed,
                )
                break
            except (NatsError, OSError, TimeoutError) as error:
                if is_first:
                    self._log.error("fleet not reached", url=self._settings.url, text=str(error))
                is_first = False
                await self._rest()
        if not self._client.is_connected:
            return
        with suppress(NatsError):
            await self._client.subscribe(_NEWS, cb=self._hear)
            await self._client.subscribe(_TELL, cb=self._asked)
            await self._client.publish(_TELL)
        self._log.info("fleet reached", url=self._settings.url, name=self._settings.name)

    async def _tick(self) -> None:
        """Tell of what has changed, and say whether rooms may be opened here."""
        rooms = self._lobby.own_lines()
        with suppress(NatsError):
            await self._say(rooms=None if rooms == self._told.rooms else rooms)
            self._told.rooms = rooms
            await self._offer()

    async def _offer(self) -> None:
        told = self._told
        if self._lobby.has_place and told.subscription is None:
            told.subscription = await self._client.subscribe(_OPEN, _GROUP, cb=self._place)
        elif not self._lobby.has_place and told.subscription is not None:
            await told.subscription.unsubscribe()
            told.subscription = None

    async def _say(self, *, rooms: tuple[RoomLine, ...] | None = None, ended: bool = False) -> None:
        news = _News(name=self._settings.name, address=self._address, rooms=rooms, ended=ended)
        await self._client.publish(_NEWS, news.model_dump_json().encode())

    async def _end(self) -> None:
        """Tell the others that nobody is here any more."""
        with suppress(NatsError, TimeoutError):
            if self._client.is_connected:
                await self._say(ended=True)
                await self._client.flush(1)
            await self._client.close()

    # What comes from the broker

    async def _hear(self, message: Msg) -> None:
        try:
            news = _News.model_validate_json(message.data)
        except ValidationError as error:
            self._log.warning("news not read", errors=error.error_count())
            return
        if news.name == self._settings.name:
            return
        if news.ended:
            self._directory.left(news.name)
        elif news.rooms is not None:
            self._directory.heard(news.name, news.address, news.rooms, self._clock())
        elif not self._directory.alive(news.name, self._clock()):
            await self._client.publish(_TELL)

    async def _asked(self, _: Msg) -> None:
        self._told.rooms = None

    async def _place(self, message: Msg) -> None:
        await message.respond(self._address.encode())

    async def _failed(self, error: Exception) -> None:
        self._log.debug("fleet", text=str(error))
