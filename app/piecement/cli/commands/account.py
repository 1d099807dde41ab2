"""`piecement account` and `piecement hand-in`: accounts and boards of a server, without the game."""

import asyncio
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

from piecement.cli.arguments import Option
from piecement.cli.commands.shared import FOLDER, find_recording, open_store
from piecement.cli.usage import UsageError
from piecement.client.errand import Errand, ErrandError, align_lines, at_server
from piecement.client.state import parts_of
from piecement.language import _, ngettext
from piecement.net.address import Address
from piecement.net.clean_texts import LONGEST_NAME, clean_name, player_name
from piecement.net.errors import alphabet_problem
from piecement.net.messages.accounts import AskCode, AskHistory, DeleteAccount, Rename, SignUp, UseCode
from piecement.session.plan import mode_title
from piecement.settings.retention import Retention
from piecement.storage.atomic_file import write_atomically
from piecement.storage.store import Store
from piecement.storage.tokens import AccountTokens
from piecement.terminal.clock import now_ns
from piecement.ui.texts.online import code_problem, games_text, match_text, rating_text

_SERVER: Final = Option(
    "server", "SERVER", _("server address, as for join (default: the last server you used)"), default="", number="?"
)
OPTIONS: Final = (
    _SERVER,
    (
        Option("--name", "NAME", _("make an account with this name, or rename yours")),
        Option("--code", "", _("print a one-time code for using the account on another machine")),
        Option("--use-code", "CODE", _("use the account on this machine, with the code from another one")),
        Option("--save", "FILE", _("save everything the server stores about you to a file"), Path),
        Option("--delete", "NAME", _("delete the account and all its data; repeat its name to confirm")),
    ),
    FOLDER,
)
HAND_IN_OPTIONS: Final = (Option("game", "GAME|FILE", _("game number or replay file")), _SERVER, FOLDER)


def server_address(options: Namespace, store: Store) -> Address:
    """Return the address of the requested server. Raises `UsageError` if there is none, or `OnlineError`."""
    last = next(iter(store.load_settings().settings.online.servers), "")
    if not options.server and not last:
        raise UsageError(_("no server given and none used before: add the address of a server."))
    return Address.parse(options.server or last)


def run_request(address: Address, store: Store, do: Callable[[Errand, AccountTokens], Awaitable[str]]) -> int:
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


def run(options: Namespace) -> int:
    """Show or change the account."""
    with open_store(options) as store:
        address = server_address(options, store)
        retention = Retention(store.load_settings().settings.storage.retention)
        if (options.name or options.use_code) and not retention.includes(Retention.SETTINGS):
            raise UsageError(_("accounts need a file, and saving is off: turn it on under Settings, Storage."))
        for given in (options.name, options.delete):
            if given is not None:
                _require_name(clean_name(given))
        if options.use_code is not None and (problem := code_problem(options.use_code.strip())):
            raise UsageError(problem)
        action = next((act for name, act in _ACTIONS.items() if getattr(options, name) not in {None, False}), _show)

        async def do(errand: Errand, tokens: AccountTokens) -> str:
            return await action(errand, options, lambda: tokens.make(str(address), errand.state.server_id))

        return run_request(address, store, do)


_NewToken = Callable[[], str]


async def _show(errand: Errand, *__: object) -> str:
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
    return align_lines(lines) + (f"\n{align_lines(matches)}" if matches else "")


async def _show_code(errand: Errand, *__: object) -> str:
    state = await errand.request("code", AskCode())
    code, minutes = (state.code.code, state.code.seconds // 60) if state.code else ("", 0)
    return _("{code}\nOn the other machine: piecement account {server} --use-code {code}\n").format(
        code=code, server=state.address
    ) + ngettext(
        "It works once, within {minutes} minute.\n", "The code works once and expires in {minutes} minutes.\n", minutes
    ).format(minutes=minutes)


async def _sign_up(errand: Errand, options: Namespace, new_token: _NewToken) -> str:
    profile, name = errand.state.profile, clean_name(options.name)
    if profile is not None and profile.name:
        await errand.request("profile", Rename(name=name))
        return _("Your account is now named {name}.\n").format(name=name)
    await errand.request("profile", SignUp(name=name, token=new_token()))
    return _("Made the account {name}. Its secret key is saved in your data folder.\n").format(name=name)


async def _use_code(errand: Errand, options: Namespace, new_token: _NewToken) -> str:
    profile = errand.state.profile
    if profile is not None and profile.name:
        sentence = _("This machine already uses the account {name} on that server: nothing was changed.")
        raise ErrandError(sentence.format(name=profile.name))
    state = await errand.request("profile", UseCode(code=options.use_code.strip(), token=new_token()))
    name = state.profile.name if state.profile else ""
    return _("This machine now plays as {name}.\n").format(name=name)


async def _delete(errand: Errand, options: Namespace, _new_token: _NewToken) -> str:
    name = clean_name(options.delete)
    await errand.request("profile", DeleteAccount(name=name))
    return _("Deleted the account {name} with its rating, results and games.\n").format(name=name)


async def _save(errand: Errand, options: Namespace, _new_token: _NewToken) -> str:
    write_atomically(options.save, (await errand.account_export()).encode(), is_private=True)
    return _("Saved: {path}\n").format(path=options.save)


_ACTIONS: Final[Mapping[str, Callable[[Errand, Namespace, _NewToken], Awaitable[str]]]] = {
    "name": _sign_up,
    "use_code": _use_code,
    "delete": _delete,
    "save": _save,
    "code": _show_code,
}
"""Actions by option."""


def _require_name(name: str) -> None:
    if not 0 < len(name) <= LONGEST_NAME:
        raise UsageError(_("A name has 1 to {most} characters.").format(most=LONGEST_NAME))
    if problem := alphabet_problem(name):
        raise UsageError(problem)


def hand_in(options: Namespace) -> int:
    """Submit a game, and print its place."""
    with open_store(options) as store:
        parts = parts_of(find_recording(store, options.game).to_text())

        async def hand_in(errand: Errand, __: AccountTokens) -> str:
            standing = (await errand.request("standing", *parts)).boards.standing
            if standing is None:
                return ""
            said = _(
                "Added to the {mode} leaderboard, among the submitted games. Your best game there is number {place}.\n"
            )
            return said.format(mode=mode_title(standing.mode), place=standing.place)

        return run_request(server_address(options, store), store, hand_in)
