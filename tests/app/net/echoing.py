"""A small server over real sockets, which says again what is said, and a client that comes back by itself."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from piecement_net.address import Address
from piecement_net.carriers import Carrier, Listener
from piecement_net.client_link import ClientLink
from piecement_net.endpoints import connect, serve
from piecement_net.errors import RESUMABLE, OnlineError
from piecement_net.limits import ServerLimits
from piecement_net.messages.base import Message
from piecement_net.messages.from_client import Hello, Inputs, Resume
from piecement_net.messages.from_server import Tick, Welcome
from piecement_net.network_clock import clock_ns
from piecement_net.rate_limits import CostLedger
from piecement_server.connections import ServerConnection, Sessions
from tests.app.net import certificates
from tests.app.server.virtual import HELLO

AnyMessage = TypeVar("AnyMessage", bound=Message)

_TIMERS_S: Final = 0.02


class EchoServer:
    """Answers each batch of inputs by a tick of the same time."""

    def __init__(self, limits: ServerLimits | None = None) -> None:
        self.limits: Final = limits or ServerLimits()
        self.sessions: Final = Sessions(self.limits, "test 1")
        self.ledger: Final = CostLedger(self.limits)
        self.errors: Final[list[str]] = []
        self.received: Final[list[Message]] = []
        self.served = 0
        """How many connections have ended."""
        self.open = 0
        """How many connections there are."""

    async def serve(self, carrier: Carrier) -> None:
        try:
            self.ledger.enter(carrier.peer, clock_ns())
        except OnlineError as error:
            self.errors.append(error.code)
            return
        connection = ServerConnection(self.sessions, clock_ns())
        self.open += 1
        timers = asyncio.create_task(self._timers(connection, carrier))
        try:
            while data := await carrier.receive():
                for message in connection.receive(data, clock_ns()):
                    self._got(connection, message)
                carrier.send(connection.data_to_send())
                if connection.session is not None and connection.session.ended:
                    return
        except OnlineError as error:
            self._ended(connection, carrier, error)
        finally:
            timers.cancel()
            connection.lost(clock_ns())
            self.ledger.leave(carrier.peer)
            self.open -= 1
            self.served += 1

    async def _timers(self, connection: ServerConnection, carrier: Carrier) -> None:
        try:
            while True:
                await asyncio.sleep(_TIMERS_S)
                connection.timers(clock_ns())
                carrier.send(connection.data_to_send())
        except OnlineError as error:
            self._ended(connection, carrier, error)
            carrier.close()

    def _got(self, connection: ServerConnection, message: Message) -> None:
        session = connection.session
        assert session is not None
        if isinstance(message, Hello):
            session.seat_payer = ""
        else:
            self.received.append(message)
        if isinstance(message, Inputs):
            session.send(Tick(w=message.to), clock_ns())

    def _ended(self, connection: ServerConnection, carrier: Carrier, error: OnlineError) -> None:
        self.errors.append(error.code)
        try:
            carrier.send(connection.data_to_send())
        except OnlineError:
            return


FREE: Final = Address("tcp", "127.0.0.1", 0)
"""Any port that is free."""


@asynccontextmanager
async def echoing(server: EchoServer, address: Address = FREE) -> AsyncGenerator[Listener]:
    """Start an echoing server."""
    tls = certificates.for_server() if address.kind == "wss" else None
    listener = await serve(address, server.serve, server.ledger, tls=tls)
    try:
        yield listener
    finally:
        await listener.close()


class Player:
    """A client over a real connection, which connects again when that is cut."""

    def __init__(self, address: Address, hello: Hello = HELLO, resume: Resume | None = None) -> None:
        self._address = address
        self._carrier: Carrier | None = None
        self._changed = asyncio.Event()
        self.link: Final = ClientLink(hello, clock_ns(), resume=resume)
        self.received: Final[list[Message]] = []
        self.failures: Final[list[str]] = []

    @asynccontextmanager
    async def playing(self) -> AsyncGenerator[None]:
        """Be connected; leave at the end."""
        task = asyncio.create_task(self.run())
        await self.first(Welcome)
        yield
        task.cancel()
        await asyncio.wait([task])

    async def run(self) -> None:
        """Be connected until the link ends."""
        tls = certificates.for_client() if self._address.kind == "wss" else None
        while not self.link.ended:
            try:
                self._carrier = await connect(self._address, tls=tls)
                await self._talk(self._carrier)
            except OnlineError as error:
                self.failures.append(error.code)
                self.link.ended |= error.code not in RESUMABLE
            finally:
                if self._carrier is not None:
                    self._carrier.close()
                    await self._carrier.wait_closed()
            self._carrier = None
            self.link.lost(clock_ns())
            await asyncio.sleep(max(0, self.link.retry_ns - clock_ns()) / 1e9)

    def hear(self, message: Message) -> None:
        self.received.append(message)

    def send(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.link.send(message, clock_ns())
        if self._carrier is not None:
            self._carrier.send(self.link.data_to_send())

    async def ticks(self, count: int) -> list[int]:
        """Return the times of all ticks, after there are so many."""
        while len(times := [message.w for message in self.received if isinstance(message, Tick)]) < count:
            self._changed.clear()
            await self._changed.wait()
        return times

    async def first(self, kind: type[AnyMessage]) -> AnyMessage:
        """Return the first message of a kind, when it has come."""
        return (await self.count(kind, 1))[0]

    async def count(self, kind: type[AnyMessage], least: int) -> list[AnyMessage]:
        """Return the messages of a kind, when so many have come."""
        while len(found := [message for message in self.received if isinstance(message, kind)]) < least:
            self._changed.clear()
            await self._changed.wait()
        return found

    async def _talk(self, carrier: Carrier) -> None:
        self.link.connect(clock_ns())
        carrier.send(self.link.data_to_send())
        timers = asyncio.create_task(self._timers(carrier))
        try:
            while data := await carrier.receive():
                for message in self.link.receive(data, clock_ns()):
                    self.hear(message)
                carrier.send(self.link.data_to_send())
                self._changed.set()
        finally:
            timers.cancel()

    async def _timers(self, carrier: Carrier) -> None:
        try:
            while True:
                await asyncio.sleep(_TIMERS_S)
                self.link.timers(clock_ns())
                carrier.send(self.link.data_to_send())
        except OnlineError as error:
            self.failures.append(error.code)
            carrier.close()
