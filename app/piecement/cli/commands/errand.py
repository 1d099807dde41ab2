"""Short connection to a server, for the commands that need no game on the screen."""

import asyncio
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import Final

from piecement.cli.arguments import Option
from piecement.cli.usage import UsageError
from piecement.client.client import Client
from piecement.client.state import ClientState, ConnectionState
from piecement.storage.store import Store
from piecement.storage.tokens import AccountTokens
from piecement.terminal.clock import now_ns
from piecement_base.language import N_, _
from piecement_net.address import Address
from piecement_net.clean_texts import player_name
from piecement_net.endpoints import connect
from piecement_net.errors import OnlineError
from piecement_net.messages.base import Numbered

_TIMEOUT_S: Final = 30.0
"""Time limit for a reply (s)."""
_REFUSALS: Final = ("error", "refused", "bye")
"""Types of the messages with which a server refuses."""

SERVER: Final = Option(
    "server", "SERVER", N_("server address, as for join (default: the last server you used)"), default="", number="?"
)
"""Argument that names the server."""


def server_address(options: Namespace, store: Store) -> Address:
    """Return the address of the requested server. Raises `UsageError` if there is none, or `OnlineError`."""
    last = next(iter(store.load_settings().settings.online.servers), "")
    if not options.server and not last:
        raise UsageError(_("no server given and none used before: add the address of a server."))
    return Address.parse(options.server or last)


class Errand:
    """Short connection to a server for requests, one after another."""

    def __init__(self, address: Address, store: Store) -> None:
        self._changes: Final[asyncio.Queue[str]] = asyncio.Queue()
        self._address: Final = address
        self._tokens: Final = AccountTokens(store.paths.data)
        self.client: Final = Client(
            address,
            player_name(store.load_settings().settings.online.name),
            clock=now_ns,
            notify=self._changes.put_nowait,
            connect=connect,
            token=self._tokens.of(str(address)),
            register_server=lambda at, server_id, sent: self._tokens.register_server(
                str(at), server_id, sent, at.may_receive_token_of
            ),
        )
        self.state: Final = self.client.state

    def run(self, do: Callable[["Errand"], Awaitable[str]]) -> int:
        """Connect, run an action and print its result; return the exit status."""
        try:
            sys.stdout.write(asyncio.run(self.visit(do)))
        except UsageError as error:  # refused by the server, or no connection
            sys.stderr.write(f"piecement: {error}\n")
            return 1
        return 0

    async def request(self, reply: str, *messages: Numbered) -> ClientState:
        """Send messages, and return the state after the reply; `reply` is its type, such as `profile`.

        Raises `UsageError` if the server refuses or does not answer.
        """
        for message in messages:
            self.client.send(message)
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                while (change := await self._changes.get()) != reply:
                    is_cut = change == "contact" and self.state.contact is not ConnectionState.CONNECTED
                    if is_cut or change in _REFUSALS:
                        raise UsageError(self.state.sentence)
        except TimeoutError:
            raise UsageError(OnlineError("no_answer", address=self._address, seconds=_TIMEOUT_S).sentence) from None
        return self.state

    def new_token(self) -> str:
        """Make and store a new token for the account at this server, and return it."""
        return self._tokens.make(str(self._address), self.state.server_id)

    async def visit(self, do: Callable[["Errand"], Awaitable[str]]) -> str:
        """Connect, wait for the account's profile, and run an action."""
        token = self.client.token
        running = asyncio.get_running_loop().create_task(self.client.run())
        try:
            await self.request("profile")
            if self.client.token != token:  # another token was sent to the server meanwhile
                await self.request("profile")
            return await do(self)
        finally:
            self.client.close()
            await running
