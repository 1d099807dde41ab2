"""WebSockets with and without TLS, by the package `websockets`: one text frame per line."""

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from websockets.asyncio.client import connect as open_websocket
from websockets.asyncio.connection import Connection, broadcast
from websockets.asyncio.server import Server, ServerConnection
from websockets.asyncio.server import serve as serve_websockets
from websockets.exceptions import ConcurrencyError, ConnectionClosed, InvalidMessage, WebSocketException
from websockets.frames import Frame
from websockets.protocol import Event
from websockets.typing import Subprotocol

from piecement_net.address import Address
from piecement_net.carriers import LINGER_S, OPEN_S, Listener
from piecement_net.counted_sockets import listening_sockets
from piecement_net.errors import OnlineError
from piecement_net.limits import SendGauge, ServerLimits
from piecement_net.loop_shares import CHUNK
from piecement_net.network_clock import clock_ns
from piecement_net.rate_limits import CostLedger, network_of
from piecement_net.wire import LONGEST_FROM_CLIENT, LONGEST_HISTORY

_SUBPROTOCOL: Final = Subprotocol("piecement.1")
_LONGEST_FRAME: Final = 4 * LONGEST_FROM_CLIENT
"""Maximum size of a frame (bytes), above that of a message: one slightly too long is still refused with a reply."""
_SILENT: Final = logging.getLogger("piecement.websocket")
"""Silent logger: failed handshakes are expected on an open port."""
_SILENT.addHandler(logging.NullHandler())
_SILENT.propagate = False
_COMMON: Final[dict[str, Any]] = {  # keyword arguments of both ends
    "subprotocols": [_SUBPROTOCOL],
    "compression": None,
    "open_timeout": OPEN_S,
    "close_timeout": LINGER_S,
    "ping_interval": None,
    "max_queue": 4,
}


_SMALL_CHUNK: Final = 8
"""Maximum number of bytes read at once from an address that has used up its turn: one or two frames."""


class CountedConnection(ServerConnection, asyncio.BufferedProtocol):
    """Server's end of a WebSocket, which is cut off when its address has sent more frames than its share.

    Input is read in pieces, one in each turn of the event loop: a single read may hold 40,000 empty frames.
    """

    def __init__(self, *given: Any, ledger: CostLedger, behind_proxy: bool, **options: Any) -> None:
        """Pass the arguments of `ServerConnection` on; the ledger counts the frames."""
        super().__init__(*given, **options)
        self._ledger: Final = ledger
        self._behind_proxy: Final = behind_proxy
        self._chunk: Final = memoryview(bytearray(CHUNK))
        self._frames = 0
        """Number of frames in the present piece."""

    @property
    def _payer(self) -> str:
        return network_of(peer_of(self, behind_proxy=self._behind_proxy))

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._chunk[: _SMALL_CHUNK if self._ledger.loop_shares.is_over(self._payer) else CHUNK]

    def buffer_updated(self, nbytes: int) -> None:
        began_ns = clock_ns()
        self.data_received(bytes(self._chunk[:nbytes]))
        payer = self._payer
        if self._frames and not self._ledger.spend("frame", [payer], began_ns, self._frames):
            self._ledger.refusals["too_many_messages"] += 1
            self.transport.abort()
        self._frames = 0
        self._ledger.loop_shares.charge(payer, began_ns)

    def process_event(self, event: Event) -> None:
        self._frames += isinstance(event, Frame)
        super().process_event(event)


class WebSocketCarrier:
    """Connection over a WebSocket."""

    def __init__(self, connection: Connection, peer: str, limits: ServerLimits) -> None:
        self._connection = connection
        self._gauge = SendGauge(limits)
        self._closing: asyncio.Task[None] | None = None
        self._ended = False
        """Whether there is nothing more to read."""
        self.peer: Final = peer

    def send(self, data: bytes) -> None:
        if self._closing is not None:
            return
        for line in data.splitlines():  # `broadcast` does not wait for the reader, as `send` of a connection does
            broadcast([self._connection], line, text=True)
        self._gauge.wrote(len(data), self._connection.transport.get_write_buffer_size(), clock_ns())

    async def receive(self) -> bytes:
        try:
            return await self._connection.recv(decode=False) + b"\n"
        except ConnectionClosed:
            self._ended = True
            return b""

    def close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close())

    async def _close(self) -> None:
        """Close the connection while discarding input: the other side's close frame follows all of it."""
        closing = asyncio.get_running_loop().create_task(self._connection.close())
        with suppress(ConnectionClosed, ConcurrencyError):
            while not self._ended:
                await self._connection.recv(decode=False)
        await closing

    async def wait_closed(self) -> None:
        await self._connection.wait_closed()


async def connect(address: Address, limits: ServerLimits, tls: ssl.SSLContext | None) -> WebSocketCarrier:
    """Connect to a WebSocket server. Raises `OSError` or `OnlineError`."""
    # `websockets` types these arguments one by one.
    given: dict[str, Any] = {"ssl": tls or ssl.create_default_context()} if address.kind == "wss" else {}
    options: dict[str, Any] = {"max_size": LONGEST_HISTORY + 1, "user_agent_header": None, **_COMMON, **given}
    try:
        connection = await open_websocket(str(address), **options)
    except InvalidMessage:
        raise OnlineError("no_websocket", address=address) from None
    except WebSocketException as error:
        raise OnlineError("unreachable", address=address, why=error) from None
    return WebSocketCarrier(connection, address.host, limits)


async def serve(address: Address, listener: Listener, tls: ssl.SSLContext | None, *, behind_proxy: bool) -> None:
    """Listen for WebSockets. Raises `OSError`.

    Requests from web pages are rejected: any page could otherwise connect to a server on the computer of its reader.
    """

    async def begin(connection: ServerConnection) -> None:
        await listener.serve(
            WebSocketCarrier(connection, peer_of(connection, behind_proxy=behind_proxy), listener.ledger.limits)
        )

    secured: dict[str, Any] = {"ssl": tls, "ssl_handshake_timeout": OPEN_S} if tls else {}  # of many types
    options = {"origins": [None], "max_size": _LONGEST_FRAME, "logger": _SILENT, **secured, **_COMMON}
    for server in await serve_counted(begin, address, listener.ledger, behind_proxy=behind_proxy, **options):
        listener.stopping.callback(server.close, close_connections=False)
        host, port, *_ = server.sockets[0].getsockname()
        listener.addresses.append(str(Address(address.kind, host, port, address.path)))


async def serve_counted(
    begin: Callable[[ServerConnection], Awaitable[None]],
    address: Address,
    ledger: CostLedger,
    *,
    behind_proxy: bool,
    **options: Any,  # of websockets
) -> list[Server]:
    """Listen for WebSockets at each address of a host, with their frames counted. Raises `OSError`."""
    # A factory works, but the parameter is typed as a class.
    options["create_connection"] = partial(CountedConnection, ledger=ledger, behind_proxy=behind_proxy)
    sockets = await listening_sockets(address, ledger, behind_proxy=behind_proxy)
    return [await serve_websockets(begin, sock=bound, server_header=None, **options) for bound in sockets]


async def close_counted(servers: Sequence[Server]) -> None:
    """Close servers, with all connections."""
    loop = asyncio.get_running_loop()
    for server in servers:
        for bound in server.sockets:
            loop.remove_reader(bound)
    for _ in range(2):  # turns in which asyncio passes on what it has accepted: a closed server would leave it open
        await asyncio.sleep(0)
    for server in servers:
        server.close()
        await server.wait_closed()


def peer_of(connection: ServerConnection, *, behind_proxy: bool) -> str:
    """Return the IP address of a client: the one that the proxy reports, or else that of the socket."""
    if behind_proxy and connection.request is not None:
        seen = connection.request.headers.get_all("X-Forwarded-For")
        if seen:
            return seen[-1].rpartition(",")[2].strip()
    peer = connection.remote_address
    return str(peer[0]) if peer else ""
