"""A fleet of servers, and the membership of one of them.

Each room is on one server. Every server publishes its changed rooms and its waiting players each second; a server that
is silent for some seconds counts as gone (see `Directory`). The broker therefore stores nothing: it may be restarted at
any time, and so may each server. The broker chooses the server that opens a new room, among those with
capacity; one of the servers pairs the waiting players (see `FleetQueue`). Without the broker, a server serves its own
rooms and pairs its own players.
"""

import asyncio
from contextlib import suppress
from functools import partial
from hashlib import sha256
from secrets import token_hex
from typing import Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from pydantic import ValidationError

from piecement_net.messages.rooms import RoomLine
from piecement_net.network_clock import clock_ns
from piecement_server.fleet_news import Directory, FleetSettings, News, QueuePairing
from piecement_server.fleet_queue import FleetQueue
from piecement_server.log import Log
from piecement_server.match_maker import MatchMaker
from piecement_server.rooms.lobby import Lobby

_NEWS: Final = "piecement.news"
"""Subject of news for all servers; with the name of a server, for that one alone."""
_REQUEST: Final = "piecement.tell"
"""Subject of requests for the whole room list of all servers; with a name, of that one."""
_OPEN: Final = "piecement.open"
"""Subject of requests to open a room, which one server of the group receives."""
_PAIRS: Final = "piecement.pairs"
"""Subject of pairings, with the name of the receiving server."""
_TICK_S: Final = 1.0
_PLACE_S: Final = 1.0
"""Time to wait for a server that opens a room (s)."""
_CONNECT_S: Final = 2


class Fleet:
    """Membership of one server in its fleet."""

    def __init__(
        self, settings: FleetSettings, lobby: Lobby, directory: Directory, match_maker: MatchMaker, log: Log
    ) -> None:
        self._settings: Final = settings
        self._lobby: Final = lobby
        self._directory: Final = directory
        self._match_maker: Final = match_maker
        self._queue: Final = FleetQueue(settings.name, directory, partial(token_hex, 16))
        self._number = 0
        """Number of changes of the rooms so far."""
        self._log: Final = log
        self._client = Client()
        self._rooms: dict[str, RoomLine] | None = None
        """Rooms published last over this connection, or None before the first time."""
        self._subscription: Subscription | None = None
        """Subscription to room requests, or None while the server is full."""
        self._leaving: Final = asyncio.Event()
        self._address = settings.address

    async def take_part(self, address: str) -> None:
        """Publish and receive until `leave`. `address` is the public address unless the settings name another."""
        self._address = self._settings.address or address
        try:
            while not self._leaving.is_set():
                await self._connect()
                while self._client.is_connected and not self._leaving.is_set():
                    await self._tick()
                    await self._wait_for_tick()
                self._match_maker.is_pairing = True
                if not self._leaving.is_set():
                    self._log.warning("fleet lost", url=self._settings.url)
        finally:
            await self._end()

    def leave(self) -> None:
        """End `take_part` soon."""
        self._leaving.set()

    async def _wait_for_tick(self) -> None:
        """Wait for the next tick, or for the end."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._leaving.wait(), _TICK_S)

    async def find_host(self) -> str | None:
        """Return the address of the server that opens a room, or None for this server or without a reply."""
        if not self._client.is_connected:
            return None
        try:
            answer = await self._client.request(_OPEN, timeout=_PLACE_S)
        except (NatsError, TimeoutError):
            return None
        address = answer.data.decode(errors="replace")
        return None if address == self._address else address

    async def _connect(self) -> None:
        """Connect to the broker, retrying until it succeeds or `leave`.

        Each connection has a new client: one that reconnects by itself may hang (nats-py 2.16).
        """
        is_first = True
        while not self._leaving.is_set():
            self._client, self._rooms, self._subscription = Client(), None, None
            try:
                await self._client.connect(
                    self._settings.url,
                    name=self._settings.name,
                    connect_timeout=_CONNECT_S,
                    allow_reconnect=False,
                    error_cb=self._on_error,
                )
                break
            except (NatsError, OSError, TimeoutError) as error:
                if is_first:
                    self._log.error("fleet not reached", url=self._settings.url, text=str(error))
                is_first = False
                await self._wait_for_tick()
        if not self._client.is_connected:
            return
        with suppress(NatsError):
            name = self._settings.name
            for subject, answer in ((_NEWS, self._on_news), (_REQUEST, self._on_request)):
                await self._client.subscribe(subject, cb=answer)
                await self._client.subscribe(_to(subject, name), cb=answer)
            await self._client.subscribe(_to(_PAIRS, name), cb=self._on_pairing)
            await self._client.publish(_REQUEST, reply=_to(_NEWS, name))
        self._log.info("fleet reached", url=self._settings.url, name=self._settings.name)

    async def _tick(self) -> None:
        """Publish changes, announce free capacity and pair waiting players."""
        rooms = {room.id: room for room in self._lobby.room_lines()}
        if rooms != (self._rooms or {}):
            self._number += 1
        with suppress(NatsError):
            await self._publish(self._news(rooms))
            self._rooms = rooms
            if self._lobby.has_place and self._subscription is None:
                self._subscription = await self._client.subscribe(_OPEN, "servers", cb=self._on_open)
            elif not self._lobby.has_place and self._subscription is not None:
                await self._subscription.unsubscribe()
                self._subscription = None
            await self._pair()

    def _news(self, rooms: dict[str, RoomLine]) -> News:
        published, before = self._rooms, self._rooms or {}
        changed = tuple(room for room in rooms.values() if before.get(room.id) != room)
        closed = tuple(before.keys() - rooms.keys())
        return News(
            name=self._settings.name,
            address=self._address,
            number=self._number,
            rooms=tuple(rooms.values()) if published is None else None,
            changed=() if published is None else changed,
            closed=closed,
            waiting=self._match_maker.lines(clock_ns()),
            has_place=self._lobby.has_place,
            queues=self._match_maker.is_open,
        )

    async def _pair(self) -> None:
        """Update the match maker with the state of the fleet, and send the pairings if this server makes them."""
        now_ns, maker = clock_ns(), self._match_maker
        maker.is_pairing = False
        maker.waiting_elsewhere = self._queue.waiting_elsewhere(now_ns)
        maker.other_server = self._queue.other_server(now_ns)
        for pairing in self._queue.make_pairings(now_ns):
            text = pairing.model_dump_json().encode()
            servers = dict.fromkeys((pairing.host, *(side.server for side in pairing.sides)))
            for server in servers:  # the host first, so that it expects both players
                if server == self._settings.name:
                    maker.apply_pairing(pairing, now_ns)
                else:
                    await self._client.publish(_to(_PAIRS, server), text)

    async def _publish(self, news: News) -> None:
        self._queue.published(news, clock_ns())
        await self._client.publish(_NEWS, _packed(news))

    async def _end(self) -> None:
        """Announce the end of this server, and close the connection."""
        with suppress(NatsError, TimeoutError):
            if self._client.is_connected:
                await self._publish(News(name=self._settings.name, address=self._address, ended=True))
                await self._client.flush(1)
            await self._client.close()

    # Messages from the broker

    async def _on_news(self, message: Msg) -> None:
        try:
            news = News.model_validate_json(message.data)
        except ValidationError as error:
            self._log.warning("news not read", errors=error.error_count())
            return
        if news.name != self._settings.name and not self._directory.apply(news, clock_ns()):
            await self._client.publish(_to(_REQUEST, news.name), reply=_to(_NEWS, self._settings.name))

    async def _on_request(self, message: Msg) -> None:
        """Reply with all rooms as they were published last."""
        if self._rooms is not None:
            news = self._news(self._rooms).model_copy(update={"rooms": tuple(self._rooms.values())})
            await message.respond(_packed(news))

    async def _on_pairing(self, message: Msg) -> None:
        try:
            pairing = QueuePairing.model_validate_json(message.data)
        except ValidationError as error:
            self._log.warning("pairing not read", errors=error.error_count())
            return
        self._match_maker.apply_pairing(pairing, clock_ns())

    async def _on_open(self, message: Msg) -> None:
        await message.respond(self._address.encode())

    async def _on_error(self, error: Exception) -> None:
        self._log.debug("fleet", text=str(error))


def _packed(news: News) -> bytes:
    return news.model_dump_json(exclude_defaults=True).encode()


def _to(subject: str, server: str) -> str:
    """Return the subject for one server, with a digest: names may hold letters that subjects may not."""
    return f"{subject}.{sha256(server.encode()).hexdigest()[:16]}"
