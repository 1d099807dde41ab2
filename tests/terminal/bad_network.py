"""A network between real programs and a server that is late, sends a few bytes at a time, and breaks."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from queue import SimpleQueue
from threading import Thread
from typing import Final

from piecement_net.address import Address
from tests.app.net.proxy import Fault, Proxy, proxy_to
from tests.patience import PATIENCE_S

LATE_BITS: Final = Fault(delay_s=(0.005, 0.04), piece=64)


@dataclass(frozen=True)
class BadNetwork:
    """A proxy that runs in a thread of its own."""

    address: str
    """Where programs connect to."""
    _proxy: Proxy
    _loop: asyncio.AbstractEventLoop
    _end: asyncio.Event

    @property
    def connections(self) -> int:
        """Number of connections so far."""
        return self._proxy.connections

    def cut(self) -> None:
        """Break all connections, in the midst of what they carry."""
        self._loop.call_soon_threadsafe(self._proxy.cut_all)

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)


async def _pass_on(server: Address, ready: SimpleQueue[BadNetwork]) -> None:
    async with proxy_to(server.host, server.port) as proxy:
        proxy.fault, end = LATE_BITS, asyncio.Event()
        address = str(replace(server, port=proxy.port))
        ready.put(BadNetwork(address, proxy, asyncio.get_running_loop(), end))
        await end.wait()


@contextmanager
def bad_network(server: str) -> Generator[BadNetwork]:
    """Put a bad network before a server."""
    ready = SimpleQueue[BadNetwork]()
    thread = Thread(target=lambda: asyncio.run(_pass_on(Address.parse(server), ready)), daemon=True)
    thread.start()
    network = ready.get(timeout=PATIENCE_S)
    try:
        yield network
    finally:
        network.end()
        thread.join(PATIENCE_S)
