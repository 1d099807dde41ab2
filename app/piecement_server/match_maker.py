"""The match maker: it queues members, and begins rated matches and challenges.

In a fleet, one server pairs the players of all servers; each server reserves or forwards its own players.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from piecement_engine.rules.timing import MILLISECOND, SECOND
from piecement_net.errors import RoomError
from piecement_net.messages.accounts import Queue, Queued
from piecement_net.messages.from_server import Moved
from piecement_net.messages.rooms import Hand, RoomRules
from piecement_net.room_rules import check_hand
from piecement_server.fleet_news import MOST_WAITING, QueuePairing, WaitingLine
from piecement_server.match_queue import RESERVATION_NS, MatchQueue, Waiting
from piecement_server.rooms.lobby import Lobby
from piecement_server.rooms.members import Member
from piecement_server.rooms.room import Room

RULES: Final = RoomRules(preset="guideline", first_to=3, bots=False)
"""Rules of rated matches."""
NAME: Final = "Queue"
"""Room name of queue matches."""
CHALLENGE_NAME: Final = "Challenge"
"""Room name of challenges."""
NOTIFY_EVERY_NS: Final = SECOND
_PLAYERS: Final = 2
ANY_TICKET: Final = "0" * 32
"""Ticket of players who are forwarded to another server's queue, unpaired."""


@dataclass(slots=True)
class _Reservation:
    """Reserved match of two players, and those who have arrived."""

    until_ns: int
    since_ns: int
    """Time since which both have waited (ns)."""
    waiting: list[Waiting[int]] = field(default_factory=list[Waiting[int]])


class MatchMaker:
    """Queue of one server."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby: Final = lobby
        self._effects: Final = lobby.effects
        self._queue: Final = MatchQueue[int]()
        self._reservations: Final[dict[str, _Reservation]] = {}
        self._hands: Final[dict[int, Hand]] = {}
        self._notified_ns = 0
        self.is_open = True
        self.is_pairing = True
        """Whether this queue pairs its players; false in a fleet whose broker can be reached."""
        self.waiting_elsewhere = 0
        """Number of players waiting at other servers."""
        self.other_server = ""
        """Address of another server with an open queue, or empty if there is none."""

    def receive(self, member: Member, message: Queue, now_ns: int) -> None:
        """Queue or unqueue a member. Raises `RoomError` if refused."""
        if message.on:
            self._add(member, message, now_ns)
        else:
            self.leave(member.id)
            self._effects.send(member.id, Queued(on=False))

    def stop(self, member: int) -> None:
        """Remove a member from the queue, and notify the member."""
        if member in self._hands:
            self.leave(member)
            self._effects.send(member, Queued(on=False))

    def leave(self, member: int) -> None:
        """Remove a member who left the server or plays elsewhere."""
        self._queue.pop(member, None)
        self._hands.pop(member, None)
        for reservation in self._reservations.values():
            reservation.waiting = [waiting for waiting in reservation.waiting if waiting.key != member]

    def close(self) -> None:
        """Close the queue, and forward its members to another server of the fleet if possible."""
        self.is_open = False
        for member in list(self._hands):
            self.leave(member)
            self._refuse(member)

    def advance(self, now_ns: int) -> None:
        """Pair suitable players, those of reservations first, and notify the waiting ones once a second."""
        for ticket, reservation in list(self._reservations.items()):
            if len(reservation.waiting) == _PLAYERS and self._lobby.has_place:
                del self._reservations[ticket]
                self._open(reservation.waiting, now_ns)
            elif now_ns >= reservation.until_ns:
                del self._reservations[ticket]
                for waiting in reservation.waiting:
                    self._queue.add(waiting)
        if self.is_pairing:
            pairs = self._queue.take_pairs(now_ns)
            while self._lobby.has_place and (pair := next(pairs, None)) is not None:
                self._open(pair, now_ns)
        if self._hands and now_ns >= self._notified_ns + NOTIFY_EVERY_NS:
            self._notified_ns = now_ns
            for one in self._waiting():
                self._effects.send(one.key, self._queued(one, now_ns))

    # Fleet

    def longest_wait_ns(self, now_ns: int) -> int:
        """Return the longest waiting time of a player in the queue (ns), or 0 for an empty queue."""
        return max((now_ns - waiting.since_ns for waiting in self._waiting()), default=0)

    def lines(self, now_ns: int) -> tuple[WaitingLine, ...]:
        """Return the waiting players without a reservation, as news for the fleet."""
        waiting = sorted(self._queue.values(), key=lambda waiting: waiting.since_ns)[:MOST_WAITING]
        return tuple(
            WaitingLine(
                member=one.key,
                who=one.identity,
                rating=one.rating,
                waited_ms=max(0, now_ns - one.since_ns) // MILLISECOND,
            )
            for one in waiting
        )

    def apply_pairing(self, pairing: QueuePairing, now_ns: int) -> None:
        """Apply a pairing: reserve local players for an opponent, or forward them to the host."""
        here = [side.member for side in pairing.sides if side.server == self._lobby.server]
        waiting = [one for one in self._queue.values() if one.key in here]
        if pairing.host != self._lobby.server:
            for one in waiting:
                self.leave(one.key)
                self._effects.send(one.key, Moved(address=pairing.address, ticket=pairing.ticket))
            return
        since_ns = now_ns - pairing.waited_ms * MILLISECOND
        self._reservations[pairing.ticket] = _Reservation(now_ns + RESERVATION_NS, since_ns, waiting)
        for one in waiting:
            del self._queue[one.key]

    # Local queue

    def _waiting(self) -> Iterator[Waiting[int]]:
        """Yield all players of the queue, those with a reservation first."""
        for reservation in self._reservations.values():
            yield from reservation.waiting
        yield from self._queue.values()

    def _add(self, member: Member, message: Queue, now_ns: int) -> None:
        if member.bot:
            raise RoomError("bots_wait_not")
        check_hand(RULES, message.hand)
        if not self.is_open:
            self._refuse(member.id)
            return
        if member.id in self._hands:
            self._hands[member.id] = message.hand
            self.advance(now_ns)
            return
        self._lobby.run(member.id, Room.leave, now_ns)
        reservation = self._reservations.get(message.ticket)
        since_ns = now_ns if reservation is None else reservation.since_ns
        identity = member.account or f"{self._lobby.server} guest {member.id}"
        waiting = Waiting(member.id, identity, member.rating, since_ns)
        self._hands[member.id] = message.hand
        if reservation is None:
            self._queue.add(waiting)
        else:
            reservation.waiting.append(waiting)
        self._effects.send(member.id, self._queued(waiting, now_ns))
        self.advance(now_ns)

    def _refuse(self, member: int) -> None:
        """Forward a member to another server's queue, or report that the queue is closed."""
        if self.other_server:
            self._effects.send(member, Moved(address=self.other_server, ticket=ANY_TICKET))
        else:
            self._effects.send(member, Queued(on=False))
            self._effects.refuse(member, RoomError("queue_closed"))

    def _open(self, pair: Iterable[Waiting[int]], now_ns: int) -> None:
        players = [(waiting.key, self._hands.pop(waiting.key)) for waiting in pair]
        for member, _ in players:
            self._effects.send(member, Queued(on=False))
        first, second = (self._lobby.members[member] for member, _ in players)
        are_known, are_apart = bool(first.account and second.account), self.are_apart(first, second)
        self._lobby.open_match(NAME, RULES, players, now_ns, rated=are_known and are_apart)
        if are_known and not are_apart:
            for member, _ in players:
                self._effects.refuse(member, RoomError("same_address"))

    def are_apart(self, first: Member, second: Member) -> bool:
        """Return whether two members have different addresses, or the server allows rated matches within one."""
        return self._lobby.ledger.limits.rated_within_address or not first.peer == second.peer != ""

    def check_rated(self, first: Member, second: Member) -> None:
        """Raise `RoomError` if two members have met too often for another rated match by choice."""
        if self._queue.have_met_often(first.account, second.account):
            raise RoomError("met_often")

    def begin_challenge(self, players: Sequence[tuple[Member, Hand]], now_ns: int, *, rated: bool) -> None:
        """Begin the match of an accepted challenge."""
        first, second = (member for member, _ in players)
        for member in (first, second):
            self.stop(member.id)
        if rated:
            self._queue.note_match(first.account, second.account)
        seats = [(member.id, hand) for member, hand in players]
        self._lobby.open_match(CHALLENGE_NAME, RULES, seats, now_ns, rated=rated)

    def _queued(self, waiting: Waiting[int], now_ns: int) -> Queued:
        return Queued(
            seconds=(now_ns - waiting.since_ns) // SECOND,
            waiting=len(self._hands) + self.waiting_elsewhere,
            window=waiting.window(now_ns),
            bot=waiting.is_offered_bot(now_ns),
        )
