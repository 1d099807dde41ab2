"""A client and a server's sessions over a network in virtual time, whose connections are slow and are cut."""

import heapq
import random
from collections.abc import Callable
from itertools import count
from typing import Final

from piecement_net.client_link import ClientLink
from piecement_net.errors import OnlineError
from piecement_net.limits import ServerLimits
from piecement_net.messages.base import Message
from piecement_net.messages.from_client import Hello, Resume
from piecement_server.connections import ClientSession, ServerConnection, Sessions

MS: Final = 1_000_000
HELLO: Final = Hello(client="test 1", engine="1", rules_version=1, name="Ada")
SERVER_AHEAD_NS: Final = 77_000 * MS
"""The server's clock is another."""


class VirtualNet:
    """The time, and what happens when."""

    def __init__(self, seed: int, delay_ms: tuple[int, int] = (20, 20)) -> None:
        self.chance: Final = random.Random(seed)
        self.now = 0
        self.delay_ms = delay_ms
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._numbers = count()

    def after(self, ns: int, act: Callable[[], None]) -> None:
        heapq.heappush(self._due, (self.now + ns, next(self._numbers), act))

    def delay(self) -> int:
        return self.chance.randint(*self.delay_ms) * MS

    def run(self, until_ns: int) -> None:
        while self._due and self._due[0][0] <= until_ns:
            self.now, _, act = heapq.heappop(self._due)
            act()
        self.now = until_ns


class VirtualWire:
    """One connection: bytes arrive late, in order, in pieces; those on the way are lost when it is cut."""

    def __init__(self, net: VirtualNet, client: "VirtualClient", server: "VirtualServer") -> None:
        self._net = net
        self._client = client
        self._far = ServerConnection(server.sessions, server.now)
        self._server = server
        self._arrives = [0, 0]
        self.open = True

    def flush(self) -> None:
        self._carry(0, self._client.link.data_to_send(), self._at_server)
        self._carry(1, self._far.data_to_send(), self._at_client)

    def timers(self) -> None:
        try:
            self._far.timers(self._server.now)
        except OnlineError as error:
            self._failed(error)
        self.flush()

    def cut(self) -> None:
        if self.open:
            self.open = False
            self._client.lost()
            self._net.after(self._net.delay(), lambda: self._far.lost(self._server.now))

    def _carry(self, way: int, data: bytes, arrive: Callable[[bytes], None]) -> None:
        chance = self._net.chance
        while data:
            size = chance.randint(1, 300)
            self._arrives[way] = max(self._arrives[way], self._net.now + self._net.delay())
            piece, data = data[:size], data[size:]
            self._net.after(self._arrives[way] - self._net.now, lambda piece=piece: arrive(piece))  # type: ignore[misc]

    def _at_server(self, data: bytes) -> None:
        if self.open:
            try:
                for message in self._far.receive(data, self._server.now):
                    self._server.got(self._far, message)
            except OnlineError as error:
                self._failed(error)
            self.flush()

    def _at_client(self, data: bytes) -> None:
        if self.open:
            self._client.receive(data)
            self.flush()

    def _failed(self, error: OnlineError) -> None:
        self._server.errors.append(error.code)
        self.flush()
        self._net.after(self._net.delay() * 3, self.cut)


class VirtualServer:
    """The server: its sessions, and the messages that came, by session."""

    def __init__(self, net: VirtualNet, limits: ServerLimits | None = None) -> None:
        self._net = net
        self.sessions: Final = Sessions(limits or ServerLimits(), "test 1")
        self.received: Final[dict[str, list[Message]]] = {}
        self.arrivals: Final[list[str]] = []
        self.errors: Final[list[str]] = []

    @property
    def now(self) -> int:
        return self._net.now + SERVER_AHEAD_NS

    @property
    def session(self) -> ClientSession:
        """The only session."""
        (session,) = self.sessions.by_name.values()
        return session

    def got(self, connection: ServerConnection, message: Message) -> None:
        session = connection.session
        assert session is not None
        if isinstance(message, Hello):
            self.arrivals.append(connection.arrival)
            session.seat_payer = ""
        else:
            self.received.setdefault(session.name, []).append(message)


class VirtualClient:
    """A client that connects again whenever it may, and the messages that came."""

    def __init__(self, net: VirtualNet, server: VirtualServer, resume: Resume | None = None) -> None:
        self._net = net
        self._server = server
        self.link: Final = ClientLink(HELLO, net.now, resume=resume)
        self.wire: VirtualWire | None = None
        self.received: Final[list[Message]] = []
        self._timers()

    def receive(self, data: bytes) -> None:
        self.received.extend(self.link.receive(data, self._net.now))

    def send(self, message: Message) -> None:
        self.link.send(message, self._net.now)
        if self.wire is not None:
            self.wire.flush()

    def lost(self) -> None:
        self.link.lost(self._net.now)
        self.wire = None

    def _timers(self) -> None:
        if self.wire is None:
            if self._net.now >= self.link.retry_ns and not self.link.ended:
                self.wire = VirtualWire(self._net, self, self._server)
                self.link.connect(self._net.now)
                self.wire.flush()
        else:
            try:
                self.link.timers(self._net.now)
                self.wire.timers()
            except OnlineError:
                self.wire.cut()
        self._net.after(100 * MS, self._timers)
