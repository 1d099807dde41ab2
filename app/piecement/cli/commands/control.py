"""Queries and commands for a running server or its workers.

`piecement_server.control` executes them, such as `ban`.
"""

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

from piecement.cli.streams import WIDE, print_json
from piecement.cli.usage import UsageError
from piecement.storage.paths import Paths
from piecement_base.language import N_, _
from piecement_net.control_socket import Status, ask
from piecement_net.errors import error_sentence

WORKERS: Final = "workers"
_TITLES: Final = {
    "number": N_("Number"), "name": N_("Name"), "account": N_("Account"), "bot": N_("Bot"), "address": N_("Address"),
    "room": N_("Room"), "present": N_("Present"), "id": N_("Room"), "state": N_("State"), "players": N_("Players"),
    "watchers": N_("Watchers"), "until": N_("Until (UTC)"), "reason": N_("Reason"), "limit": N_("Limit"),
    "before": N_("Before"), "now": N_("Now"), "worker": N_("Worker"),
}  # fmt: skip
"""Titles of the columns of replies."""


def print_status(folder: Path) -> None:
    """Print the status of the server of a folder, or those of its workers. Raises `UsageError` if none runs."""
    replies = _ask(folder, "")
    print_json(replies.get("", {"workers": replies}))


def run_command(folder: Path, line: str, *, as_json: bool) -> None:
    """Send a command to the server of a folder, or to each of its workers, and print the reply.

    Raises `UsageError` if none runs, or all refuse the command.
    """
    replies = [(worker, reply) for worker, reply in _ask(folder, line.strip() or "?").items() if reply]
    done = [(worker, reply["rows"]) for worker, reply in replies if "rows" in reply]
    if not done:
        _worker, refused = replies[0]
        raise UsageError(error_sentence(refused["code"], refused["values"], refused["text"]))
    rows = [{**({"worker": worker} if worker else {}), **row} for worker, found in done for row in found]
    if as_json:
        print_json(rows)
    elif rows:
        _print_rows(rows)
    else:
        sys.stdout.write(_("Nothing to list.\n"))


def _ask(folder: Path, line: str) -> Mapping[str, Status | None]:
    """Return the reply of the server of a folder under an empty name, or else those of its workers."""
    if reply := _reply(folder, line):
        return {"": reply}
    workers = sorted((folder.parent / WORKERS).glob("[0-9]*"), key=lambda worker: (len(worker.name), worker.name))
    replies = {worker.name: _reply(Paths.of(worker).server, line) for worker in workers}
    if not any(replies.values()):
        raise UsageError(_("No server is running with the data folder {folder}."), folder=folder)
    return replies


def _reply(folder: Path, line: str) -> Status | None:
    """Return the reply of the server of a folder, or None if none runs."""
    try:
        return asyncio.run(ask(folder, line))
    except (OSError, ValueError):
        return None


def _print_rows(rows: list[dict[str, Any]]) -> None:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name, cell in rows[0].items():
        is_number = isinstance(cell, int) and not isinstance(cell, bool)
        table.add_column(_(_TITLES[name]), justify="right" if is_number else "left", no_wrap=name != "reason")
    for row in rows:
        table.add_row(*map(_cell, row.values()))
    Console(width=None if sys.stdout.isatty() else WIDE).print(table)


def _cell(value: object) -> Text:
    if isinstance(value, bool):
        return Text(_("yes") if value else _("no"))
    return Text(", ".join(map(str, cast("list[object]", value))) if isinstance(value, list) else str(value))
