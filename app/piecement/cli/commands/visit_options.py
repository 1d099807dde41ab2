"""Options shared by the commands that let others play on this machine."""

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from piecement.cli.arguments import whole_number
from piecement.cli.commands.shared_options import add_folder
from piecement.cli.usage import UsageError
from piecement.language import _
from piecement.storage.paths import Paths

if TYPE_CHECKING:  # imports pseudo-terminals, which Windows lacks
    from piecement.visits.visit_host import HostSettings


def add_place(parser: ArgumentParser, port: int) -> None:
    """Add the options for the address to listen at; `port` is the default."""
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help=_("the address to listen at (127.0.0.1: only this machine)")
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, 65535),
        default=port,
        metavar="N",
        help=_("the port ({port}); 0 is any").format(port=port),
    )


def add_visits(parser: ArgumentParser) -> None:
    """Add the options for visitors and the folder of their games."""
    parser.add_argument(
        "--visitors", type=whole_number(1, 1_000), default=20, metavar="N", help=_("how many may play at a time (20)")
    )
    parser.add_argument(
        "--idle",
        type=whole_number(1, 1_440),
        default=30,
        metavar="MINUTES",
        help=_("after how long without a key a visit ends (30)"),
    )
    add_folder(parser)


def host_settings(asked: Namespace, folder: str) -> "HostSettings":
    """Return the settings of visits, with a named parent folder in the data folder."""
    from piecement.visits.visit_host import HostSettings

    return HostSettings(
        folder=Paths.of(asked.data_dir).data / folder, most_visitors=asked.visitors, idle_s=asked.idle * 60.0
    )


def refuse_windows() -> None:
    if sys.platform == "win32":
        raise UsageError(_("this command needs the terminals of Linux or macOS: Windows has none that it can use."))


def cannot_listen(asked: Namespace, error: OSError) -> UsageError:
    return UsageError(
        _("{host}:{port} cannot be listened at: {reason}.").format(
            host=asked.host, port=asked.port, reason=error.strerror or error
        )
    )
