"""Room: admission, requests and messages of its members. Pure: times are passed in (ns).

The seat of a member without a connection is reserved for a minute; the next round waits for its player.
"""

from hashlib import sha256
from hmac import compare_digest
from random import Random
from typing import Final

from piecement.net.errors import RoomError
from piecement.net.messages import (
    Error,
    Hand,
    Handicap,
    Inputs,
    Left,
    Mute,
    OwnGame,
    Ready,
    RoomLine,
    RoomPlayer,
    RoomState,
    Said,
)
from piecement.net.room_rules import check_hand
from piecement.server.rooms.effects import RoomEffects
from piecement.server.rooms.match_flow import MatchCourse
from piecement.server.rooms.match_record import MatchRecord
from piecement.server.rooms.members import KnownAgain, Member, People, Seat
from piecement_engine.rules.timing import MILLISECOND, SECOND

SEAT_KEPT_NS: Final = 60 * SECOND
"""Time for which the seat of a member without a connection is reserved (ns)."""
STATE_EVERY_NS: Final = SECOND // 4
"""Minimum interval between two states of a room (ns)."""
_MINUTE_NS: Final = 60 * SECOND
IDLE_NS: Final = 10 * _MINUTE_NS
"""Time after which a room without a ready player closes (ns)."""
WARNED_NS: Final = 2 * _MINUTE_NS
"""Time between the warning and the close of a room (ns)."""
_WATCHERS_NAMED: Final = 20


def digest_of(key: str | None) -> str:
    """Return the stored form of a key, or empty for none."""
    return sha256(key.encode()).hexdigest() if key else ""


class Room:
    """A room. Refused requests raise `RoomError` and change nothing."""

    def __init__(self, opened: MatchRecord, effects: RoomEffects, random: Random, now_ns: int) -> None:
        """Open a room, or reopen that of a match from a previous run of the server, which has seats."""
        self.id: Final = opened.room
        self.opened: Final = opened
        self._people: Final = People(opened.rules.players)
        self._effects: Final = effects
        self._course: Final = MatchCourse(opened, self._people, effects, random)
        self._state_sent_ns = -STATE_EVERY_NS
        self._away: dict[int, Member] = {}
        """Members without a connection, by id."""
        self._draining = False
        self._barred: Final = KnownAgain()
        """Members that the host has sent out."""
        self._muted: Final = KnownAgain()
        """Members that the host has muted."""
        self._stirred_ns = now_ns
        """Last time at which a player was ready, or played."""
        self._warned_ns: int | None = None
        """Time of the warning that the room closes, or None."""

    @property
    def members(self) -> tuple[Member, ...]:
        return self._people.members

    @property
    def players(self) -> list[Member]:
        return [seat.member for seat in self._people.seats]

    @property
    def is_playing(self) -> bool:
        return self._course.round is not None

    def takes_part(self, member: Member) -> bool:
        """Whether a member plays in a match that has begun and not ended."""
        return self._course.is_in_match and self._people.seat_of(member) is not None

    @property
    def is_listed(self) -> bool:
        """Whether the room list shows it: a private room only if it has a key."""
        return not self.opened.private or bool(self.opened.key_digest)

    def line(self) -> RoomLine:
        """Return the line of the room list."""
        opened = self.opened
        return RoomLine(
            id=self.id,
            name=opened.name,
            rules=opened.rules,
            players=len(self._people.seats),
            watchers=len(self._people.watchers),
            state=self._course.state,
            private=opened.private,
        )

    # Arrivals and departures

    def join(self, member: Member, hand: Hand, key: str | None, now_ns: int, *, watch: bool) -> None:
        if self._draining:
            raise RoomError("closing")
        if member.room == self.id:
            self.leave(member, now_ns)
        if self.opened.key_digest and not compare_digest(self.opened.key_digest, digest_of(key)):
            raise RoomError("wrong_key")
        if self._barred.knows(member, self._people.host):
            raise RoomError("barred")
        if watch:
            self._people.add_watcher(member)
        else:
            self._add_player(member, hand)
        member.room = self.id
        self._welcome(member, now_ns)

    def begin_match(self, now_ns: int) -> None:
        """Begin a match with a pause before its first round, whether the players are ready or not."""
        self._course.begin_match(now_ns)
        self.advance(now_ns)

    def restore(self, seat: Seat) -> None:
        """Reserve a seat for its player from before a restart of the server."""
        self._people.put(seat)
        self._away[seat.member.id] = seat.member
        seat.member.room = self.id

    def leave(self, member: Member, now_ns: int, why: RoomError | None = None) -> None:
        """Remove a member; an active player loses the round."""
        seat = self._people.seat_of(member)
        self._remove(member, why)
        self._course.leave(member, seat, now_ns)
        self._course.changed = True
        self.advance(now_ns)

    def went_away(self, member: Member, now_ns: int) -> None:
        """Record the loss of a connection. The seat is reserved only in a match."""
        if not self._course.is_in_match and self._people.seat_of(member) is not None:
            self.leave(member, now_ns)
            return
        member.away_ns = now_ns
        self._away[member.id] = member
        self._course.changed = True

    def came_back(self, member: Member, now_ns: int, *, anew: bool) -> None:
        """Record the return of a member; `anew` if its program was restarted and knows nothing."""
        member.away_ns = None
        self._away.pop(member.id, None)
        self._course.changed = True
        if self._course.round is not None:
            self._course.round.came_back(member, now_ns)
        if anew:
            self._welcome(member, now_ns)
        self.advance(now_ns)

    def close(self, now_ns: int, why: RoomError | None = None) -> None:
        """Remove all members. A running round counts for nothing; its match can continue after a restart."""
        self._draining = True
        for member in self.members:
            self._remove(member, why or RoomError("closing"))

    def _remove(self, member: Member, why: RoomError | None) -> None:
        member.room = None
        self._people.remove(member)
        self._course.disputes.end(member.id)
        self._away.pop(member.id, None)
        self._effects.send(member.id, Left() if why is None else Left.of(why))

    def drain(self, now_ns: int) -> None:
        """Admit nobody any more, and close at the end of the match."""
        self._draining = True
        self._course.drain()
        self.advance(now_ns)

    def _add_player(self, member: Member, hand: Hand) -> None:
        if member.bot and not self.opened.rules.bots:
            raise RoomError("no_bots")
        check_hand(self.opened.rules, hand)
        current = self._course.round
        seat = self._people.add_player(member, hand, barred=() if current is None else current.seats)
        self._course.seated(seat)

    def _welcome(self, member: Member, now_ns: int) -> None:
        self._course.changed = True
        self._send_state(member, now_ns)
        self._course.welcome(member, now_ns)

    # Requests of members

    def ready(self, member: Member, message: Ready, now_ns: int) -> None:
        seat = self._seat_of(member)
        if self.is_playing and message.on and message.hand is None:
            return  # already ready
        if self.is_playing:
            raise RoomError("playing")
        if message.hand is not None:
            check_hand(self.opened.rules, message.hand)
            seat.hand = message.hand
        seat.ready = message.on
        self._stir(now_ns)
        self._course.changed = True
        self.advance(now_ns)

    def handicap(self, member: Member, message: Handicap) -> None:
        seat = self._people.seat(message.p)
        if seat is None:
            raise RoomError("empty_seat", seat=message.p + 1)
        if member is not self._people.host and member is not seat.member:
            raise RoomError("not_host")
        if self._course.is_rated:
            raise RoomError("rated")
        if self.is_playing:
            raise RoomError("handicap_in_round")
        if member is self._people.host:
            seat.most_percent = message.percent
        elif message.percent > seat.most_percent:
            raise RoomError("raises_not", percent=seat.most_percent)
        seat.percent = message.percent
        self._people.clear_ready()
        self._course.changed = True

    def kick(self, member: Member, name: str, now_ns: int) -> None:
        """Send a member out of the room and bar the way back."""
        kicked = self._other(member, name)
        self._barred.add(kicked)
        self.leave(kicked, now_ns, RoomError("kicked"))

    def mute(self, member: Member, message: Mute, now_ns: int) -> None:
        """Mute a member, or end that."""
        muted = self._other(member, message.name)
        self._muted.discard(muted)
        if message.on:
            self._muted.add(muted)
        self._course.changed = True
        self.advance(now_ns)

    def stop(self, member: Member, now_ns: int, *, again: bool) -> None:
        """End the match without a result, or restart it."""
        self._require_host(member)
        if not self._course.is_in_match:
            raise RoomError("no_match")
        self._course.stop()
        self._stir(now_ns)
        self._tell_all(RoomError("restarted" if again else "stopped"))
        if again:
            self._course.begin(now_ns)
        self.advance(now_ns)

    def _other(self, member: Member, name: str) -> Member:
        """Return the other member named in a request of the host."""
        self._require_host(member)
        other = self._people.named(name)
        if other is None:
            raise RoomError("nobody", name=name)
        if other is member:
            raise RoomError("own_room")
        return other

    def _require_host(self, member: Member) -> None:
        if member is not self._people.host:
            raise RoomError("only_host")
        if self._course.is_rated:
            raise RoomError("rated")

    def inputs(self, member: Member, message: Inputs, now_ns: int) -> None:
        if self._course.round is not None:
            self._course.round.receive(member, message, now_ns)
            self.advance(now_ns)

    def watch(self, member: Member, now_ns: int) -> None:
        """Send a member the running round from its start."""
        if self._course.round is None:
            raise RoomError("no_round")
        self._course.round.retell(member, now_ns)

    def own_game(self, member: Member, message: OwnGame) -> None:
        """Add a part of a player's version of a game that differs."""
        self._course.disputes.add(member.id, message)

    def say(self, member: Member, text: str) -> None:
        if self._is_muted(member):
            raise RoomError("muted")
        seat = self._people.seat_of(member)
        said = Said(name=member.name, p=None if seat is None else seat.number, text=text)
        for other in self.members:
            self._effects.send(other.id, said)

    def _is_muted(self, member: Member) -> bool:
        return self._muted.knows(member, self._people.host)

    def _tell_all(self, what: RoomError) -> None:
        for member in self.members:
            self._effects.send(member.id, Error.of(what))

    def _seat_of(self, member: Member) -> Seat:
        seat = self._people.seat_of(member)
        if seat is None:
            raise RoomError("not_seated")
        return seat

    # Timers

    @property
    def due_ns(self) -> int:
        """Time at which `advance` next has something to do (ns)."""
        due_ns = self._course.due_ns
        if self._course.changed:
            due_ns = min(due_ns, self._state_sent_ns + STATE_EVERY_NS)
        for member in self._away.values():
            due_ns = min(due_ns, (member.away_ns or 0) + SEAT_KEPT_NS)
        if not self._is_alive:
            due_ns = min(due_ns, self._idle_due_ns)
        return due_ns

    def advance(self, now_ns: int) -> None:
        """Do due work."""
        if self._away:
            for member in tuple(self._away.values()):
                if now_ns >= (member.away_ns or 0) + SEAT_KEPT_NS:
                    self.leave(member, now_ns, RoomError("away"))
        self._course.advance(now_ns)
        self._look_for_life(now_ns)
        if self._draining and not self._course.is_in_match and self.members:
            self.close(now_ns)
        if self._course.changed and now_ns >= self._state_sent_ns + STATE_EVERY_NS:
            self._course.changed = False
            self._state_sent_ns = now_ns
            for member in self.members:
                self._send_state(member, now_ns)

    def _stir(self, now_ns: int) -> None:
        self._stirred_ns, self._warned_ns = now_ns, None

    @property
    def _is_alive(self) -> bool:
        """Whether a round is played or a player is ready."""
        return self.is_playing or any(seat.ready for seat in self._people.seats)

    @property
    def _idle_due_ns(self) -> int:
        """Time of the next step: the warning that the room closes, or the close."""
        return self._stirred_ns + IDLE_NS - WARNED_NS if self._warned_ns is None else self._warned_ns + WARNED_NS

    def _look_for_life(self, now_ns: int) -> None:
        """Warn, and later close, a room without a ready player."""
        if self._is_alive:
            self._stir(now_ns)
        elif now_ns >= self._idle_due_ns and self._warned_ns is not None:
            self.close(now_ns, RoomError("idle", minutes=IDLE_NS // _MINUTE_NS))
        elif now_ns >= self._idle_due_ns:
            self._warned_ns = now_ns
            minutes = (IDLE_NS - WARNED_NS) // _MINUTE_NS
            self._tell_all(RoomError("idle_soon", minutes=minutes, left=WARNED_NS // _MINUTE_NS))

    def stored(self, record: str | None, now_ns: int) -> None:
        """Continue: the ended round was stored under a name; None if storing failed."""
        self._course.stored(record, now_ns)
        self.advance(now_ns)

    def _send_state(self, member: Member, now_ns: int) -> None:
        people, opened = self._people, self.opened
        own = people.seat_of(member)
        host = None if people.host is None else people.seat_of(people.host)
        watchers = people.watchers
        state = RoomState(
            id=self.id,
            name=opened.name,
            rules=opened.rules,
            state=self._course.state,
            you=None if own is None else own.number,
            host=None if host is None else host.number,
            players=tuple(self._player(seat, now_ns) for seat in people.seats),
            watchers=tuple(watcher.name for watcher in watchers[:_WATCHERS_NAMED]),
            watching=len(watchers),
            round=self._course.rounds + self.is_playing,
            rated=self._course.is_rated,
            muted=tuple(one.name for one in self.members if self._is_muted(one))[:_WATCHERS_NAMED],
        )
        self._effects.send(member.id, state)

    def _player(self, seat: Seat, now_ns: int) -> RoomPlayer:
        member, current = seat.member, self._course.round
        return RoomPlayer(
            p=seat.number,
            name=member.name,
            bot=member.bot,
            ready=seat.ready,
            present=member.present,
            wins=seat.wins,
            percent=seat.percent,
            lag_ms=0 if current is None else current.lag_ns(seat.number, now_ns) // MILLISECOND,
        )
