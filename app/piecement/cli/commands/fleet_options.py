"""Fleet options of `piecement serve`: several servers that players see as one."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from piecement.cli.arguments import whole_number
from piecement.cli.usage import UsageError
from piecement.language import _
from piecement.online.address import Address
from piecement.online.errors import OnlineError
from piecement.server.fleet_settings import FleetSettings
from piecement.storage.paths import Paths

_EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - what is listened at, which is no place to connect to
SERVER: Final = "server"
"""Name of a server's folder in the data folder."""
_WORKERS: Final = "workers"
_SHARED: Final = (
    *("host", "no_tcp", "hidden", "certificate", "key", "behind_proxy", "name", "greeting", "rooms", "connections"),
    *("connections_an_address", "patience", "log", "fleet"),
)
"""Options that all workers of one command share."""


def add_fleet(parser: ArgumentParser) -> None:
    """Add the options of a fleet."""
    parser.add_argument(
        "--fleet", metavar="URL", help=_("be one of several servers, which find each other at nats://HOST[:PORT]")
    )
    parser.add_argument(
        "--public", type=_address, metavar="ADDRESS", help=_("where clients of the fleet reach this server")
    )
    parser.add_argument(
        "--member", metavar="NAME", help=_("what this server is called in the fleet (its address); its matches have it")
    )
    parser.add_argument(
        "--workers",
        type=whole_number(1, 256),
        metavar="N",
        help=_("run so many servers of a fleet here, at ports that follow one another"),
    )


def fleet_settings(asked: Namespace, listens: Address) -> FleetSettings | None:
    if asked.fleet is None:
        return None
    if not asked.fleet.startswith("nats://"):
        raise UsageError(_("{url} is no address of a fleet: it is nats://HOST[:PORT].").format(url=repr(asked.fleet)))
    address = asked.public or listens
    if address.host in _EVERYWHERE:
        raise UsageError(_("Clients have to be told where a server of a fleet is: give --public HOST:PORT."))
    return FleetSettings(url=asked.fleet, name=asked.member or str(address), address=str(asked.public or ""))


def worker_arguments(asked: Namespace) -> Iterator[list[str]]:
    """Yield the arguments of each worker: shared options, and its own ports, name and folder."""
    if asked.fleet is None or asked.database is None:
        raise UsageError(_("Workers share a fleet and a database: give --fleet and --database."))
    if not asked.port:
        raise UsageError(_("Workers have ports that follow one another: give the first one by --port."))
    address = asked.public or Address("tcp", asked.host or _EVERYWHERE[0], asked.port)
    for number in range(asked.workers):
        own = {
            "port": asked.port + number,
            "websocket": None if asked.websocket is None else asked.websocket + number,
            "metrics": None if asked.metrics is None else asked.metrics + number,
            "public": replace(address, port=address.port + number),
            "member": f"{asked.member or address}-{number + 1}",
            "data_dir": Paths.of(asked.data_dir).data / _WORKERS / str(number + 1),
        }
        values = {**{name: getattr(asked, name) for name in _SHARED}, **own}
        yield ["serve", *_options(values)]


def worker_folders(data: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name and the server's folder of each worker that has used a data folder."""
    folders = (data / _WORKERS).glob("[0-9]*")
    for folder in sorted(folders, key=lambda folder: (len(folder.name), folder.name)):
        yield folder.name, Paths.of(folder).data / SERVER


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
        raise ArgumentTypeError(error.told.rstrip(".")) from None
