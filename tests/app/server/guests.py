"""Players at real servers, who take their time as people do."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

from piecement.client.client import Client
from piecement.client.state import ConnectionState
from piecement_net.address import Address
from piecement_net.endpoints import connect
from piecement_net.messages.from_client import AskRooms
from piecement_net.network_clock import clock_ns
from tests.app.net.served import Served
from tests.patience import PATIENCE_S

_ASK_S: Final = 1.2
"""Interval between two requests for the rooms: a little longer than a server asks for."""


class Guest:
    """Somebody who is connected to a server."""

    def __init__(self, address: Address, name: str, token: str | None = None) -> None:
        self.client = Client(address, name, clock=clock_ns, notify=self._note, connect=connect, token=token)
        self._changed = asyncio.Event()
        self._running = asyncio.create_task(self.client.run())

    def _note(self, _: str) -> None:
        self._changed.set()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something holds; ask for the rooms meanwhile."""
        asking = asyncio.create_task(self._ask())
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not is_so():
                    self._changed.clear()
                    await self._changed.wait()
        finally:
            asking.cancel()

    async def _ask(self) -> None:
        while True:
            if self.client.state.contact is ConnectionState.CONNECTED and self.client.state.room is None:
                self.client.send(AskRooms())
            await asyncio.sleep(_ASK_S)

    async def connected(self) -> None:
        await self.until(lambda: self.client.state.contact is ConnectionState.CONNECTED)

    @property
    def rooms(self) -> list[str]:
        return [room.name for room in self.client.state.rooms or ()]

    @property
    def players(self) -> list[str]:
        return [player.name for player in self.client.state.room.players] if self.client.state.room else []

    @property
    def has_both(self) -> bool:
        return sorted(self.players) == ["Ann", "Ben"]

    def stop(self) -> None:
        """End as a program that is killed: without a goodbye."""
        self._running.cancel()

    async def close(self) -> None:
        self.client.close()
        await asyncio.wait((self._running,))


def guests(*servers: Served) -> AbstractAsyncContextManager[list[Guest]]:
    """Give one at each server, connected."""
    return guests_at(*((server.addresses[0], name) for server, name in zip(servers, ("Ann", "Ben"), strict=True)))


@asynccontextmanager
async def guests_at(*places: tuple[Address, str]) -> AsyncGenerator[list[Guest]]:
    """Give one at each address, of this name, connected."""
    there = [Guest(address, name) for address, name in places]
    try:
        for guest in there:
            await guest.connected()
        yield there
    finally:
        for guest in there:
            await guest.close()
