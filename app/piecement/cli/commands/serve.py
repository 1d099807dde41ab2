"""`piecement serve`: host rooms over a network, also as a fleet of servers."""

import asyncio
import os
import re
import socket
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from piecement.cli.arguments import FOLDER, Option, whole_number
from piecement.cli.commands.control import WORKERS, print_status, run_command
from piecement.cli.commands.limits_file import OPTIONS as LIMIT_OPTIONS
from piecement.cli.commands.limits_file import read_limits
from piecement.cli.streams import say
from piecement.cli.usage import UsageError, optional
from piecement.storage.paths import Paths
from piecement.terminal.output import make_prints_nonblocking
from piecement_base.file_lock import FileLock
from piecement_base.language import N_, _, ngettext
from piecement_net.address import PORT, Address
from piecement_net.clean_texts import LONGEST_ROOM_NAME, clean, clean_name
from piecement_net.endpoints import server_tls
from piecement_net.errors import OnlineError
from piecement_server.control import COMMANDS, arguments_of
from piecement_server.fleet_news import NAME_PATTERN, FleetSettings
from piecement_server.log import LEVELS, Log
from piecement_server.program import LOCK, ServerSettings, prepare_process, run_workers
from piecement_server.program import run as run_server
from piecement_server.store.back_ups import restore_back_up, write_back_up
from piecement_server.store.matches import MatchStore
from piecement_server.store.stores import open_existing

_DATABASE: Final = "PIECEMENT_DATABASE"
"""Environment variable of the database, for its URL has a password."""
_EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - to listen on all addresses is the default
_TAKEN_OVER: Final = ("database", "metrics", "name", "greeting", "behind_proxy", "until_eof")
"""Options passed unchanged to `ServerSettings`."""


def fleet_settings(options: Namespace, listens: Address) -> FleetSettings | None:
    """Return the settings for the fleet, or None without one. Raises `UsageError`."""
    if options.fleet is None:
        return None
    if not options.fleet.startswith("nats://"):
        raise UsageError(_("{url} is not a fleet address: use nats://HOST[:PORT]."), url=repr(options.fleet))
    address = options.public or listens
    if address.host in _EVERYWHERE:
        raise UsageError(_("Players need an address to reach this server: add --public HOST:PORT."))
    return FleetSettings(url=options.fleet, name=options.member or str(address), address=str(options.public or ""))


def worker_arguments(options: Namespace) -> Iterator[list[str]]:
    """Yield the arguments of each worker: the options of all, but its own ports, name and folder."""
    if options.fleet is None or options.database is None:
        raise UsageError(_("--workers needs a shared fleet and database: add --fleet and --database."))
    if options.unix is not None or options.until_eof:
        raise UsageError(_("--workers cannot be combined with --unix or --until-eof."))
    if not options.port:
        raise UsageError(_("--workers needs consecutive ports: set the first one with --port."))
    address = options.public or Address("tcp", options.host or _EVERYWHERE[0], options.port)
    for number in range(options.workers):
        own = {
            "port": _port_of(options.port, number),
            "websocket": options.websocket and _port_of(options.websocket, number),
            "metrics": options.metrics and _port_of(options.metrics, number),
            "public": replace(address, port=_port_of(address.port, number)),
            "member": f"{options.member or address}-{number + 1}",
            "data_dir": Paths.of(options.data_dir).data / WORKERS / str(number + 1),
            "workers": None,
            "database": None,  # passed by the environment
        }
        yield ["serve", *_options({**vars(options), **own})]


def _port_of(first: int, number: int) -> int:
    """Return the port of a worker, by that of the first one. Raises `UsageError` if there is none."""
    try:
        return _PORT(str(first + number))
    except ArgumentTypeError as error:
        raise UsageError(f"{error}.") from None


def _options(values: Mapping[str, object]) -> Iterator[str]:
    """Yield values as options of the command line."""
    for name, value in values.items():
        option = f"--{name.replace('_', '-')}"
        if value is True:
            yield option
        elif value is not None and value is not False:
            yield f"{option}={value}"


def _address(text: str) -> Address:
    try:
        return Address.parse(text)
    except OnlineError as error:
        raise ArgumentTypeError(error.sentence.rstrip(".")) from None


def _member(text: str) -> str:
    if re.fullmatch(NAME_PATTERN, text) is None:
        sentence = _("{name} cannot be a name in a fleet: use letters, digits and signs of ASCII, without spaces")
        raise ArgumentTypeError(sentence.format(name=repr(text)))
    return text


def _name(text: str) -> str:
    name = clean_name(text)
    if not 0 < len(name) <= LONGEST_ROOM_NAME:
        sentence = _("the name has {count} characters: it must have 1 to {most}")
        raise ArgumentTypeError(sentence.format(count=len(name), most=LONGEST_ROOM_NAME))
    return name


_PORT: Final = whole_number(0, 65535)
OPTIONS: Final = (
    Option("--host", "HOST", N_("address to listen on (default: all)")),
    Option("--port", "N", N_("TCP port (default: {default}); 0 picks a free one"), _PORT, PORT),
    Option("--no-tcp", "", N_("do not listen on TCP")),
    Option("--hidden", "", N_("do not announce the server on the local network")),
    Option("--unix", "PATH", N_("also listen on a Unix socket"), Path),
    Option("--websocket", "N", N_("also listen for WebSockets on this port"), whole_number(1, 65535)),
    Option("--certificate", "FILE", N_("TLS certificate for WebSockets, as a PEM file"), Path),
    Option("--key", "FILE", N_("private key of the certificate, as a PEM file"), Path),
    Option("--behind-proxy", "", N_("trust X-Forwarded-For on WebSocket connections")),
    Option("--name", "NAME", N_("server name shown to players"), _name, "Piecement"),
    Option("--greeting", "TEXT", N_("welcome message for everyone who connects"), clean, ""),
    *LIMIT_OPTIONS,
    Option(
        "--patience", "SECONDS", N_("seconds to wait for matches after SIGTERM (default: {default})"),
        whole_number(0, 86_400), 600,
    ),
    Option("--until-eof", "", N_("exit when standard input closes")),
    Option("--log", None, N_("log level on standard error (default: {default})"), str, "warning", LEVELS),
    Option("--status", "", N_("print the status of the server using this data folder, as JSON")),
    Option(
        "--control", "COMMAND",
        N_("send a command to that server: {commands}"),
        values={"commands": ", ".join(" ".join((name, *arguments_of(name))) for name in COMMANDS)},
    ),
    Option("--json", "", N_("print the answer to the command as JSON")),
    Option("--metrics", "PORT", N_("serve Prometheus metrics at /metrics on this local port"), _PORT),
    Option(
        "--database", "URL",
        N_("PostgreSQL database, postgresql://USER@HOST/NAME "
           "(default: the environment variable {name}, then a file in the data folder)"),
        values={"name": _DATABASE},
    ),
    Option("--back-up", "FILE", N_("back up the whole database to a file and exit"), Path),
    Option("--restore", "FILE", N_("restore a back-up into a new database and exit"), Path),
    Option("--fleet", "URL", N_("join a fleet of servers through the NATS broker at nats://HOST[:PORT]")),
    Option("--public", "ADDRESS", N_("address at which players reach this server"), _address),
    Option(
        "--member", "NAME", N_("name of this server in the fleet, stored with its matches (default: its address)"),
        _member,
    ),
    Option(
        "--workers", "N", N_("run N servers of the fleet on this machine, on consecutive ports"), whole_number(1, 256)
    ),
    Option("--export", "FOLDER", N_("export all matches to files and exit"), Path),
    FOLDER,
)  # fmt: skip


def run(options: Namespace) -> int:
    """Run a server, send a command to one, or export, back up or restore its database."""
    folder = Paths.of(options.data_dir).server
    options.database = options.database or os.environ.get(_DATABASE)
    if options.status:
        print_status(folder)
    elif options.control is not None:
        run_command(folder, options.control, as_json=options.json)
    elif options.export is not None:
        return _export(folder, options.database, options.export)
    elif options.back_up is not None:
        _print_rows(options.back_up, write_back_up(options.back_up, folder, options.database))
    elif options.restore is not None:
        _restore(folder, options.database, options.restore)
    else:
        _serve(options, folder)
    return 0


def _serve(options: Namespace, folder: Path) -> None:
    make_prints_nonblocking()
    if options.workers is not None:
        commands = list(worker_arguments(options))
        # The database URL holds a password, so it is passed by the environment: arguments appear in process lists.
        environment = {**os.environ, _DATABASE: str(options.database)}
        asyncio.run(run_workers(commands, environment, Log(options.log)))
        return
    prepare_process()
    sentence = _("the package {name} is not installed: run pip install 'piecement[fleet]'.")
    with optional(sentence, "nats", "prometheus_client"):
        serving = _("Serving on {addresses}. Press Ctrl+C to stop.")
        asyncio.run(run_server(_settings(options, folder), lambda at: say(serving.format(addresses=", ".join(at)))))


def _export(folder: Path, url: str | None, target: Path) -> int:
    """Export the matches; return 1 if any failed."""
    status = 0
    with closing(open_existing(folder, url)) as database:
        for path, complaint in MatchStore(database, lambda: 0).export(target):
            if complaint:
                status = 1
                said = _("could not write {name}: {why}").format(name=path.stem, why=complaint.rstrip("."))
                sys.stderr.write(f"piecement: {said}.\n")
            else:
                sys.stdout.write(f"{path}\n")
    return status


def _restore(folder: Path, url: str | None, path: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / LOCK):
            count = restore_back_up(path, folder, url)
    except OSError as error:
        raise UsageError(_("Cannot use {folder}: {why}."), folder=folder, why=error.strerror) from None
    _print_rows(path, count)


def _print_rows(path: Path, count: int) -> None:
    sys.stdout.write(f"{path}: {ngettext('{count} row', '{count} rows', count).format(count=count)}\n")


def _settings(options: Namespace, folder: Path) -> ServerSettings:
    addresses = tuple(_addresses(options))
    if not addresses:
        raise UsageError(_("Nothing to listen on: drop --no-tcp, or add --unix or --websocket."))
    if (options.certificate is None) != (options.key is None):
        raise UsageError(_("--certificate and --key must be used together."))
    return ServerSettings(
        **{name: getattr(options, name) for name in _TAKEN_OVER},
        addresses=addresses,
        folder=folder,
        fleet=fleet_settings(options, addresses[0]),
        limits=read_limits(options),
        read_limits=None if options.limits is None else partial(read_limits, options),
        tls=None if options.certificate is None else server_tls(options.certificate, options.key),
        announces=not options.hidden,
        patience_s=options.patience,
        log_level=options.log,
    )


def _addresses(options: Namespace) -> list[Address]:
    addresses: list[Address] = []
    hosts = _everywhere(options.port) if options.host is None else (options.host,)
    if not options.no_tcp:
        addresses += [Address("tcp", host, options.port) for host in hosts]
    if options.unix is not None:
        addresses.append(Address("unix", path=str(options.unix)))
    if options.websocket is not None:
        addresses += [Address("wss" if options.certificate else "ws", host, options.websocket, "/") for host in hosts]
    return addresses


def _everywhere(port: int) -> Sequence[str]:
    """Return the wildcard hosts of this machine, for IPv4 and, if available, IPv6."""
    try:
        with socket.create_server(("::", 0), family=socket.AF_INET6):
            return _EVERYWHERE if port else _EVERYWHERE[:1]  # port 0 would yield a different port for each kind
    except OSError:
        return _EVERYWHERE[:1]
