"""Errand: a short visit to a server by a command, which has no screen."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from piecement.client.client import Client, Meet
from piecement.client.state import ClientState, ConnectionState
from piecement.net.address import Address
from piecement.net.carriers import connect
from piecement.net.errors import OnlineError
from piecement.net.messages.accounts import AskExport
from piecement.net.messages.base import Numbered
from piecement.session.session import Clock

TIMEOUT_S: Final = 30.0
"""Time limit for a reply (s)."""


class ErrandError(Exception):
    """The server refuses or is missing; the text is one sentence."""


class Errand:
    """Client that sends requests one after another."""

    def __init__(
        self, address: Address, name: str, token: str | None, clock: Clock, *, timeout_s: float, meet: Meet
    ) -> None:
        self._changes: Final[asyncio.Queue[str]] = asyncio.Queue()
        self._address: Final = address
        self._timeout_s: Final = timeout_s
        self.client: Final = Client(
            address, name, clock=clock, notify=self._changes.put_nowait, connect=connect, token=token, meet=meet
        )

    @property
    def state(self) -> ClientState:
        return self.client.state

    async def request(self, reply: str, *messages: Numbered) -> ClientState:
        """Send messages, and return the state after a reply of a given type. Raises `ErrandError`."""
        for message in messages:
            self.client.send(message)
        try:
            async with asyncio.timeout(self._timeout_s):
                while (change := await self._changes.get()) != reply:
                    self._check(change)
        except TimeoutError:
            raise ErrandError(
                OnlineError("no_answer", address=self._address, seconds=self._timeout_s).sentence
            ) from None
        return self.state

    async def account_export(self) -> str:
        """Return everything that the server has of the account, as JSON. Raises `ErrandError`."""
        state = await self.request("export", AskExport())
        while state.export_length is not None and len(state.export) < state.export_length:
            state = await self.request("export", AskExport(after=len(state.export)))
        return state.export

    def _check(self, change: str) -> None:
        state = self.state
        if change in {"error", "refused", "bye"} or (
            change == "contact" and state.contact is not ConnectionState.CONNECTED
        ):
            raise ErrandError(state.sentence)


@asynccontextmanager
async def at_server(
    address: Address,
    name: str,
    token: str | None,
    clock: Clock,
    *,
    timeout_s: float = TIMEOUT_S,
    meet: Meet = lambda _address, _id, _token: None,
) -> AsyncGenerator[Errand]:
    """Connect, and wait for the profile of the account. Raises `ErrandError`."""
    errand = Errand(address, name, token, clock, timeout_s=timeout_s, meet=meet)
    running = asyncio.get_running_loop().create_task(errand.client.run())
    try:
        await errand.request("profile")
        if errand.client.token != token:  # another token was sent to the server meanwhile
            await errand.request("profile")
        yield errand
    finally:
        errand.client.close()
        await running


def align_lines(lines: Sequence[tuple[str, str]]) -> str:
    """Return titles and values, one pair per line, with the values aligned."""
    width = max((len(title) for title, _ in lines), default=0)
    return "".join(f"{title:<{width}}  {value}".rstrip() + "\n" for title, value in lines)
