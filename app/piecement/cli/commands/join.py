"""`piecement join`: go to a server at once, or have a bot play there."""

from argparse import ArgumentParser, Namespace
from typing import Final

from piecement.cli.commands.shared_options import add_folder
from piecement.cli.play import play
from piecement.cli.usage import UsageError
from piecement.online.address import Address
from piecement.online.errors import OnlineError
from piecement.ui.launch import FirstRun, JoinTarget, Launch

_ADDRESS: Final = "the server: HOST, HOST:PORT, unix:PATH, ws://HOST or wss://HOST"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("server", metavar="SERVER", help=_ADDRESS)
    parser.add_argument("room", nargs="?", default="", metavar="ROOM", help="the room to join, by its name or its id")
    add_folder(parser)


def run(asked: Namespace) -> int:
    try:
        address = Address.parse(asked.server)
    except OnlineError as error:
        raise UsageError(f"{error.sentence}.") from None
    target = JoinTarget(str(address), asked.room)
    return play(Launch(join=target, data_folder=asked.data_dir, first_run=FirstRun.NEVER))
