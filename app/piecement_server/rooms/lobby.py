"""Lobby of a server: all rooms and their members. It reads no clock and opens no socket: the caller passes messages and
times in, and carries out the effects.

>>> from random import Random
>>> from piecement_net.messages.from_client import AskRooms
>>> lobby = Lobby(Random(1))
>>> lobby.receive(lobby.enter("paul"), AskRooms(), now_ns=0)
>>> [effect.message.rooms for effect in lobby.effects.pop()]
[()]
"""

import json
import traceback
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any, Concatenate, Final, ParamSpec

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import RoomError
from piecement_net.limits import ServerLimits
from piecement_net.messages.base import TOURNAMENTS, Message
from piecement_net.messages.from_client import AskRooms, Join, Leave, Open
from piecement_net.messages.from_server import Left, Moved, Rooms
from piecement_net.messages.rooms import Hand, RoomLine, RoomRules
from piecement_net.network_clock import NEVER_NS
from piecement_net.rate_limits import CostLedger
from piecement_net.room_rules import to_rules
from piecement_server.fleet_news import Directory
from piecement_server.rooms.effects import FindPlace, Report, RoomEffects
from piecement_server.rooms.match_record import MatchRecord
from piecement_server.rooms.members import Member, Seat
from piecement_server.rooms.room import Room, digest_of

MOST_LISTED: Final = 200
"""Maximum number of rooms in a list, including those of the other servers of a fleet."""
LIST_EVERY_NS: Final = SECOND
"""Minimum interval between two room lists for one member (ns)."""
_ID_LETTERS: Final = "bcdfghjkmnpqrstvwxz"
_ID_LENGTH: Final = 5
_P = ParamSpec("_P")


class Lobby:
    """All rooms of a server. Members are known to callers by their numbers."""

    def __init__(
        self, random: Random, ledger: CostLedger | None = None, *, server: str = "", directory: Directory | None = None
    ) -> None:
        """Start without rooms. Seeds and room ids are drawn from `random`; `ledger` holds the limits of the server.

        In a fleet, `directory` knows the rooms of the other servers.
        """
        self.server: Final = server
        """Name of this server in its fleet, or empty without one."""
        self._directory: Final = directory or Directory()
        self._random: Final = random
        self.ledger: Final = ledger or CostLedger(ServerLimits())
        self.effects: Final = RoomEffects()
        """Effects of the calls so far; the caller takes and carries them out after each call."""
        self.members: Final[dict[int, Member]] = {}
        self._rooms: dict[str, Room] = {}
        self._ids = count(1)
        self._due_ns: Final[dict[str, int]] = {}
        """Time of the next action of each room (ns)."""
        self._listed_ns: dict[int, int] = {}
        self._waiting_for_list: set[int] = set()
        self._draining = False

    @property
    def rooms(self) -> list[Room]:
        return list(self._rooms.values())

    @property
    def has_place(self) -> bool:
        """Whether another room can be opened on this server."""
        return not self._draining and len(self._rooms) < self.ledger.limits.rooms

    def check_place(self) -> None:
        """Raise `RoomError` if no further room can be opened on this server."""
        if self._draining:
            raise RoomError("opens_no_more")
        if not self.has_place:
            raise RoomError("too_many_rooms", most=self.ledger.limits.rooms)

    def players(self, room: str) -> list[Member]:
        """Return the players of a room, if it is open."""
        return self._rooms[room].players if room in self._rooms else []

    def takes_part(self, member: int) -> bool:
        """Whether a member plays in a match that has begun and not ended."""
        room = self._room_of(self.members[member])
        return room is not None and room.takes_part(self.members[member])

    # Arrivals and departures

    def enter(self, name: str, **facts: Any) -> int:  # as the fields of `Member`
        """Add a member; return its number, which is never used again."""
        number = next(self._ids)
        self.members[number] = Member(id=number, name=name, **facts)
        return number

    def find_absent(self, identity: str) -> int | None:
        """Return the number of the absent member with an identity, or None."""
        return next((m.id for m in self.members.values() if m.identity == identity and not m.present), None)

    def leave(self, member: int, now_ns: int) -> None:
        """Remove a member for good."""
        left = self.members[member]
        self.run(member, Room.leave, now_ns)
        self._forget(left)

    def open_match(
        self, name: str, rules: RoomRules, players: Sequence[tuple[int, Hand]], now_ns: int, *, rated: bool
    ) -> None:
        """Open a room for a match of two players, and begin it. Others can watch."""
        room = self._new_room(now_ns, name=name, rules=rules, rated=rated)
        for member, hand in players:
            self._move(self.members[member], room, hand, None, now_ns, watch=False)
        self._run(room, Room.begin_match, now_ns)

    def restore(self, record: MatchRecord, now_ns: int) -> None:
        """Reopen the room of a match from a previous run of the server, with seats reserved for its players."""
        room = Room(record, self.effects, self._random, now_ns)
        for seat in (*record.seats, *record.waiting):
            member = self.members[self.enter(seat.name, bot=seat.bot, identity=seat.identity, account=seat.account)]
            member.away_ns = now_ns
            room.restore(Seat(seat.seat, member, seat.hand, seat.percent, wins=seat.wins, team=seat.team))
        self._rooms[room.id] = room
        self._settle(room)

    # Actions of members

    def run(
        self, member: int, action: Callable[Concatenate[Room, Member, _P], object], *given: _P.args, **named: _P.kwargs
    ) -> None:
        """Run an action of a member in its room, if it is in one. Raises `RoomError` if the room refuses."""
        actor = self.members[member]
        if (room := self._room_of(actor)) is not None:
            self._run(room, action, actor, *given, **named)

    def receive(self, member: int, message: Message, now_ns: int) -> None:
        """Handle a request of a member. Raises `RoomError` if it is refused."""
        sender = self.members[member]
        match message:
            case AskRooms():
                self._waiting_for_list.add(member)
                self._send_lists(now_ns)
            case Open():
                self._open(sender, message, now_ns)
            case Join():
                self._join(sender, message, now_ns)
            case _ if sender.room is None:
                raise RoomError("in_no_room")
            case Leave():
                self.run(member, Room.leave, now_ns)
            case _:
                self.run(member, Room.receive, message, now_ns)

    def _open(self, member: Member, message: Open, now_ns: int) -> None:
        payers = [payer for room in self.rooms for payer in room.payers]
        if any(payer and payers.count(payer) >= self.ledger.limits.rooms_an_address for payer in member.payers):
            raise RoomError("too_many_own_rooms")
        if self.server and not message.here:
            to_rules(message.rules)
            self.effects.add(FindPlace(member.id, message))
            return
        self.check_place()
        to_rules(message.rules)
        access = {"private": message.private, "key_digest": digest_of(message.key)}
        room = self._new_room(now_ns, name=message.name, rules=message.rules, **access)
        room.payers = member.payers
        self._move(member, room, message.hand, message.key, now_ns, watch=False)

    def _join(self, member: Member, message: Join, now_ns: int) -> None:
        room = self._rooms.get(message.room)
        if room is None:  # it may be at another server
            address = self._directory.address_of(message.room, now_ns)
            if address is None:
                raise RoomError("no_room", room=message.room)
            self.effects.send(member.id, Moved(address=address))
            return
        self._move(member, room, message.hand, message.key, now_ns, watch=message.role == "watch")

    def _move(self, member: Member, room: Room, hand: Hand, key: str | None, now_ns: int, *, watch: bool) -> None:
        """Move a member from its room, if any, to another or a new one. A refusal leaves it where it is."""
        room.check_join(member, hand, key, watch=watch)
        if member.room != room.id:  # leaving would close a room without other members
            self.run(member.id, Room.leave, now_ns)
        self._rooms[room.id] = room  # a new one is open from now on
        self._run(room, Room.join, member, hand, now_ns, watch=watch)

    # Timers

    @property
    def due_ns(self) -> int:
        """Time at which `advance` next has something to do (ns)."""
        lists = (self._listed_ns.get(member, -LIST_EVERY_NS) + LIST_EVERY_NS for member in self._waiting_for_list)
        return min((*self._due_ns.values(), *lists), default=NEVER_NS)

    def advance(self, now_ns: int) -> None:
        """Do due work."""
        self._send_lists(now_ns)
        due = sorted((due_ns, room) for room, due_ns in self._due_ns.items() if due_ns <= now_ns)
        for room in [self._rooms[room] for _, room in due]:
            self._run(room, Room.advance, now_ns)

    def stored(self, room: str, record: str | None, now_ns: int) -> None:
        """Continue a room whose last round was stored; `record` is its name, or None if storing failed."""
        if room in self._rooms:
            self._run(self._rooms[room], Room.stored, record, now_ns)

    def drain(self, now_ns: int) -> None:
        """Refuse new rooms from now on, and close each room at the end of its round."""
        self._draining = True
        for room in self.rooms:
            self._run(room, Room.drain, now_ns)

    def end_room(self, room: str, why: RoomError, now_ns: int) -> None:
        """Close a room; its match does not count. Raises `RoomError` if there is no such room."""
        if room not in self._rooms:
            raise RoomError("no_room", room=room)
        self._run(self._rooms[room], Room.end, why, now_ns)

    def close(self, now_ns: int) -> None:
        """Close all rooms at once; running rounds do not count."""
        self._draining = True
        for room in self.rooms:
            self._run(room, Room.close, now_ns)

    def _send_lists(self, now_ns: int) -> None:
        """Send the room list to waiting members, at most once per interval."""
        due = [m for m in self._waiting_for_list if now_ns >= self._listed_ns.get(m, -LIST_EVERY_NS) + LIST_EVERY_NS]
        if not due:
            return
        lines = (*self.room_lines(), *self._directory.lines(now_ns))
        rooms = Rooms(rooms=lines[:MOST_LISTED])
        without_tournaments = Rooms(rooms=tuple(line for line in lines if not line.rules.tournament)[:MOST_LISTED])
        for member in due:
            self._waiting_for_list.discard(member)
            self._listed_ns[member] = now_ns
            self.effects.send(member, rooms if self.members[member].version >= TOURNAMENTS else without_tournaments)

    def room_lines(self) -> tuple[RoomLine, ...]:
        """Return the listed rooms of this server: private ones only if they have a key."""
        rooms = self._rooms.values()
        return tuple(room.line() for room in rooms if not room.opened.private or room.opened.key_digest)

    def _run(
        self, room: Room, action: Callable[Concatenate[Room, _P], object], *given: _P.args, **named: _P.kwargs
    ) -> None:
        """Run an action of a room. An unexpected error closes only that room, and is reported."""
        members = room.members
        try:
            try:
                action(room, *given, **named)
            finally:
                self._settle(room)
        except RoomError:
            raise
        except Exception as error:  # a defect in one room must not end the server
            self._close_broken(room, error)
        if room.members is not members:
            for member in members:
                if member.room is None and not member.present:
                    self._forget(member)

    def _settle(self, room: Room) -> None:
        """Schedule the next action of a room, or close it if it is empty."""
        if room.is_playing or room.members:
            self._due_ns[room.id] = room.due_ns
        else:
            self._drop(room)

    def _drop(self, room: Room) -> None:
        """Remove a room, which does nothing from now on."""
        self._rooms.pop(room.id, None)
        self._due_ns.pop(room.id, None)

    def _close_broken(self, room: Room, error: Exception) -> None:
        """Remove a room after an unexpected error, notify its members, and report the error."""
        self._drop(room)
        for member in room.members:
            member.room = None
            self.effects.send(member.id, Left.of(RoomError("broken")))
            if not member.present:
                self._forget(member)
        details = {"room": room.id, "name": room.opened.name, "error": traceback.format_exception(error)}
        self.effects.add(Report("room", f"room {room.id} is closed: {error!r}", json.dumps(details)))

    def _forget(self, member: Member) -> None:
        self.members.pop(member.id, None)
        self._listed_ns.pop(member.id, None)
        self._waiting_for_list.discard(member.id)

    def _room_of(self, member: Member) -> Room | None:
        return None if member.room is None else self._rooms[member.room]

    def _new_room(self, now_ns: int, **opened: Any) -> Room:  # as the fields of the record
        record = MatchRecord(id="", room=self._new_id(), seats=(), server=self.server, **opened)
        return Room(record, self.effects, self._random, now_ns)

    def _new_id(self) -> str:
        """Return a room id unused in the whole fleet: among tens of thousands, random ids collide."""
        while True:
            name = "".join(self._random.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))
            if name not in self._rooms and not self._directory.has(name):
                return name
