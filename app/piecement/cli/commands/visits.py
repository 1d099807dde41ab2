"""Visits to the game, in a browser or over SSH: options and settings of `piecement web` and `piecement ssh`."""

import asyncio
import sys
from argparse import Namespace
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Final

from piecement.cli.arguments import FOLDER, Option, whole_number
from piecement.cli.usage import UsageError
from piecement.storage.paths import Paths
from piecement.terminal.output import make_prints_nonblocking
from piecement_base.language import N_, _
from piecement_server.log import Log

if TYPE_CHECKING:
    from piecement_server.visits.host import HostSettings

HOST: Final = Option(
    "--host", "HOST", N_("address to listen on (default: {default}, this machine only)"), default="127.0.0.1"
)
VISIT_OPTIONS: Final = (
    Option(
        "--visitors", "N", N_("maximum number of simultaneous players (default: {default})"),
        whole_number(1, 1_000), 20,
    ),
    Option(
        "--idle", "MINUTES", N_("minutes without a key press before a session ends (default: {default})"),
        whole_number(1, 1_440), 30,
    ),
    FOLDER,
)  # fmt: skip


def port_option(default: int) -> Option:
    return Option("--port", "N", N_("port (default: {default}); 0 picks a free one"), whole_number(0, 65535), default)


def host_settings(options: Namespace, folder: str) -> "HostSettings":
    """Return the settings of visits, with a named parent folder in the data folder."""
    from piecement_server.visits.host import HostSettings  # on POSIX only

    return HostSettings(
        folder=Paths.of(options.data_dir).data / folder, most_visitors=options.visitors, idle_s=options.idle * 60.0
    )


def refuse_windows() -> None:
    if sys.platform == "win32":
        raise UsageError(_("this command is not available on Windows: run it on Linux or macOS."))


def listen(options: Namespace, serving: Coroutine[None, None, None]) -> None:
    """Run a server until it ends. Raises `UsageError` if its address cannot be used."""
    make_prints_nonblocking()
    try:
        with Log().collecting():
            asyncio.run(serving)
    except OSError as error:
        where = {"host": options.host, "port": options.port}
        raise UsageError(
            _("cannot listen on {host}:{port}: {reason}."), **where, reason=error.strerror or error
        ) from None
