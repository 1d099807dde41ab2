"""`piecement account` and `piecement hand-in`: accounts and leaderboards of a server, without the game."""

import asyncio
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from rich.cells import cell_len

from piecement.cli.arguments import FOLDER, Option
from piecement.cli.commands.stored_games import find_recording, open_store
from piecement.cli.names import read_name
from piecement.cli.usage import UsageError
from piecement.client.client import Client
from piecement.client.state import ClientState, ConnectionState
from piecement.render.cells import pad
from piecement.settings.retention import Retention
from piecement.storage.store import Store
from piecement.storage.tokens import AccountTokens
from piecement.terminal.clock import now_ns
from piecement.ui.texts.online import code_problem, games_text, match_text, rating_text
from piecement_base.atomic_file import is_stream, write_atomically
from piecement_base.language import N_, _, ngettext
from piecement_base.modes import mode_title
from piecement_net.address import Address
from piecement_net.clean_texts import LONGEST_NAME, player_name
from piecement_net.endpoints import connect
from piecement_net.errors import OnlineError
from piecement_net.messages.accounts import AskCode, AskExport, AskHistory, DeleteAccount, Rename, SignUp, UseCode
from piecement_net.messages.base import Numbered
from piecement_net.messages.leaderboards import parts_of

_TIMEOUT_S: Final = 30.0
"""Time limit for a reply (s)."""
_SERVER: Final = Option(
    "server", "SERVER", N_("server address, as for join (default: the last server you used)"), default="", number="?"
)
OPTIONS: Final = (
    _SERVER,
    (
        Option("--name", "NAME", N_("create an account with this name, or rename yours")),
        Option("--code", "", N_("print a one-time code for using the account on another machine")),
        Option("--use-code", "CODE", N_("use your account on this machine, with a code from another one")),
        Option(
            "--save",
            "FILE",
            N_("save everything the server stores about you to a file, or - for standard output"),
            Path,
        ),
        Option("--delete", "NAME", N_("delete the account and all its data; repeat its name to confirm")),
    ),
    FOLDER,
)
HAND_IN_OPTIONS: Final = (
    Option("game", "GAME|FILE", N_("game number, replay file, or - for standard input")),
    _SERVER,
    FOLDER,
)


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
        """Send messages, and return the state after a reply of a given type. Raises `UsageError`."""
        for message in messages:
            self.client.send(message)
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                while (change := await self._changes.get()) != reply:
                    is_cut = change == "contact" and self.state.contact is not ConnectionState.CONNECTED
                    if is_cut or change in {"error", "refused", "bye"}:
                        raise UsageError(self.state.sentence)
        except TimeoutError:
            raise UsageError(OnlineError("no_answer", address=self._address, seconds=_TIMEOUT_S).sentence) from None
        return self.state

    def new_token(self) -> str:
        """Return a new token for the account at this server, and store it."""
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


def run(options: Namespace) -> int:
    """Show or change the account."""
    with open_store(options) as store:
        address = server_address(options, store)
        retention = Retention(store.load_settings().settings.storage.retention)
        if (options.name or options.use_code) and not retention.includes(Retention.SETTINGS):
            raise UsageError(_("accounts need a file, and saving is off: turn it on under Settings, Storage."))
        for name in ("name", "delete"):
            if (given := getattr(options, name)) is not None:
                setattr(options, name, read_name(given, LONGEST_NAME, _("A name has 1 to {most} characters.")))
        if options.use_code is not None and (problem := code_problem(options.use_code.strip())):
            raise UsageError(problem)
        action = next((act for name, act in _ACTIONS.items() if getattr(options, name) not in {None, False}), _show)
        return Errand(address, store).run(lambda errand: action(errand, options))


def _aligned(lines: Sequence[tuple[str, str]]) -> str:
    """Return titles and values, one pair per line, with the values aligned."""
    width = max((cell_len(title) for title, __ in lines), default=0)
    return "".join(f"{pad(title, width)}  {value}".rstrip() + "\n" for title, value in lines)


async def _show(errand: Errand, _options: Namespace) -> str:
    profile = errand.state.profile
    if profile is None or not profile.name:
        return _("You are a guest on {server}. Make an account with --name NAME.\n").format(server=errand.state.address)
    state = await errand.request("history", AskHistory())
    lines = [
        (_("Account"), profile.name),
        (_("Server"), state.address),
        (_("Rating"), rating_text(profile)),
        (_("Season"), profile.season),
        (_("Matches"), games_text(profile)),
    ]
    matches = [match_text(match) for match in (state.history.matches if state.history else ())]
    return _aligned(lines) + (f"\n{_aligned(matches)}" if matches else "")


async def _show_code(errand: Errand, _options: Namespace) -> str:
    state = await errand.request("code", AskCode())
    code, minutes = (state.code.code, state.code.seconds // 60) if state.code else ("", 0)
    return _("{code}\nOn the other machine: piecement account {server} --use-code {code}\n").format(
        code=code, server=state.address
    ) + ngettext(
        "It works once, within {minutes} minute.\n", "The code works once and expires in {minutes} minutes.\n", minutes
    ).format(minutes=minutes)


async def _sign_up(errand: Errand, options: Namespace) -> str:
    profile, name = errand.state.profile, options.name
    if profile is not None and profile.name:
        await errand.request("profile", Rename(name=name))
        return _("Your account is now named {name}.\n").format(name=name)
    await errand.request("profile", SignUp(name=name, token=errand.new_token()))
    return _("Made the account {name}. Its secret key is saved in your data folder.\n").format(name=name)


async def _use_code(errand: Errand, options: Namespace) -> str:
    profile = errand.state.profile
    if profile is not None and profile.name:
        sentence = _("This machine already uses the account {name} on that server: nothing was changed.")
        raise UsageError(sentence, name=profile.name)
    state = await errand.request("profile", UseCode(code=options.use_code.strip(), token=errand.new_token()))
    name = state.profile.name if state.profile else ""
    return _("This machine now plays as {name}.\n").format(name=name)


async def _delete(errand: Errand, options: Namespace) -> str:
    await errand.request("profile", DeleteAccount(name=options.delete))
    return _("Deleted the account {name} with its rating, results and games.\n").format(name=options.delete)


async def _save(errand: Errand, options: Namespace) -> str:
    state = await errand.request("export", AskExport())
    while state.export_length is not None and len(state.export) < state.export_length:
        await errand.request("export", AskExport(after=len(state.export)))
    write_atomically(options.save, state.export.encode(), is_private=True)
    return "" if is_stream(options.save) else _("Saved: {path}\n").format(path=options.save)


_ACTIONS: Final[Mapping[str, Callable[[Errand, Namespace], Awaitable[str]]]] = {
    "name": _sign_up,
    "use_code": _use_code,
    "delete": _delete,
    "save": _save,
    "code": _show_code,
}
"""Actions by option."""


def hand_in(options: Namespace) -> int:
    """Submit a game, and print its place."""
    with open_store(options) as store:
        parts = parts_of(find_recording(store, options.game).to_text())

        async def submit(errand: Errand) -> str:
            standing = (await errand.request("standing", *parts)).leaderboards.standing
            if standing is None:
                return ""
            said = _(
                "Added to the {mode} leaderboard, among the submitted games. Your best game there is number {place}.\n"
            )
            return said.format(mode=mode_title(standing.mode), place=standing.place)

        return Errand(server_address(options, store), store).run(submit)
