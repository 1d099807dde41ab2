"""Room: admission, requests and messages of its members. It reads no clock: callers pass times (ns).

In a match, the seat of a member without a connection is reserved for a minute; the next round waits for its player.
"""

from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from random import Random
from typing import Any, Final

from piecement_engine.rules.timing import MILLISECOND, SECOND
from piecement_net.errors import RoomError
from piecement_net.messages import from_client
from piecement_net.messages.base import TOURNAMENTS, Message
from piecement_net.messages.from_server import Left, RoomState, Said
from piecement_net.messages.rooms import Hand, RoomLine, RoomPlayer
from piecement_net.room_rules import check_hand
from piecement_server.rooms.effects import RoomEffects
from piecement_server.rooms.match_flow import MatchFlow
from piecement_server.rooms.match_record import MatchRecord
from piecement_server.rooms.members import MOST_NAMED, ONE_EVENT_NS, Member, Members, Seat

SEAT_TIMEOUT_NS: Final = 60 * SECOND
"""Time for which the seat of a member without a connection is reserved (ns)."""
STATE_EVERY_NS: Final = SECOND // 4
"""Minimum interval between two states of a room (ns)."""
_MINUTE_NS: Final = 60 * SECOND
IDLE_NS: Final = 10 * _MINUTE_NS
"""Time after which a room without a ready player closes (ns)."""
WARNED_NS: Final = 2 * _MINUTE_NS
"""Time between the warning and the close of a room (ns)."""


def digest_of(key: str | None) -> str:
    """Return the stored form of a key, or empty for none."""
    return sha256(key.encode()).hexdigest() if key else ""


class Room:
    """A room. Refused requests raise `RoomError` and change nothing."""

    def __init__(self, opened: MatchRecord, effects: RoomEffects, random: Random, now_ns: int) -> None:
        """Open a room, or reopen that of a match from a previous run of the server, which has seats."""
        self.id: Final = opened.room
        self.opened: Final = opened
        self.payers: tuple[str, ...] = ()
        """Address and account that opened it, for their share of rooms."""
        self._members: Final = Members(opened.rules.players, opened.rules.teams)
        self._effects: Final = effects
        self._flow: Final = MatchFlow(opened, self._members, effects, random, self._note_change)
        self._has_changed = True
        """Whether the state changed since it was last sent."""
        self._state_sent_ns = -STATE_EVERY_NS
        self._unannounced: Final[set[int]] = set()
        """Absent members still shown as present, until it is clear that not all connections were lost at once."""
        self._touch(now_ns)

    @property
    def members(self) -> tuple[Member, ...]:
        return self._members.members

    @property
    def players(self) -> list[Member]:
        return [seat.member for seat in self._members.seats]

    @property
    def is_playing(self) -> bool:
        return self._flow.round is not None

    def takes_part(self, member: Member) -> bool:
        """Whether a member plays in a match that has begun and not ended."""
        return self._flow.is_in_match and self._members.find_seat(member) is not None

    def line(self) -> RoomLine:
        """Return the line of the room list."""
        opened = self.opened
        return RoomLine(
            id=self.id,
            name=opened.name,
            rules=opened.rules,
            players=len(self._members.seats),
            watchers=len(self._members.watchers),
            state=self._flow.state,
            private=opened.private,
        )

    # Arrivals and departures

    def check_join(self, member: Member, hand: Hand, key: str | None, *, watch: bool) -> None:
        """Raise `RoomError` unless a member may join; one of this room may take the other role."""
        if self._flow.draining:
            raise RoomError("closing")
        if self.opened.key_digest and not compare_digest(self.opened.key_digest, digest_of(key)):
            raise RoomError("wrong_key")
        if self._members.is_barred(member):
            raise RoomError("barred")
        if self.opened.rules.tournament and member.version < TOURNAMENTS:
            raise RoomError("old_program")
        if watch:
            self._members.check_watcher(member)
            return
        if member.bot and not self.opened.rules.bots:
            raise RoomError("no_bots")
        check_hand(self.opened.rules, hand)
        self._members.free_seat(member, self._flow.kept_seats)

    def join(self, member: Member, hand: Hand, now_ns: int, *, watch: bool) -> None:
        """Add a member, whom `check_join` has admitted; one of this room leaves first."""
        if member.room == self.id:
            self.leave(member, now_ns)
        if watch:
            self._members.add_watcher(member)
        else:
            self._flow.on_seated(self._members.add_player(member, hand, barred=self._flow.kept_seats))
        member.room = self.id
        self._welcome(member, now_ns)

    def begin_match(self, now_ns: int) -> None:
        """Begin a match with a pause before its first round, whether the players are ready or not."""
        self._flow.begin_match(now_ns)
        self.advance(now_ns)

    def restore(self, seat: Seat) -> None:
        """Reserve a seat for its player from before a restart of the server."""
        self._members.put(seat)
        seat.member.room = self.id

    def leave(self, member: Member, now_ns: int, why: RoomError | None = None) -> None:
        """Remove a member, by choice if it is connected; an active player loses the round, unless that is over."""
        self._take_out(member, now_ns, why)
        self.advance(now_ns)

    def _take_out(self, member: Member, now_ns: int, why: RoomError | None) -> None:
        self._flow.advance(now_ns)
        seat = self._members.find_seat(member)
        self._remove(member, why)
        self._flow.leave(member, seat)
        self._note_change()

    def disconnected(self, member: Member, now_ns: int, since_ns: int | None = None) -> None:
        """Record the loss of a connection, by default just now. The seat is reserved only in a match."""
        if not self._flow.is_in_match and self._members.find_seat(member) is not None:
            self.leave(member, now_ns)
            return
        member.away_ns = now_ns if since_ns is None else since_ns
        self._unannounced.add(member.id)

    def reconnected(self, member: Member, now_ns: int, *, anew: bool) -> None:
        """Record the return of a member; `anew` if its program was restarted and knows nothing."""
        member.away_ns = None
        self._unannounced.discard(member.id)
        self._note_change()
        if self._flow.round is not None:
            self._flow.round.reconnected(member, now_ns)
        if anew:
            self._welcome(member, now_ns)
        self.advance(now_ns)

    def close(self, now_ns: int, why: RoomError | None = None) -> None:
        """Remove all members. A running round does not count; its match can continue after a restart."""
        self._flow.draining = True
        for member in self.members:
            self._remove(member, why or RoomError("closing"))

    def end(self, why: RoomError, now_ns: int) -> None:
        """End the match, if there is one, without a result, and remove all members."""
        if self._flow.is_in_match:
            self._flow.stop()
        self.close(now_ns, why)

    def _remove(self, member: Member, why: RoomError | None) -> None:
        member.room = None
        self._members.remove(member)
        self._flow.disputes.end(member.id)
        self._unannounced.discard(member.id)
        self._effects.send(member.id, Left() if why is None else Left.of(why))

    def drain(self, now_ns: int) -> None:
        """Admit no further members, and close at the end of the match."""
        self._flow.draining = True
        self.advance(now_ns)

    def _welcome(self, member: Member, now_ns: int) -> None:
        self._note_change()
        self._send_state(member, now_ns)
        self._flow.welcome(member, now_ns)

    # Requests of members

    def receive(self, member: Member, message: Message, now_ns: int) -> None:
        """Handle a request of a member."""
        if type(message) not in REQUESTS:
            raise RoomError("no_place", type=type(message).__name__)
        REQUESTS[type(message)](self, member, message, now_ns)

    def ready(self, member: Member, message: from_client.Ready, now_ns: int) -> None:
        seat = self._members.find_seat(member)
        if seat is None:
            raise RoomError("not_seated")
        if self.is_playing and message.on and message.hand is None:
            return  # already ready
        if self.is_playing:
            raise RoomError("playing")
        if self._members.pair and seat.number not in self._members.pair:
            raise RoomError("not_your_turn")
        if message.hand is not None:
            check_hand(self.opened.rules, message.hand)
            seat.hand = message.hand
        seat.ready = message.on
        self._touch(now_ns)
        self._note_change()
        self.advance(now_ns)

    def handicap(self, member: Member, message: from_client.Handicap, now_ns: int) -> None:
        seat = self._own_seat(member, message.p, "not_host")
        if self.opened.rules.tournament:
            raise RoomError("equal_tournament")
        if self._flow.is_rated:
            raise RoomError("rated")
        if self.is_playing:
            raise RoomError("handicap_in_round")
        if member is self._members.host:
            seat.most_percent = message.percent
        elif message.percent > seat.most_percent:  # a player may be more modest than the host, not less
            raise RoomError("raises_not", percent=seat.most_percent)
        seat.percent = message.percent
        self._members.clear_ready()
        self._note_change()

    def put_into_team(self, member: Member, message: from_client.Team, now_ns: int) -> None:
        """Put a player into a team: not during a match, whose wins are those of teams."""
        teams = self._members.teams
        if not teams:
            raise RoomError("no_teams")
        seat = self._own_seat(member, message.p, "other_team")
        if message.team not in teams:
            raise RoomError("no_team", most=len(teams))
        if self._flow.is_in_match:
            raise RoomError("team_in_match")
        seat.team = message.team
        self._members.clear_ready()
        self._note_change()

    def _own_seat(self, member: Member, number: int, code: str) -> Seat:
        """Return a seat that a member may change: the own one, or as the host anyone's."""
        seat = next((seat for seat in self._members.seats if seat.number == number), None)
        if seat is None:
            raise RoomError("empty_seat", seat=number + 1)
        if member is not self._members.host and member is not seat.member:
            raise RoomError(code)
        return seat

    def choose_target(self, member: Member, message: from_client.Target, now_ns: int) -> None:
        if not self.opened.rules.choose:
            raise RoomError("no_choice")
        if self._flow.round is not None:
            self._flow.round.choose(member, message, now_ns)

    def kick(self, member: Member, message: from_client.SendOut, now_ns: int) -> None:
        """Send a member out of the room and bar the way back."""
        kicked = self._other(member, message.name)
        if self.opened.rules.tournament and self.takes_part(kicked) and kicked.present:
            raise RoomError("plays_tournament")
        self._members.barred.append(kicked)
        self.leave(kicked, now_ns, RoomError("kicked"))

    def mute(self, member: Member, message: from_client.Mute, now_ns: int) -> None:
        """Mute a member, or end that."""
        self._members.mute(self._other(member, message.name), on=message.on)
        self._note_change()
        self.advance(now_ns)

    def stop(self, member: Member, message: from_client.Stop, now_ns: int) -> None:
        """End the match without a result, or restart it."""
        self._require_host(member)
        if not self._flow.is_in_match:
            raise RoomError("no_match")
        self._flow.stop()
        self._touch(now_ns)
        self._notify_all(RoomError("restarted" if message.again else "stopped"))
        if message.again:
            self._flow.begin_now(now_ns)
        self.advance(now_ns)

    def _other(self, member: Member, name: str) -> Member:
        """Return the other member named in a request of the host."""
        self._require_host(member)
        other = next((known for known in self.members if known.name == name), None)
        if other is None:
            raise RoomError("nobody", name=name)
        if other is member:
            raise RoomError("own_room")
        return other

    def _require_host(self, member: Member) -> None:
        if member is not self._members.host:
            raise RoomError("only_host")
        if self._flow.is_rated:
            raise RoomError("rated")

    def inputs(self, member: Member, message: from_client.Inputs, now_ns: int) -> None:
        if self._flow.round is not None:
            self._flow.round.receive(member, message, now_ns)
            self.advance(now_ns)

    def watch(self, member: Member, _: from_client.Watch, now_ns: int) -> None:
        """Send a member the running round from its start."""
        if self._flow.round is None:
            raise RoomError("no_round")
        self._flow.round.resend(member, now_ns)

    def report_game(self, member: Member, message: from_client.OwnGame, now_ns: int) -> None:
        """Add a part of a player's version of a game that differs."""
        self._flow.disputes.add(member.id, message)

    def chat(self, member: Member, message: from_client.Say, now_ns: int) -> None:
        """Send a line to all, or only to the watchers of a round if a watcher says it: players get no hints."""
        if self._members.is_muted(member):
            raise RoomError("muted")
        seat = self._members.find_seat(member)
        apart = self._flow.is_watching(member)
        said = Said(name=member.name, p=None if seat is None else seat.number, text=message.text, apart=apart)
        for other in self.members:
            if not apart or self._flow.is_watching(other):
                self._effects.send(other.id, said)

    def _notify_all(self, notice: RoomError) -> None:
        for member in self.members:
            self._effects.refuse(member.id, notice)

    # Timers

    @property
    def due_ns(self) -> int:
        """Time at which `advance` next has something to do (ns)."""
        due_ns = self._flow.due_ns
        if self._has_changed:
            due_ns = min(due_ns, self._state_sent_ns + STATE_EVERY_NS)
        for member in self._away:
            due_ns = min(due_ns, self._away_due_ns(member))
        if not self._is_alive:
            due_ns = min(due_ns, self._idle_due_ns)
        return due_ns

    def advance(self, now_ns: int) -> None:
        """Do due work."""
        for member in self._away:
            if now_ns < self._away_due_ns(member):
                continue
            if member.id in self._unannounced:
                self._unannounced.remove(member.id)
                self._note_change()
            else:
                self._take_out(member, now_ns, RoomError("away"))
        self._flow.advance(now_ns)
        self._check_idle(now_ns)
        if self._flow.draining and not self._flow.is_in_match and self.members:
            self.close(now_ns)
        if self._has_changed and now_ns >= self._state_sent_ns + STATE_EVERY_NS:
            self._has_changed = False
            self._state_sent_ns = now_ns
            for member in self.members:
                self._send_state(member, now_ns)

    @property
    def _away(self) -> list[Member]:
        """Members without a connection."""
        return [member for member in self.members if not member.present]

    def _away_due_ns(self, member: Member) -> int:
        """Time at which an absent member is announced as such, and then at which its seat is lost (ns)."""
        return (member.away_ns or 0) + (ONE_EVENT_NS if member.id in self._unannounced else SEAT_TIMEOUT_NS)

    def _note_change(self) -> None:
        """Send the state to all members soon."""
        self._has_changed = True

    def _touch(self, now_ns: int) -> None:
        """Begin to wait anew for a player who is ready."""
        self._idle_due_ns = now_ns + IDLE_NS - WARNED_NS
        """Time of the next step (ns): the warning that the room closes, or the close."""
        self._is_warned = False

    @property
    def _is_alive(self) -> bool:
        """Whether a round is played or a player is ready."""
        return self.is_playing or any(seat.ready for seat in self._members.seats)

    def _check_idle(self, now_ns: int) -> None:
        """Warn, and later close, a room without a ready player."""
        if self._is_alive:
            self._touch(now_ns)
        elif now_ns >= self._idle_due_ns and self._is_warned:
            self.close(now_ns, RoomError("idle", minutes=IDLE_NS // _MINUTE_NS))
        elif now_ns >= self._idle_due_ns:
            self._idle_due_ns, self._is_warned = now_ns + WARNED_NS, True
            minutes = (IDLE_NS - WARNED_NS) // _MINUTE_NS
            self._notify_all(RoomError("idle_soon", minutes=minutes, left=WARNED_NS // _MINUTE_NS))

    def stored(self, record: str | None, now_ns: int) -> None:
        """Continue: the ended round was stored under a name; None if storing failed."""
        self._flow.on_round_stored(record, now_ns)
        self.advance(now_ns)

    def _send_state(self, member: Member, now_ns: int) -> None:
        members, opened = self._members, self.opened
        own = members.find_seat(member)
        host = None if members.host is None else members.find_seat(members.host)
        watchers = members.watchers
        state = RoomState(
            id=self.id,
            name=opened.name,
            rules=opened.rules,
            state=self._flow.state,
            you=None if own is None else own.number,
            host=None if host is None else host.number,
            players=tuple(self._player(seat, now_ns) for seat in members.seats),
            watchers=tuple(watcher.name for watcher in watchers[:MOST_NAMED]),
            watching=len(watchers),
            round=self._flow.rounds + self.is_playing,
            bracket=self._flow.bracket,
            rated=self._flow.is_rated,
            muted=members.muted_names,
        )
        self._effects.send(member.id, state)

    def _player(self, seat: Seat, now_ns: int) -> RoomPlayer:
        member, current = seat.member, self._flow.round
        return RoomPlayer(
            p=seat.number,
            name=member.name,
            bot=member.bot,
            ready=seat.ready,
            present=member.present or member.id in self._unannounced,
            wins=seat.wins,
            team=seat.team,
            percent=seat.percent,
            lag_ms=0 if current is None else current.lag_ns(seat.number, now_ns) // MILLISECOND,
        )


REQUESTS: Final[dict[type[Message], Callable[[Room, Member, Any, int], None]]] = {
    from_client.Inputs: Room.inputs,
    from_client.Ready: Room.ready,
    from_client.Handicap: Room.handicap,
    from_client.Team: Room.put_into_team,
    from_client.Target: Room.choose_target,
    from_client.Say: Room.chat,
    from_client.SendOut: Room.kick,
    from_client.Mute: Room.mute,
    from_client.Stop: Room.stop,
    from_client.Watch: Room.watch,
    from_client.OwnGame: Room.report_game,
}
"""Handler of each request."""
