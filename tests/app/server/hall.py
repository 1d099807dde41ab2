"""A real server in the process of the test: a hub with its stores and workers, at a port of this computer."""

import asyncio
import io
import json
import threading
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from piecement_base.database import Values
from piecement_net.address import Address
from piecement_net.endpoints import serve
from piecement_net.limits import Rate, ServerLimits
from piecement_server.connections import Sessions
from piecement_server.hub import Hub
from piecement_server.log import Log, Reports
from piecement_server.rooms.lobby import Lobby
from piecement_server.store.database import SqliteDatabase, UnreachableError
from piecement_server.store.store_thread import StoreThread
from piecement_server.store.stores import Stores

_MANY: Final = Rate(a_second=1000, at_once=1000)
"""Every command of a test connects anew."""


class FarDatabase(SqliteDatabase):
    """A database that may be away."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        super().__init__(None)

    def change(self, statement: str, values: Values = ()) -> int:
        if self._hall.is_away:
            raise UnreachableError("the database is away.")
        return super().change(statement, values)


class Hall:
    """A server that runs, and what it has."""

    is_away = False
    """Whether its database cannot be reached."""

    def __init__(self, folder: Path) -> None:
        self.said: Final = io.StringIO()
        self.folder: Final = folder
        self.address = Address("tcp", "127.0.0.1", 0)

    def _stores(self) -> Stores:
        return Stores(FarDatabase(self), lambda: time.time_ns() // 1_000_000)

    @property
    def events(self) -> list[Any]:  # what a line of the log is
        """Log of the server."""
        return [json.loads(line)["event"] for line in self.said.getvalue().splitlines()]

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[None]:
        """Serve."""
        log, limits = Log("warning", self.said), ServerLimits(tries_an_address=_MANY)
        thread = StoreThread(self._stores, log, retry_s=0.02)
        await thread.prepare()
        hub = Hub(Lobby(Random(1)), Sessions(limits, "test 1"), thread, Reports(self.folder / "reports"), log)
        listener = await serve(self.address, hub.serve, hub.ledger)
        self.address = Address.parse(str(listener.addresses[0]))
        keeping = asyncio.create_task(hub.run_timers())
        try:
            yield
        finally:
            keeping.cancel()
            await hub.drain(0)
            await listener.close()
            await thread.close()


@contextmanager
def hall_beside(folder: Path) -> Generator[Hall]:
    """Run a server in a thread of its own, for tests that have an event loop themselves."""
    hall, is_open, is_over = Hall(folder), threading.Event(), threading.Event()

    async def run() -> None:
        async with hall.open():
            is_open.set()
            await asyncio.to_thread(is_over.wait)

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    assert is_open.wait(30)
    try:
        yield hall
    finally:
        is_over.set()
        thread.join()
