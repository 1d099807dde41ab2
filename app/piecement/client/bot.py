"""Bot client: joins a room, gets ready for every round, and plays it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from piecement.client.client import Client
from piecement.client.round import ClientRound
from piecement.client.state import ConnectionState
from piecement.session.bots import BotError
from piecement.session.bots.bot_input import BotInput
from piecement.session.bots.loaded_bot import LoadedBot
from piecement.session.session import Clock
from piecement_base.language import _
from piecement_base.printable import one_line
from piecement_engine.bots import ExternalBotError, NoMoveError
from piecement_net.messages.from_client import AskRooms, Join, Open, Ready
from piecement_net.messages.rooms import RoomLine, RoomRules
from piecement_net.room_rules import PRESETS

_STEP_S: Final = 0.004
_THINK_NS: Final = 4_000_000
_REQUEST_S: Final = 1.5
"""Interval between two requests for the list of rooms (s)."""


class NoRoomError(Exception):
    """A room is missing, full or closed; the text is one sentence."""


@dataclass(eq=False)
class BotClient:
    """Player of a bot on a server, until the connection ends."""

    room: str
    """Name or id of a room; empty for the first one with a free seat."""
    load: Callable[[int], LoadedBot]
    """Returns the bot of a round for a seed."""
    pieces_per_second: float
    clock: Clock
    report: Callable[[str], object]
    """Receives sentences about events."""
    opens: bool = False
    """Whether a missing room is opened under its name."""
    changes: list[str] = field(default_factory=list[str])
    """Changes to react to, named by the types of their messages; the client adds them."""

    def __post_init__(self) -> None:
        self._last_sentence = ""
        """Last sentence reported about the connection."""
        self._requested_ns = 0
        """Time of the last request for the list of rooms."""
        self._has_joined = False
        """Whether the bot is in a room, or has asked to enter one."""
        self._played: ClientRound | None = None
        self._bot: LoadedBot | None = None
        self._input: BotInput | None = None
        self._failure: BotError | None = None
        """Error of the bot in the last round; it is raised at the end of the match."""

    async def play(self, client: Client) -> None:
        """Play until the client ends. Raises `NoRoomError` and `BotError`."""
        running = asyncio.get_running_loop().create_task(client.run())
        try:
            while not running.done():
                await asyncio.sleep(_STEP_S)
                self._follow(client)
                self._step(client)
        finally:
            client.close()
            await running
            self._end_round()
        self.report(client.state.sentence or _("Disconnected."))

    def _follow(self, client: Client) -> None:
        """React to the changes since the last call."""
        changes = self.changes.copy()
        self.changes.clear()
        for change in changes:
            match change:
                case "contact":
                    self._report_once(client.state.sentence)
                case "welcome":
                    self._has_joined = client.state.room is not None
                    self._last_sentence = ""
                    self.report(_("Connected to {address}.").format(address=client.state.address))
                case "rooms" if not self._has_joined:
                    self._join(client, client.state.rooms or ())
                case "room" if client.state.is_between and client.state.you and not client.state.you.ready:
                    client.send(Ready())
                case "start":
                    self._begin_round(client)
                case "end":
                    self._report_end(client)
                case "match" if self._failure is not None:
                    raise self._failure
                case "error":
                    self._on_refusal(client)
                case "left":
                    raise NoRoomError(client.state.sentence or _("The room was closed."))
                case _:
                    pass
        now_ns = self.clock()
        is_connected = client.state.contact is ConnectionState.CONNECTED
        if is_connected and not self._has_joined and now_ns - self._requested_ns >= _REQUEST_S * 1e9:
            self._requested_ns = now_ns
            client.send(AskRooms())

    def _report_once(self, sentence: str) -> None:
        """Report a sentence about the connection, unless it was the last one reported."""
        if sentence and sentence != self._last_sentence:
            self._last_sentence = sentence
            self.report(sentence)

    def _join(self, client: Client, rooms: tuple[RoomLine, ...]) -> None:
        matching = [room for room in rooms if self.room in {room.id, room.name}] if self.room else list(rooms)
        if self.room and not matching:
            self._open(client)
            return
        free = [room for room in matching if room.rules.bots and not room.private and room.players < room.rules.players]
        if free:
            self._has_joined = True
            client.send(Join(room=free[0].id))
            self.report(_("Joined {room}.").format(room=free[0].name))
        elif self.room:
            raise NoRoomError(_("The room {name!r} has no free seat for a bot.").format(name=self.room))
        else:
            self._report_once(_("No room has a free seat for a bot: it waits for one."))

    def _open(self, client: Client) -> None:
        if not self.opens:
            raise NoRoomError(_("No room named {name!r} here.").format(name=self.room))
        self._has_joined = True
        client.send(Open(name=self.room, rules=RoomRules(preset=next(iter(PRESETS)))))
        self.report(_("Opened {room}.").format(room=self.room))

    def _on_refusal(self, client: Client) -> None:
        """Report a refusal; without a room, look for another one if none was named."""
        if self._has_joined and client.state.room is None:
            if self.room:
                raise NoRoomError(client.state.sentence)
            self._has_joined = False
        self.report(client.state.sentence)

    def _begin_round(self, client: Client) -> None:
        self._end_round()
        self._failure = None
        self._played = client.state.round
        if self._played is None or self._played.own is None:
            return
        self.report(_("Round {number} begins.").format(number=self._played.number))
        try:
            self._bot = self.load(self._played.own.view.seed)
        except ExternalBotError as error:
            sentence = one_line(error)
            self._failure = BotError(f"{sentence[:1].upper()}{sentence[1:]}.")
            self.report(str(self._failure))
        else:
            self._input = BotInput(self._played.own, self._bot, self.pieces_per_second)

    def _report_end(self, client: Client) -> None:
        self._end_round()
        end = client.state.round_end
        if end is not None:
            names = ", ".join(client.state.name_of(place.seat) for place in end.places if place.place == 1)
            self.report(_("{names} won round {number}.").format(number=end.round, names=names))

    def _end_round(self) -> None:
        self._input = None
        if self._bot is not None:
            self._bot.close()
            self._bot = None

    def _step(self, client: Client) -> None:
        """Press the buttons that are due, and think a little; give up the round if it has no bot."""
        own = self._played.own if self._played is not None else None
        if own is None or own.is_over:
            return
        own.resume()
        if not own.is_running:
            return
        if self._input is None:
            own.forfeit()
            return
        locked = own.view.pieces
        try:
            self._input.advance(own.time_ns)
            until_ns = self.clock() + _THINK_NS
            self._input.think(lambda: self.clock() < until_ns)
        except BotError as error:
            self.report(str(error))
            own.forfeit()
            if not isinstance(error.__cause__, NoMoveError):  # a bot without a move has given up, which is no failure
                self._failure = error
            self._end_round()
        if own.view.pieces != locked:
            client.send_played()
