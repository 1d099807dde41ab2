"""`piecement web`: have the game played in a browser."""

import asyncio
import secrets
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Final
from urllib.parse import urlsplit

from piecement.cli.commands.shared_options import add_folder
from piecement.cli.parser import whole_number
from piecement.cli.usage import UsageError
from piecement.language import _
from piecement.storage.paths import Paths

_PORT: Final = 8765
_TOKEN_BYTES: Final = 16
_SHORTEST_TOKEN: Final = 8


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help=_("the address to listen at (127.0.0.1: only this machine)")
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, 65535),
        default=_PORT,
        metavar="N",
        help=_("the port ({port}); 0 is any").format(port=_PORT),
    )
    parser.add_argument(
        "--token", type=_token, metavar="TEXT", help=_("what the address ends with; a new one each time by default")
    )
    parser.add_argument(
        "--origin",
        type=_origin,
        action="append",
        default=[],
        metavar="URL",
        help=_("where else the page comes from: the address of a proxy, as https://games.example"),
    )
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


def run(asked: Namespace) -> int:
    if sys.platform == "win32":
        raise UsageError(_("this command needs the terminals of Linux or macOS: Windows has none that it can use."))
    try:
        from piecement.web.site import SiteSettings  # noqa: PLC0415 - an optional package
        from piecement.web.site import run as run_site  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "websockets":
            raise
        raise UsageError(_("this needs websockets: pip install 'piecement[online]'.")) from None
    settings = SiteSettings(
        host=asked.host,
        port=asked.port,
        token=asked.token or secrets.token_urlsafe(_TOKEN_BYTES),
        folder=Paths.of(asked.data_dir).data / "visitors",
        origins=asked.origin,
        most_visitors=asked.visitors,
        idle_s=asked.idle * 60.0,
    )
    try:
        asyncio.run(run_site(settings, _say_address))
    except OSError as error:
        raise UsageError(
            _("{host}:{port} cannot be listened at: {reason}.").format(
                host=asked.host, port=asked.port, reason=error.strerror
            )
        ) from None
    return 0


def _say_address(address: str) -> None:
    sys.stdout.write(_("Play at {address}").format(address=address) + "\n")
    sys.stdout.flush()


def _token(text: str) -> str:
    if len(text) < _SHORTEST_TOKEN or not text.isascii() or not text.replace("-", "").replace("_", "").isalnum():
        raise ArgumentTypeError(
            _("{text!r} is no token: it has {count} letters, digits, - or _ at least").format(
                text=text, count=_SHORTEST_TOKEN
            )
        )
    return text


def _origin(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/") or parts.query:
        raise ArgumentTypeError(_("{text!r} is no address like https://games.example").format(text=text))
    return f"{parts.scheme}://{parts.netloc}"
