"""`piecement account`: the account of the player at a server, without the game."""

from argparse import Namespace
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final

from piecement.cli.arguments import FOLDER, Option
from piecement.cli.commands.errand import SERVER, Errand, server_address
from piecement.cli.store import open_store
from piecement.cli.usage import UsageError
from piecement.render.cells import aligned
from piecement.settings.retention import Retention
from piecement.ui.texts.accounts import code_problem, games_text, match_text, name_problem, rating_text
from piecement_base.atomic_file import is_stream, write_atomically
from piecement_base.language import N_, _, ngettext
from piecement_net.clean_texts import clean_name
from piecement_net.messages.accounts import AskCode, AskExport, AskHistory, DeleteAccount, Rename, SignUp, UseCode

OPTIONS: Final = (
    SERVER,
    (
        Option("--name", "NAME", N_("create an account with this name, or rename yours")),
        Option("--code", "", N_("print a one-time code for using the account on another machine")),
        Option("--use-code", "CODE", N_("use your account on this machine, with a code from another one")),
        Option(
            "--save", "FILE", N_("save everything the server stores about you to a file, or - for standard output"),
            Path,
        ),
        Option("--delete", "NAME", N_("delete the account and all its data; repeat its name to confirm")),
    ),
    FOLDER,
)  # fmt: skip


def run(options: Namespace) -> int:
    """Show or change the account."""
    with open_store(options) as store:
        address = server_address(options, store)
        retention = Retention(store.load_settings().settings.storage.retention)
        if (options.name or options.use_code) and not retention.includes(Retention.SETTINGS):
            raise UsageError(_("accounts need a file, and saving is off: turn it on under Settings, Storage."))
        return Errand(address, store).run(_action(options))


def _action(options: Namespace) -> Callable[[Errand], Awaitable[str]]:
    """Return the action of the option that was given, if any. Raises `UsageError` for a bad name or code."""
    if options.name is not None:
        return partial(_sign_up, name=_account_name(options.name))
    if options.use_code is not None:
        code = options.use_code.strip()
        if problem := code_problem(code):
            raise UsageError(problem)
        return partial(_use_code, code=code)
    if options.delete is not None:
        return partial(_delete, name=_account_name(options.delete))
    if options.save is not None:
        return partial(_save, path=options.save)
    return _show_code if options.code else _show


def _account_name(text: str) -> str:
    if problem := name_problem(text):
        raise UsageError(problem)
    return clean_name(text)


async def _show(errand: Errand) -> str:
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
    return aligned(lines) + (f"\n{aligned(matches)}" if matches else "")


async def _show_code(errand: Errand) -> str:
    state = await errand.request("code", AskCode())
    code, minutes = (state.code.code, state.code.seconds // 60) if state.code else ("", 0)
    return _("{code}\nOn the other machine: piecement account {server} --use-code {code}\n").format(
        code=code, server=state.address
    ) + ngettext(
        "It works once, within {minutes} minute.\n", "The code works once and expires in {minutes} minutes.\n", minutes
    ).format(minutes=minutes)


async def _sign_up(errand: Errand, name: str) -> str:
    if errand.state.account_name:
        await errand.request("profile", Rename(name=name))
        return _("Your account is now named {name}.\n").format(name=name)
    await errand.request("profile", SignUp(name=name, token=errand.new_token()))
    return _("Made the account {name}. Its secret key is saved in your data folder.\n").format(name=name)


async def _use_code(errand: Errand, code: str) -> str:
    if name := errand.state.account_name:
        sentence = _("This machine already uses the account {name} on that server: nothing was changed.")
        raise UsageError(sentence, name=name)
    state = await errand.request("profile", UseCode(code=code, token=errand.new_token()))
    return _("This machine now plays as {name}.\n").format(name=state.account_name)


async def _delete(errand: Errand, name: str) -> str:
    await errand.request("profile", DeleteAccount(name=name))
    return _("Deleted the account {name} with its rating, results and games.\n").format(name=name)


async def _save(errand: Errand, path: Path) -> str:
    state = await errand.request("export", AskExport())
    while state.export_length is not None and len(state.export) < state.export_length:
        await errand.request("export", AskExport(after=len(state.export)))
    write_atomically(path, state.export.encode(), is_private=True)
    return "" if is_stream(path) else _("Saved: {path}\n").format(path=path)
