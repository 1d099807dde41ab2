"""Match maker: the waiting players, their queue messages, and their matches. Pure: times in ns.

In a fleet, pairings arrive from outside, and the match maker reserves or forwards its own players accordingly.
"""

from dataclasses import dataclass, field
from typing import Final

from piecement.online.agenda import NEVER_NS
from piecement.online.errors import RoomError
from piecement.online.lobby import Lobby
from piecement.online.match_queue import MatchQueue, Waiting
from piecement.online.messages import Error, Hand, Moved, Queue, Queued, RoomRules
from piecement.online.room_effects import Effect, ToMember
from piecement.online.room_presets import check_hand
from piecement.server.fleet_news import MOST_WAITING, Pairing, WaitingLine
from piecement_engine.timing import MILLISECOND, SECOND

RULES: Final = RoomRules(preset="guideline", first_to=3, bots=False)
"""Rules of rated matches."""
NAME: Final = "Queue"
TOLD_EVERY_NS: Final = SECOND
PROMISED_NS: Final = 5 * SECOND
"""Maximum wait for an opponent from another server (ns)."""
_PLAYERS: Final = 2
ANY_TICKET: Final = "0" * 32
"""Ticket of players who are forwarded to another server's queue, unpaired."""


@dataclass(slots=True)
class _Promise:
    """Reserved match of two players, with the arrived ones."""

    until_ns: int
    since_ns: int
    """Time since which both have waited (ns)."""
    waiting: list[Waiting[int]] = field(default_factory=list[Waiting[int]])


class MatchMaker:
    """Queue of one server."""

    def __init__(self, lobby: Lobby, server: str = "") -> None:
        """Create an empty queue. In a fleet, `server` is the name of this server."""
        self._lobby: Final = lobby
        self._server: Final = server
        self._queue: Final = MatchQueue[int]()
        self._promises: Final[dict[str, _Promise]] = {}
        self._hands: Final[dict[int, Hand]] = {}
        self._sent_on: list[Effect] = []
        self._told_ns = 0
        self._is_open = True
        self.pairs = True
        """Whether this queue pairs by itself; false in a fleet whose broker can be reached."""
        self.others = 0
        """Number of players waiting at other servers."""
        self.elsewhere = ""
        """Address of another server with an open queue, or empty if there is none."""

    def ask(self, member: int, message: Queue, now_ns: int) -> list[Effect]:
        """Add a member to the queue, or remove the member."""
        try:
            if message.on:
                return self._add(member, message, now_ns)
        except RoomError as error:
            return [ToMember(member, Error.of(error))]
        self.leave(member)
        return [ToMember(member, Queued(on=False))]

    def stop(self, member: int) -> list[Effect]:
        """Remove a member from the queue, and notify the member."""
        if member not in self._hands:
            return []
        self.leave(member)
        return [ToMember(member, Queued(on=False))]

    def leave(self, member: int) -> None:
        """Remove a member who left the server or plays elsewhere."""
        self._queue.remove(member)
        self._hands.pop(member, None)
        for promise in self._promises.values():
            promise.waiting = [waiting for waiting in promise.waiting if waiting.key != member]

    def close(self) -> list[Effect]:
        """Close the queue, and forward its members to another server of the fleet if possible."""
        self._is_open = False
        told: list[Effect] = []
        for member in list(self._hands):
            self.leave(member)
            told += self._turn_away(member)
        return told

    @property
    def is_open(self) -> bool:
        return self._is_open

    @property
    def due_ns(self) -> int:
        """Time at which `advance` next has something to do (ns)."""
        if self._sent_on:
            return 0
        return self._told_ns + TOLD_EVERY_NS if self._hands else NEVER_NS

    def advance(self, now_ns: int) -> list[Effect]:
        """Pair suitable players, and notify the waiting ones once a second."""
        effects, self._sent_on = self._sent_on, []
        if not self._hands:
            return effects
        effects += self._keep_promises(now_ns)
        if self.pairs:
            pairs = self._queue.pairs(now_ns)
            while not self._lobby.is_full and (pair := next(pairs, None)) is not None:
                effects += self._open(pair, now_ns)
        if now_ns >= self._told_ns + TOLD_EVERY_NS:
            self._told_ns = now_ns
            promised = [waiting for promise in self._promises.values() for waiting in promise.waiting]
            effects += [ToMember(one.key, self._queued(one, now_ns)) for one in (*promised, *self._queue)]
        return effects

    # Fleet

    def lines(self, now_ns: int) -> tuple[WaitingLine, ...]:
        """Return the waiting players without a reservation, as news for the fleet."""
        waiting = sorted(self._queue, key=lambda waiting: waiting.since_ns)[:MOST_WAITING]
        return tuple(
            WaitingLine(
                member=one.key,
                who=one.who,
                rating=one.rating,
                waited_ms=max(0, now_ns - one.since_ns) // MILLISECOND,
            )
            for one in waiting
        )

    def told(self, pairing: Pairing, now_ns: int) -> None:
        """Apply a pairing: reserve local players for an opponent, or forward them to the host."""
        here = [side.member for side in pairing.sides if side.server == self._server]
        waiting = [one for one in self._queue if one.key in here]
        if pairing.host != self._server:
            for one in waiting:
                self.leave(one.key)
                self._sent_on.append(ToMember(one.key, Moved(address=pairing.address, ticket=pairing.ticket)))
            return
        since_ns = now_ns - pairing.waited_ms * MILLISECOND
        self._promises[pairing.ticket] = _Promise(now_ns + PROMISED_NS, since_ns, waiting)
        for one in waiting:
            self._queue.remove(one.key)

    def _keep_promises(self, now_ns: int) -> list[Effect]:
        """Start the matches whose players have both arrived, and drop expired reservations."""
        effects: list[Effect] = []
        for ticket, promise in list(self._promises.items()):
            if len(promise.waiting) == _PLAYERS and not self._lobby.is_full:
                del self._promises[ticket]
                effects += self._open((promise.waiting[0], promise.waiting[1]), now_ns)
            elif now_ns >= promise.until_ns:
                del self._promises[ticket]
                for waiting in promise.waiting:
                    self._queue.add(waiting)
        return effects

    # Local queue

    def _add(self, member: int, message: Queue, now_ns: int) -> list[Effect]:
        asker = self._lobby.member(member)
        if asker.bot:
            raise RoomError("bots_wait_not")
        check_hand(RULES, message.hand)
        if not self._is_open:
            return self._turn_away(member)
        if member in self._hands:
            self._hands[member] = message.hand
            return self.advance(now_ns)
        effects = self._lobby.leave_room(member, now_ns)
        promise = self._promises.get(message.ticket)
        since_ns = now_ns if promise is None else promise.since_ns
        placed = Waiting(member, asker.account or f"{self._server} guest {member}", asker.rating, since_ns)
        self._hands[member] = message.hand
        if promise is None:
            self._queue.add(placed)
        else:
            promise.waiting.append(placed)
        return [*effects, ToMember(member, self._queued(placed, now_ns)), *self.advance(now_ns)]

    def _turn_away(self, member: int) -> list[Effect]:
        """Forward a member to another server's queue, or report that the queue is closed."""
        if self.elsewhere:
            return [ToMember(member, Moved(address=self.elsewhere, ticket=ANY_TICKET))]
        closed = Error.of(RoomError("queue_closed"))
        return [ToMember(member, Queued(on=False)), ToMember(member, closed)]

    def _open(self, pair: tuple[Waiting[int], Waiting[int]], now_ns: int) -> list[Effect]:
        members = [waiting.key for waiting in pair]
        players = [(member, self._hands.pop(member)) for member in members]
        is_rated = all(self._lobby.member(member).account for member in members)
        told: list[Effect] = [ToMember(member, Queued(on=False)) for member in members]
        return [*told, *self._lobby.open_match(NAME, RULES, players, now_ns, rated=is_rated)]

    def _queued(self, waiting: Waiting[int], now_ns: int) -> Queued:
        return Queued(
            seconds=(now_ns - waiting.since_ns) // SECOND,
            waiting=len(self._hands) + self.others,
            window=waiting.window(now_ns),
            bot=waiting.is_offered_bot(now_ns),
        )
