"""The match maker: who waits in the queue, what they are told, and the rooms that come of it. Pure: times in ns.

In a fleet it pairs nobody by itself: it is told who plays whom and where, and keeps or sends on who waits here.
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
"""What is played for a rating."""
NAME: Final = "Queue"
TOLD_EVERY_NS: Final = SECOND
PROMISED_NS: Final = 5 * SECOND
"""How long is waited for an opponent from another server."""
_PLAYERS: Final = 2
ANY_TICKET: Final = "0" * 32
"""What those are sent on with who wait on at another server."""


@dataclass(slots=True)
class _Promise:
    """Two who are to play each other here, as far as they have come."""

    until_ns: int
    since_ns: int
    """Since when both have waited."""
    waiting: list[Waiting[int]] = field(default_factory=list[Waiting[int]])


class MatchMaker:
    """The queue of a server."""

    def __init__(self, lobby: Lobby, server: str = "") -> None:
        """Begin with nobody. In a fleet, `server` is the name of this server there."""
        self._lobby: Final = lobby
        self._server: Final = server
        self._queue: Final = MatchQueue[int]()
        self._promises: Final[dict[str, _Promise]] = {}
        self._hands: Final[dict[int, Hand]] = {}
        self._sent_on: list[Effect] = []
        self._told_ns = 0
        self._is_open = True
        self.pairs = True
        """Whether it pairs by itself; not in a fleet whose broker can be reached."""
        self.others = 0
        """How many wait at other servers."""
        self.elsewhere = ""
        """The address of another server where one can wait; empty where there is none."""

    def ask(self, member: int, message: Queue, now_ns: int) -> list[Effect]:
        """Have somebody wait, or wait no more."""
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
        """Take somebody out who has gone, or plays elsewhere."""
        self._queue.remove(member)
        self._hands.pop(member, None)
        for promise in self._promises.values():
            promise.waiting = [waiting for waiting in promise.waiting if waiting.key != member]

    def close(self) -> list[Effect]:
        """Let nobody wait from now on, but at another server of the fleet."""
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
        """When `advance` has something to do, if nothing else happens before."""
        if self._sent_on:
            return 0
        return self._told_ns + TOLD_EVERY_NS if self._hands else NEVER_NS

    def advance(self, now_ns: int) -> list[Effect]:
        """Pair those who fit, and tell the others how it stands."""
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
            effects += [ToMember(waiting.key, self._queued(waiting, now_ns)) for waiting in self._everybody()]
        return effects

    # In a fleet

    def lines(self, now_ns: int) -> tuple[WaitingLine, ...]:
        """Return who waits here and is promised to nobody, as the fleet is told."""
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
        """Keep somebody for an opponent who comes, or send somebody to where the match is."""
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
        """Begin the matches of those who have both come; who was waited for in vain is waited for no more."""
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

    # Who waits here

    def _everybody(self) -> list[Waiting[int]]:
        promised = [waiting for promise in self._promises.values() for waiting in promise.waiting]
        return [*promised, *self._queue]

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
        """Send somebody to wait elsewhere, or tell that nobody can wait any more."""
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
