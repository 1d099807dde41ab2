"""The match maker: who waits in the queue, what they are told, and the rooms that come of it. Pure: times in ns."""

from typing import Final

from piecement.online.agenda import NEVER_NS
from piecement.online.effects import Effect, ToMember
from piecement.online.errors import RoomError
from piecement.online.lobby import Lobby
from piecement.online.match_queue import MatchQueue, Waiting
from piecement.online.messages import Error, Hand, Queue, Queued, RoomRules
from piecement.online.presets import check_hand
from piecement_engine.timing import SECOND

RULES: Final = RoomRules(preset="guideline", first_to=3, bots=False)
"""What is played for a rating."""
NAME: Final = "Queue"
TOLD_EVERY_NS: Final = SECOND


class MatchMaker:
    """The queue of a server."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby: Final = lobby
        self._queue: Final = MatchQueue()
        self._hands: Final[dict[int, Hand]] = {}
        self._told_ns = 0
        self._is_open = True

    def ask(self, member: int, message: Queue, now_ns: int) -> list[Effect]:
        """Have somebody wait, or wait no more."""
        try:
            if message.on:
                return self._add(member, message.hand, now_ns)
        except RoomError as error:
            return [ToMember(member, Error.of(error))]
        self.leave(member)
        return [ToMember(member, Queued(on=False))]

    def leave(self, member: int) -> None:
        """Take somebody out who has gone, or plays elsewhere."""
        self._queue.remove(member)
        self._hands.pop(member, None)

    def close(self) -> list[Effect]:
        """Let nobody wait from now on."""
        self._is_open = False
        told: list[Effect] = []
        for waiting in self._queue:
            self.leave(waiting.member)
            told += [
                ToMember(waiting.member, Queued(on=False)),
                ToMember(waiting.member, Error.of(RoomError("queue_closed"))),
            ]
        return told

    @property
    def due_ns(self) -> int:
        """When `advance` has something to do, if nothing else happens before."""
        return self._told_ns + TOLD_EVERY_NS if len(self._queue) else NEVER_NS

    def advance(self, now_ns: int) -> list[Effect]:
        """Pair those who fit, and tell the others how it stands."""
        if not len(self._queue):
            return []
        effects: list[Effect] = []
        while not self._lobby.is_full and (pair := self._queue.pair(now_ns)) is not None:
            effects += self._open(pair, now_ns)
        if now_ns >= self._told_ns + TOLD_EVERY_NS:
            self._told_ns = now_ns
            effects += [ToMember(waiting.member, self._queued(waiting, now_ns)) for waiting in self._queue]
        return effects

    def _add(self, member: int, hand: Hand, now_ns: int) -> list[Effect]:
        waiting = self._lobby.member(member)
        if not self._is_open:
            raise RoomError("queue_closed")
        if waiting.bot:
            raise RoomError("bots_wait_not")
        check_hand(RULES, hand)
        effects = self._lobby.leave_room(member, now_ns)
        who = waiting.account or f"guest {member}"
        placed = Waiting(member, who, waiting.rating, now_ns)
        self._hands[member] = hand
        self._queue.add(placed)
        return [*effects, ToMember(member, self._queued(placed, now_ns)), *self.advance(now_ns)]

    def _open(self, pair: tuple[Waiting, Waiting], now_ns: int) -> list[Effect]:
        players = [(waiting.member, self._hands.pop(waiting.member)) for waiting in pair]
        is_rated = all(self._lobby.member(waiting.member).account for waiting in pair)
        told: list[Effect] = [ToMember(waiting.member, Queued(on=False)) for waiting in pair]
        return [*told, *self._lobby.open_match(NAME, RULES, players, now_ns, rated=is_rated)]

    def _queued(self, waiting: Waiting, now_ns: int) -> Queued:
        return Queued(
            seconds=(now_ns - waiting.since_ns) // SECOND,
            waiting=len(self._queue),
            window=waiting.window(now_ns),
            bot=waiting.is_offered_bot(now_ns),
        )
