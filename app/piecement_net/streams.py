"""Carriers over byte streams: TCP and unix sockets."""

import asyncio
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from piecement_net.address import Address
from piecement_net.carriers import LINGER_S, Listener
from piecement_net.counted_sockets import listening_sockets
from piecement_net.errors import OnlineError
from piecement_net.limits import SendGauge, ServerLimits
from piecement_net.network_clock import clock_ns

_READ: Final = 16 * 1024
"""Maximum number of bytes that are read at once: what is discarded takes time too."""
_MOST_UNREAD: Final = 64 * 1024
"""Number of unread bytes at which reading from the socket pauses."""


class StreamCarrier(asyncio.BufferedProtocol):
    """Connection over a byte stream."""

    _transport: asyncio.Transport
    """Known from the first call on, which is `connection_made`."""

    def __init__(self, limits: ServerLimits, on_open: "Callable[[StreamCarrier], None] | None" = None) -> None:
        self._gauge = SendGauge(limits)
        self._on_open = on_open
        self._buffer: Final = memoryview(bytearray(_READ))
        self._unread = bytearray()
        self._ended = False
        self._closing = False
        self._may_read: Final = asyncio.Event()
        self._lost: Final = asyncio.Event()
        self.peer = ""

    def send(self, data: bytes) -> None:
        if self._transport.is_closing() or self._closing:
            return
        if data:
            self._transport.write(data)
        self._gauge.wrote(len(data), self._transport.get_write_buffer_size(), clock_ns())

    async def receive(self) -> bytes:
        while not self._unread and not self._ended:
            self._may_read.clear()
            await self._may_read.wait()
        data = bytes(self._unread)
        self._unread.clear()
        if not self._ended:
            self._transport.resume_reading()
        return data

    def close(self) -> None:
        transport = self._transport
        self._end()
        if self._closing or transport.is_closing():
            return
        self._closing = True
        asyncio.get_running_loop().call_later(LINGER_S, transport.abort)
        if transport.can_write_eof():
            with suppress(OSError):  # the other side may be gone
                transport.write_eof()  # input is still read: a reset would lose the last messages
                transport.resume_reading()
        else:
            transport.close()

    async def wait_closed(self) -> None:
        await self._lost.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not isinstance(transport, asyncio.Transport):
            raise TypeError(f"{transport!r} is no transport of a stream")
        self._transport = transport
        peer = transport.get_extra_info("peername")
        self.peer = "" if not peer or isinstance(peer, str | bytes) else str(peer[0])
        if self._on_open is not None:
            self._on_open(self)

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        if self._closing:
            return
        self._unread += self._buffer[:nbytes]
        if len(self._unread) >= _MOST_UNREAD:
            self._transport.pause_reading()
        self._may_read.set()

    def eof_received(self) -> bool:
        self._end()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        self._lost.set()

    def _end(self) -> None:
        self._ended = True
        self._may_read.set()


async def connect_stream(address: Address, limits: ServerLimits) -> StreamCarrier:
    """Connect to a TCP server or a unix socket. Raises `OSError` or `OnlineError`."""
    loop = asyncio.get_running_loop()
    if address.kind == "unix":
        _check_unix(address)
        _, carrier = await loop.create_unix_connection(lambda: StreamCarrier(limits), address.path)
    else:
        _, carrier = await loop.create_connection(lambda: StreamCarrier(limits), address.host, address.port)
    return carrier


async def serve_stream(address: Address, listener: Listener) -> None:
    """Listen for TCP connections, or at a unix socket. Raises `OSError` or `OnlineError`."""
    loop = asyncio.get_running_loop()

    def carrier() -> StreamCarrier:
        return StreamCarrier(listener.ledger.limits, listener.begin)

    if address.kind == "unix":
        _check_unix(address)
        await _check_free(address)
        listener.stopping.callback(Path(address.path).unlink, missing_ok=True)
        server = await loop.create_unix_server(carrier, address.path, start_serving=False)
        listener.stopping.callback(server.close)
        Path(address.path).chmod(0o600)  # until it listens, nobody can connect
        await server.start_serving()
        listener.addresses.append(str(address))
    else:
        for bound in await listening_sockets(address, listener.ledger):
            listener.addresses.append(str(Address("tcp", *bound.getsockname()[:2])))
            listener.stopping.callback((await loop.create_server(carrier, sock=bound)).close)


def _check_unix(address: Address) -> None:
    if sys.platform == "win32" or not hasattr(socket, "AF_UNIX"):
        raise OnlineError("no_unix_sockets", address=address)


async def _check_free(address: Address) -> None:
    """Raise `OnlineError` if a server uses the socket already: listening would replace its file."""
    try:
        transport, _ = await asyncio.get_running_loop().create_unix_connection(asyncio.Protocol, address.path)
    except OSError:
        return
    transport.close()
    raise OnlineError("listens_already", address=address)
