"""Command `piecement web`: the game in a browser."""

import asyncio
import secrets
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Final
from urllib.parse import urlsplit

from piecement.cli.commands.visit_options import add_place, add_visits, cannot_listen, host_settings, refuse_windows
from piecement.cli.usage import UsageError
from piecement.language import _
from piecement.terminal.output import stop_waiting

_PORT: Final = 8765
_TOKEN_BYTES: Final = 16
_SHORTEST_TOKEN: Final = 8


def add_arguments(parser: ArgumentParser) -> None:
    add_place(parser, _PORT)
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
    add_visits(parser)


def run(asked: Namespace) -> int:
    refuse_windows()
    try:
        from piecement.web.site import SiteSettings  # an optional package
        from piecement.web.site import run as run_site
    except ModuleNotFoundError as error:
        if error.name != "websockets":
            raise
        raise UsageError(_("this needs websockets: pip install 'piecement[online]'.")) from None
    settings = SiteSettings(
        host=asked.host,
        port=asked.port,
        token=asked.token or secrets.token_urlsafe(_TOKEN_BYTES),
        origins=asked.origin,
        visits=host_settings(asked, "visitors"),
    )
    stop_waiting()
    try:
        asyncio.run(run_site(settings, _say_address))
    except OSError as error:
        raise cannot_listen(asked, error) from None
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
