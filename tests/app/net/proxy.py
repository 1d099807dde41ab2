"""A proxy between real sockets that makes a network bad: it delays, dribbles, holds up and cuts.

It listens at a port of its own and passes bytes on to a server, each way as `fault` says.
"""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

_APART_S: Final = 1e-6
"""What is due at the same time would not stay in order."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Faults of the bytes of a connection, in both directions."""

    delay_s: tuple[float, float] = (0.0, 0.0)
    """How long each piece is under way, drawn between these; pieces stay in order."""
    piece: int = 1 << 16
    """The most bytes of a piece."""
    cut_after: int | None = None
    """After how many bytes the connection is cut, in the midst of a line or not."""
    stalled: bool = False
    """Whether nothing passes at all, though the connection is open."""


class Proxy:
    """The proxy; `fault` may be changed at any time."""

    def __init__(self, host: str, port: int, seed: int) -> None:
        self._server = (host, port)
        self._chance: Final = random.Random(seed)
        self._open: Final[set[asyncio.StreamWriter]] = set()
        self.fault = Fault()
        self.port = 0
        self.connections = 0
        """How many there were."""

    def cut_all(self) -> None:
        """Cut all connections at once, whatever is on its way."""
        for writer in self._open:
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            there, back = await asyncio.open_connection(*self._server)
        except OSError:
            writer.transport.abort()
            return
        self._open.update((writer, back))
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pass(reader, back))
                both.create_task(self._pass(there, writer))
        except* ConnectionError:
            pass
        finally:
            for end in (writer, back):
                self._open.discard(end)
                end.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        passed, arrives = 0, loop.time()
        while data := await reader.read(self.fault.piece):
            while self.fault.stalled:
                await asyncio.sleep(0.01)
            passed += len(data)
            if self.fault.cut_after is not None and passed > self.fault.cut_after:
                raise ConnectionAbortedError
            arrives = max(arrives + _APART_S, loop.time() + self._chance.uniform(*self.fault.delay_s))
            loop.call_at(arrives, _write(writer, data))
            if self.fault.piece < 100:
                await asyncio.sleep(0)
        raise ConnectionResetError  # so that the other direction ends as well


def _write(writer: asyncio.StreamWriter, data: bytes) -> Callable[[], None]:
    return lambda: None if writer.is_closing() else writer.write(data)


@asynccontextmanager
async def proxy_to(host: str, port: int, seed: int = 1) -> AsyncGenerator[Proxy]:
    """Start a proxy before a server."""
    proxy = Proxy(host, port, seed)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.cut_all()
        await asyncio.sleep(0)
