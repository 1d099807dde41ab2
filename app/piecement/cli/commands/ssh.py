"""Command `piecement ssh`: the game over SSH."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from piecement.cli.commands.visit_options import add_place, add_visits, cannot_listen, host_settings, refuse_windows
from piecement.cli.usage import UsageError
from piecement.language import _
from piecement.storage.paths import Paths
from piecement.terminal.output import stop_waiting

_PORT: Final = 8022
_KEY: Final = "ssh_host_key"


def add_arguments(parser: ArgumentParser) -> None:
    add_place(parser, _PORT)
    parser.add_argument(
        "--key",
        type=Path,
        metavar="FILE",
        help=_("the server's own key ({name} in the data folder, made at the first start)").format(name=_KEY),
    )
    parser.add_argument(
        "--allow",
        type=Path,
        metavar="FILE",
        help=_("the keys that may come in, as OpenSSH's authorized_keys has them; everybody by default"),
    )
    add_visits(parser)


def run(asked: Namespace) -> int:
    refuse_windows()
    try:
        import asyncssh  # an optional package

        from piecement.ssh.door import DoorSettings
        from piecement.ssh.door import run as run_door
    except ModuleNotFoundError as error:
        if error.name != "asyncssh":
            raise
        raise UsageError(_("this needs asyncssh: pip install 'piecement[ssh]'.")) from None
    key = asked.key or Paths.of(asked.data_dir).data / _KEY
    try:
        allowed = asyncssh.read_authorized_keys(asked.allow) if asked.allow else None
    except (OSError, ValueError, UnicodeError) as error:
        raise UsageError(_("{path} holds no keys: {why}.").format(path=asked.allow, why=error)) from None
    settings = DoorSettings(
        host=asked.host, port=asked.port, key=key, allowed=allowed, visits=host_settings(asked, "players")
    )
    stop_waiting()
    try:
        asyncio.run(run_door(settings, lambda port, print_: _say_address(asked.host, port, print_)))
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise UsageError(_("{path} is no key that the server can use: {why}.").format(path=key, why=error)) from None
    except OSError as error:
        raise cannot_listen(asked, error) from None
    return 0


def _say_address(host: str, port: int, fingerprint: str) -> None:
    sys.stdout.write(_("Play with: ssh -p {port} play@{host}").format(port=port, host=host) + "\n")
    sys.stdout.write(_("The server's key: {fingerprint}").format(fingerprint=fingerprint) + "\n")
    sys.stdout.flush()
