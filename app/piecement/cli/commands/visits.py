"""`piecement web` and `piecement ssh`: have the game played in a browser, or over SSH."""

import asyncio
import secrets
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from piecement.cli.arguments import FOLDER, Option, whole_number
from piecement.cli.usage import UsageError, optional, say
from piecement.storage.paths import Paths
from piecement.terminal.output import make_prints_nonblocking
from piecement_base.language import N_, _
from piecement_server.log import Log

if TYPE_CHECKING:
    from piecement_server.visits.host import HostSettings


def host_settings(options: Namespace, folder: str) -> "HostSettings":
    """Return the settings of visits, with a named parent folder in the data folder."""
    from piecement_server.visits.host import HostSettings  # on POSIX only

    return HostSettings(
        folder=Paths.of(options.data_dir).data / folder, most_visitors=options.visitors, idle_s=options.idle * 60.0
    )


def refuse_windows() -> None:
    if sys.platform == "win32":
        raise UsageError(_("this command is not available on Windows: run it on Linux or macOS."))


def _listen(options: Namespace, serving: Coroutine[None, None, None]) -> None:
    make_prints_nonblocking()
    try:
        with Log().collecting():
            asyncio.run(serving)
    except OSError as error:
        where = {"host": options.host, "port": options.port}
        raise UsageError(
            _("cannot listen on {host}:{port}: {reason}."), **where, reason=error.strerror or error
        ) from None


_TOKEN_BYTES: Final = 16
_SHORTEST_TOKEN: Final = 8


def run_web(options: Namespace) -> None:
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
    _listen(options, web.run(settings, lambda address: say(_("Play at {address}").format(address=address))))


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


def run_ssh(options: Namespace) -> None:
    refuse_windows()
    with optional(_("asyncssh is not installed: run pip install 'piecement[ssh]'."), "asyncssh"):
        import asyncssh

        from piecement_server.visits import ssh
    key = options.key or Paths.of(options.data_dir).data / _KEY
    try:
        allowed = asyncssh.read_authorized_keys(options.allow) if options.allow else None
    except (OSError, ValueError, UnicodeError) as error:
        raise UsageError(_("{path} contains no usable keys: {why}."), path=options.allow, why=error) from None
    settings = ssh.SshSettings(
        host=options.host, port=options.port, key=key, allowed=allowed, visits=host_settings(options, "players")
    )

    def listening(port: int, fingerprint: str) -> None:
        say(_("Connect with: ssh -p {port} play@{host}").format(port=port, host=options.host))
        say(_("Host key: {fingerprint}").format(fingerprint=fingerprint))

    try:
        _listen(options, ssh.run(settings, listening))
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise UsageError(_("{path} is not a usable host key: {why}."), path=key, why=error) from None


_HOST: Final = Option(
    "--host", "HOST", N_("address to listen on (default: 127.0.0.1, this machine only)"), default="127.0.0.1"
)
_PORT: Final = Option("--port", "N", N_("port (default: {port}); 0 picks a free one"), whole_number(0, 65535))
_KEY: Final = "ssh_host_key"
_KEY_HELP: Final = N_("host key file (default: {name} in the data folder, created at first start)")
_VISITS: Final = (
    Option("--visitors", "N", N_("maximum number of simultaneous players (default: 20)"), whole_number(1, 1_000), 20),
    Option(
        "--idle", "MINUTES", N_("minutes without a key press before a session ends (default: 30)"),
        whole_number(1, 1_440), 30,
    ),
    FOLDER,
)  # fmt: skip

WEB_OPTIONS: Final = (
    _HOST,
    _PORT._replace(default=8765),
    Option("--token", "TEXT", N_("secret at the end of the URL (default: a new one at each start)"), _token),
    Option(
        "--origin", "URL", N_("public URL of the proxy in front, such as https://games.example"), _origin, [],
        action="append",
    ),
    *_VISITS,
)  # fmt: skip
SSH_OPTIONS: Final = (
    _HOST,
    _PORT._replace(default=8022),
    Option("--key", "FILE", _KEY_HELP, Path, values={"name": _KEY}),
    Option("--allow", "FILE", N_("file of allowed keys in authorized_keys format (default: allow everyone)"), Path),
    *_VISITS,
)
