"""Server and token options shared by the account and hand-in commands."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable

from piecement.cli.usage import UsageError
from piecement.language import _
from piecement.online.address import Address
from piecement.online.errand import Errand, ErrandError, at_server
from piecement.online.errors import OnlineError
from piecement.online.player_name import player_name
from piecement.storage.account_tokens import AccountTokens
from piecement.storage.store import Store
from piecement.terminal.clock import now_ns


def add_server(parser: ArgumentParser) -> None:
    """Add the argument for the server."""
    parser.add_argument(
        "server",
        nargs="?",
        default="",
        metavar="SERVER",
        help=_("the server, as for join; without it the last one that was played on"),
    )


def server_of(asked: Namespace, store: Store) -> Address:
    """Return the address of the requested server. Raises `UsageError`."""
    last = next(iter(store.load_settings().settings.online.servers), "")
    if not asked.server and not last:
        raise UsageError(_("no server is named, and none was played on yet."))
    try:
        return Address.parse(asked.server or last)
    except OnlineError as error:
        raise UsageError(error.told) from None


def go(address: Address, store: Store, do: Callable[[Errand, AccountTokens], Awaitable[str]]) -> int:
    """Run an errand at a server and print its result; return the exit status."""
    tokens = AccountTokens(store.paths.data)
    name = player_name(store.load_settings().settings.online.name)

    def meet(met: Address, server_id: str, said: str | None) -> str | None:
        return tokens.meet(str(met), server_id, said, met.may_learn)

    async def run() -> str:
        async with at_server(address, name, tokens.of(str(address)), now_ns, meet=meet) as errand:
            return await do(errand, tokens)

    try:
        sys.stdout.write(asyncio.run(run()))
    except ErrandError as error:
        sys.stderr.write(f"piecement: {error}\n")
        return 1
    return 0
