"""`piecement serve`: serve rooms to play in over a network, or print what a server is doing."""

import asyncio
import json
import ssl
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from piecement.cli.commands.shared_options import add_folder
from piecement.cli.parser import whole_number
from piecement.cli.usage import UsageError
from piecement.online.address import PORT, Address
from piecement.online.carriers import server_tls
from piecement.online.errors import OnlineError
from piecement.online.limits import Limits
from piecement.online.lobby import MOST_ROOMS
from piecement.online.texts import LONGEST_ROOM_NAME, clean, clean_name
from piecement.server.log import LEVELS
from piecement.server.match_export import export_matches
from piecement.server.program import ServerSettings
from piecement.server.program import run as run_server
from piecement.server.status import ask_status
from piecement.storage.errors import StorageError
from piecement.storage.paths import Paths

_LIMITS: Final = Limits()
_EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - a server is to be reached, unless --host says less
_NO_SERVER: Final = "No server runs with the data folder {}."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", default=_EVERYWHERE, metavar="HOST", help="the address to listen at; all by default")
    parser.add_argument(
        "--port", type=whole_number(0, 65535), default=PORT, metavar="N", help=f"for TCP ({PORT}); 0 is any"
    )
    parser.add_argument("--no-tcp", action="store_true", help="do not listen for TCP")
    parser.add_argument("--hidden", action="store_true", help="do not be found on the local network by itself")
    parser.add_argument("--unix", type=Path, metavar="PATH", help="listen at a unix socket as well")
    parser.add_argument(
        "--websocket", type=whole_number(1, 65535), metavar="N", help="listen for WebSockets at this port as well"
    )
    parser.add_argument("--certificate", type=Path, metavar="FILE", help="a PEM file, to have WebSockets encrypted")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the PEM file of the certificate's key")
    parser.add_argument("--behind-proxy", action="store_true", help="believe X-Forwarded-For of WebSockets")
    parser.add_argument("--name", type=_name, default="Piecement", metavar="NAME", help="what players see")
    parser.add_argument("--greeting", type=clean, default="", metavar="TEXT", help="a sentence for everybody who comes")
    parser.add_argument(
        "--rooms",
        type=whole_number(1, 2000),
        default=MOST_ROOMS,
        metavar="N",
        help=f"at most so many rooms ({MOST_ROOMS})",
    )
    parser.add_argument(
        "--connections",
        type=whole_number(1, 100_000),
        default=_LIMITS.connections,
        metavar="N",
        help=f"at most so many connections ({_LIMITS.connections})",
    )
    parser.add_argument(
        "--connections-an-address",
        type=whole_number(1, 100_000),
        default=_LIMITS.connections_an_address,
        metavar="N",
        help=f"and from one address ({_LIMITS.connections_an_address})",
    )
    parser.add_argument(
        "--patience",
        type=whole_number(0, 86_400),
        default=600,
        metavar="SECONDS",
        help="how long matches may go on after SIGTERM (600)",
    )
    parser.add_argument("--log", choices=LEVELS, default="warning", help="what to write to standard error (warning)")
    parser.add_argument(
        "--status", action="store_true", help="print what the server of this data folder is doing, as JSON"
    )
    parser.add_argument(
        "--export", type=Path, metavar="FOLDER", help="write all matches that were played here to files, and end"
    )
    add_folder(parser)


def run(asked: Namespace) -> int:
    folder = Paths.of(asked.data_dir).data / "server"
    if asked.status:
        return _print_status(folder)
    if asked.export is not None:
        return _export(folder, asked.export)
    try:
        asyncio.run(run_server(_settings(asked, folder), _say_addresses))
    except (OnlineError, StorageError) as error:
        raise UsageError(f"{str(error).rstrip('.')}.") from None
    return 0


def _print_status(folder: Path) -> int:
    try:
        status = asyncio.run(ask_status(folder))
    except (OSError, ValueError):
        raise UsageError(_NO_SERVER.format(folder)) from None
    sys.stdout.write(f"{json.dumps(status, indent=2)}\n")
    return 0


def _export(folder: Path, target: Path) -> int:
    """Write the matches; the status is 1 where one could not be."""
    status = 0
    try:
        for path, complaint in export_matches(folder, target):
            if complaint:
                status = 1
                sys.stderr.write(f"piecement: {path.stem} is not written: {complaint}.\n")
            else:
                sys.stdout.write(f"{path}\n")
    except StorageError as error:
        raise UsageError(str(error)) from None
    return status


def _say_addresses(addresses: Sequence[str]) -> None:
    sys.stdout.write(f"Serving at {', '.join(addresses)}. Ctrl+C ends it.\n")
    sys.stdout.flush()


def _settings(asked: Namespace, folder: Path) -> ServerSettings:
    addresses = tuple(_addresses(asked))
    if not addresses:
        raise UsageError("There is nothing to listen at: leave out --no-tcp, or give --unix or --websocket.")
    return ServerSettings(
        addresses=addresses,
        folder=folder,
        name=asked.name,
        greeting=asked.greeting,
        limits=replace(_LIMITS, connections=asked.connections, connections_an_address=asked.connections_an_address),
        most_rooms=asked.rooms,
        tls=_tls(asked),
        behind_proxy=asked.behind_proxy,
        announces=not asked.hidden,
        patience_s=asked.patience,
        log_level=asked.log,
    )


def _addresses(asked: Namespace) -> list[Address]:
    addresses: list[Address] = []
    if not asked.no_tcp:
        addresses.append(Address("tcp", asked.host, asked.port))
    if asked.unix is not None:
        addresses.append(Address("unix", path=str(asked.unix)))
    if asked.websocket is not None:
        addresses.append(Address("wss" if asked.certificate else "ws", asked.host, asked.websocket, "/"))
    return addresses


def _tls(asked: Namespace) -> ssl.SSLContext | None:
    if (asked.certificate is None) != (asked.key is None):
        raise UsageError("A certificate is used with its key: give both --certificate and --key.")
    return None if asked.certificate is None else server_tls(asked.certificate, asked.key)


def _name(text: str) -> str:
    name = clean_name(text)
    if not 0 < len(name) <= LONGEST_ROOM_NAME:
        raise ArgumentTypeError(f"the name has {len(name)} letters: it has 1 to {LONGEST_ROOM_NAME}")
    return name
