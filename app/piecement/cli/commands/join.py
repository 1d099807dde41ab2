"""Command `piecement join`: play on a server at once, or with a bot."""

import asyncio
import sys
from argparse import ArgumentTypeError, Namespace
from typing import Final

from piecement.cli.arguments import FOLDER, Option
from piecement.cli.names import read_name, require_bot
from piecement.cli.play import play
from piecement.cli.streams import say
from piecement.cli.usage import UsageError
from piecement.client.bot import BotClient, NoRoomError
from piecement.client.client import Client
from piecement.session.bots import BotError
from piecement.session.bots.loaded_bot import load_bot
from piecement.terminal.clock import now_ns
from piecement.ui.launch import FirstRun, JoinTarget, Launch
from piecement_base.language import N_, _
from piecement_engine.bots import BOTS
from piecement_net.address import Address
from piecement_net.clean_texts import LONGEST_NAME, LONGEST_ROOM_NAME, player_name
from piecement_net.endpoints import connect
from piecement_net.errors import OnlineError

_USUAL_SPEED: Final = 1.5
"""Pieces per second of a bot without a speed of its own."""
_FASTEST: Final = 20.0
"""Maximum speed (pieces per second)."""


def run(options: Namespace) -> int:
    address = Address.parse(options.server)
    if options.open and not (options.bot is not None and options.room):
        raise UsageError(_("--open is for --bot and the name of a room."))
    if options.bot is not None:
        return _run_bot(options, address)
    if options.name is not None or options.speed is not None:
        raise UsageError(_("--name and --speed are for --bot."))
    target = JoinTarget(str(address), options.room)
    return play(Launch(join=target, data_folder=options.data_dir, first_run=FirstRun.NEVER, mute=options.mute))


def _run_bot(options: Namespace, address: Address) -> int:
    require_bot(options.bot)
    bot_speed = BOTS[options.bot].pieces_per_second if options.bot in BOTS else 0.0
    speed = options.speed or bot_speed or _USUAL_SPEED
    name = options.name or player_name(options.bot.split()[0].rpartition("/")[2])
    room = options.room
    if options.open:
        room = read_name(room, LONGEST_ROOM_NAME, _("The name of a room has 1 to {most} characters."))
    player = BotClient(room, lambda seed: load_bot(options.bot, seed), speed, now_ns, say, opens=options.open)
    client = Client(address, name, clock=now_ns, notify=player.changes.append, connect=connect, bot=True)
    try:
        asyncio.run(player.play(client))
    except (OnlineError, NoRoomError, BotError) as error:
        sys.stderr.write(f"piecement: {getattr(error, 'sentence', error)}\n")
        return 1
    return 0


def _name(text: str) -> str:
    try:
        return read_name(text, LONGEST_NAME, _("{name!r} is not a valid name: a name has 1 to {most} characters"))
    except UsageError as error:
        raise ArgumentTypeError(str(error)) from None


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed <= _FASTEST:
        sentence = _("{text!r} is not a number above 0 and up to {most:g}")
        raise ArgumentTypeError(sentence.format(text=text, most=_FASTEST))
    return speed


OPTIONS: Final = (
    Option("server", "SERVER", N_("server address: HOST, HOST:PORT, unix:PATH, ws://HOST or wss://HOST")),
    Option("room", "ROOM", N_("name or id of the room to join"), default="", number="?"),
    Option(
        "--bot", "BOT", N_("let a bot play, without a display: {bots}, or a command"), values={"bots": ", ".join(BOTS)}
    ),
    Option("--speed", "N", N_("pieces per second the bot places"), _speed),
    Option("--name", "NAME", N_("name of the bot, as other players see it"), _name),
    Option("--open", "", N_("let the bot open the room if it does not exist")),
    Option("--mute", "", N_("play without sound")),
    FOLDER,
)
