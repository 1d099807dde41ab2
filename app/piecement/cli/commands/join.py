"""Command `piecement join`: play on a server at once, or with a bot."""

import asyncio
import sys
from argparse import ArgumentTypeError, Namespace
from typing import Final

from piecement.cli.arguments import Option
from piecement.cli.commands.shared import FOLDER
from piecement.cli.play import play
from piecement.cli.usage import UsageError
from piecement.client.bot import BotClient, NoRoomError
from piecement.client.client import Client
from piecement.language import _
from piecement.net.address import Address
from piecement.net.carriers import connect
from piecement.net.clean_texts import LONGEST_NAME, LONGEST_ROOM_NAME, clean_name, player_name
from piecement.net.errors import OnlineError, alphabet_problem
from piecement.session.bots import BotError
from piecement.session.bots.loaded_bot import is_bot, load_bot
from piecement.terminal.clock import now_ns
from piecement.terminal.printable import one_line
from piecement.ui.launch import FirstRun, JoinTarget, Launch
from piecement_engine.bots import BOTS

_USUAL_SPEED: Final = 1.5
_FASTEST: Final = 20.0


def run(options: Namespace) -> int:
    address = Address.parse(options.server)
    if options.open and not (options.bot is not None and options.room):
        raise UsageError(_("--open is for --bot and the name of a room."))
    if options.bot is not None:
        return _run_bot(options, address)
    target = JoinTarget(str(address), options.room)
    return play(Launch(join=target, data_folder=options.data_dir, first_run=FirstRun.NEVER, mute=options.mute))


def _run_bot(options: Namespace, address: Address) -> int:
    if not is_bot(options.bot):
        raise UsageError(
            _("no bot or program named {bot!r}: choose from {bots}.").format(bot=options.bot, bots=", ".join(BOTS))
        )
    own_speed = BOTS[options.bot].pieces_per_second if options.bot in BOTS else 0.0
    speed = options.speed or own_speed or _USUAL_SPEED
    name = options.name or player_name(options.bot.split()[0].rpartition("/")[2])
    room = _room_name(options.room) if options.open else options.room
    player = BotClient(room, lambda seed: load_bot(options.bot, seed), speed, now_ns, _print, opens=options.open)
    try:
        asyncio.run(_play(player, address, name))
    except OnlineError as error:
        sys.stderr.write(f"piecement: {error.sentence}\n")
        return 1
    except (NoRoomError, BotError) as error:
        sys.stderr.write(f"piecement: {error}\n")
        return 1
    return 0


async def _play(player: BotClient, address: Address, name: str) -> None:
    await player.play(Client(address, name, clock=now_ns, notify=player.on_message, connect=connect, bot=True))


def _print(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def _name(text: str) -> str:
    name = clean_name(text)
    if not 0 < len(name) <= LONGEST_NAME:
        raise ArgumentTypeError(
            _("{name!r} is no name: a name has 1 to {most} characters").format(name=one_line(text), most=LONGEST_NAME)
        )
    if problem := alphabet_problem(name):
        raise ArgumentTypeError(problem)
    return name


def _room_name(text: str) -> str:
    name = clean_name(text)
    if not 0 < len(name) <= LONGEST_ROOM_NAME:
        raise UsageError(_("The name of a room has 1 to {most} characters.").format(most=LONGEST_ROOM_NAME))
    if problem := alphabet_problem(name):
        raise UsageError(problem)
    return name


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed <= _FASTEST:
        raise ArgumentTypeError(
            _("{text!r} is not a number above 0 and up to {most:g}").format(text=text, most=_FASTEST)
        )
    return speed


OPTIONS: Final = (
    Option("server", "SERVER", _("server address: HOST, HOST:PORT, unix:PATH, ws://HOST or wss://HOST")),
    Option("room", "ROOM", _("name or id of the room to join"), default="", number="?"),
    Option("--bot", "BOT", _("let a bot play, without a display: {bots}, or a command").format(bots=", ".join(BOTS))),
    Option("--speed", "N", _("pieces per second the bot places"), _speed),
    Option("--name", "NAME", _("name of the bot, as other players see it"), _name),
    Option("--open", "", _("have the bot open the room if there is none")),
    Option("--mute", "", _("play without sound")),
    FOLDER,
)
