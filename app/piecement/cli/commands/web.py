"""`piecement web`: the game served to web browsers."""

import secrets
from argparse import ArgumentTypeError, Namespace
from typing import Final
from urllib.parse import urlsplit

from piecement.cli.arguments import Option
from piecement.cli.commands.visits import HOST, VISIT_OPTIONS, host_settings, listen, port_option, refuse_windows
from piecement.cli.streams import say
from piecement.cli.usage import optional
from piecement_base.language import N_, _

_TOKEN_BYTES: Final = 16
_SHORTEST_TOKEN: Final = 8


def run(options: Namespace) -> None:
    refuse_windows()
    with optional(_("websockets is not installed: run pip install 'piecement[online]'."), "websockets"):
        from piecement_server.visits import web
    settings = web.SiteSettings(
        host=options.host,
        port=options.port,
        token=options.token or secrets.token_urlsafe(_TOKEN_BYTES),
        origins=options.origin,
        visits=host_settings(options, "visitors"),
    )
    listen(options, web.run(settings, lambda address: say(_("Play at {address}").format(address=address))))


def _token(text: str) -> str:
    if len(text) < _SHORTEST_TOKEN or not text.isascii() or not text.replace("-", "").replace("_", "").isalnum():
        sentence = _("{text!r} is not a token: use letters, digits, - or _, at least {count}")
        raise ArgumentTypeError(sentence.format(text=text, count=_SHORTEST_TOKEN))
    return text


def _origin(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/") or parts.query:
        raise ArgumentTypeError(_("{text!r} is not a URL such as https://games.example").format(text=text))
    return f"{parts.scheme}://{parts.netloc}"


OPTIONS: Final = (
    HOST,
    port_option(8765),
    Option("--token", "TEXT", N_("secret at the end of the URL (default: a new one at each start)"), _token),
    Option(
        "--origin", "URL", N_("public URL of the proxy in front, such as https://games.example"), _origin, [],
        action="append",
    ),
    *VISIT_OPTIONS,
)  # fmt: skip
