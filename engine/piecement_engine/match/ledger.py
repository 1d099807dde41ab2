"""The ledger of a match: who attacks whom with how many rows.

Theory of operation. Each side reports the events of its own game, in their order. The ledger settles the events of all
sides by game time, not by the order in which they were reported, up to a time before which everything is known. So an
attack does not depend on how fast its news travel. The rows of a clear first cancel rows that wait for the same side,
those of the oldest attack first; only attacks made before the clear count, so that clears at one instant pass each
other. What is left goes to one of the others. A side that reports later than was waited for has its clears counted at
the time up to which all was settled, but they cancel only what was made before they really were.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from piecement_engine.errors import EngineError
from piecement_engine.events import AttackMade, End, Event, GameEnded, RowsDue
from piecement_engine.garbage_rules import GarbageRules
from piecement_engine.incoming import RowCounts
from piecement_engine.rng import Rng

_Reported = AttackMade | RowsDue | GameEnded
_REPORTED: Final = (AttackMade, RowsDue, GameEnded)


class Attack(NamedTuple):
    """Rows that go from one side to another."""

    number: int
    """Which of the attacks on the target it is, from 1."""
    at_ns: int
    """When it was made."""
    sender: int
    target: int
    holes: tuple[int, ...]
    """The columns of the holes, the first row to rise first."""

    @property
    def rows(self) -> int:
        return len(self.holes)


class Knockout(NamedTuple):
    """The game of a side has ended."""

    side: int
    time_ns: int
    end: End


class LostRows(NamedTuple):
    """Rows of a clear that went to nobody, because the games of all others had ended when it counted."""

    side: int
    time_ns: int
    """When the clear was made."""


class LedgerSide:
    """What the ledger knows of one side."""

    __slots__ = (
        *("ended_ns", "made", "sent", "cancelled", "received", "against", "attacks", "attacker", "target"),
        *("waiting", "reported"),
    )

    def __init__(self) -> None:
        self.ended_ns: int | None = None
        self.made = 0
        self.sent = 0
        self.cancelled = 0
        self.received = 0
        self.against = 0
        """How many rows were sent here."""
        self.attacks = 0
        """In how many attacks."""
        self.attacker: int | None = None
        """Who made the last one."""
        self.target = -1
        """Whom this side attacked last."""
        self.waiting: deque[tuple[int, int]] = deque()
        """When each attack that waits was made, and how many of its rows are left."""
        self.reported: deque[_Reported] = deque()
        """The events that are not settled yet."""

    def cancel(self, before_ns: int, rows: int) -> int:
        """Take out up to so many rows of attacks made before a time; return how many there were."""
        left = rows
        while left and self.waiting and self.waiting[0][0] < before_ns:
            left -= self._take_out(left)
        self.cancelled += rows - left
        return rows - left

    def rise(self, rows: int) -> None:
        """Count rows that rise, the first of those that wait."""
        left = rows
        while left and self.waiting:
            left -= self._take_out(left)
        if left:
            raise EngineError(f"{rows} rows rise, and only {rows - left} wait")
        self.received += rows

    def _take_out(self, most: int) -> int:
        """Take out up to so many rows of the first attack that waits; return how many there were."""
        at_ns, rows = self.waiting.popleft()
        if rows > most:
            self.waiting.appendleft((at_ns, rows - most))
        return min(rows, most)


class Aim(NamedTuple):
    """The arguments of a targeting: an attack that goes to one of the others."""

    sides: Sequence[LedgerSide]
    """All sides."""
    sender: int
    others: Sequence[int]
    """Who can be attacked, at least one."""
    rng: Rng


Targeting = Callable[[Aim], int]
"""Returns which one of the others is attacked."""


def _least_attacked(aim: Aim) -> int:
    return min(aim.others, key=lambda other: (aim.sides[other].against, other))


def _random(aim: Aim) -> int:
    return aim.others[aim.rng.below(len(aim.others))]


def _in_turn(aim: Aim) -> int:
    last = aim.sides[aim.sender].target
    return min(aim.others, key=lambda other: (other <= last, other))


def _attacker(aim: Aim) -> int:
    attacker = aim.sides[aim.sender].attacker
    return attacker if attacker is not None and attacker in aim.others else _least_attacked(aim)


LEAST_ATTACKED: Final = "least_attacked"
"""The name of the usual targeting."""

TARGETINGS: Final[dict[str, Targeting]] = {
    LEAST_ATTACKED: _least_attacked,
    "random": _random,
    "in_turn": _in_turn,
    "attacker": _attacker,
}
"""Whom a side attacks where there are several, by name: who has had the least rows against it, the first of several;
any; each in turn; who attacked it last, else as the first one."""


class Ledger:
    """The attacks of a match. A side is a number from 0."""

    def __init__(
        self, rules: Sequence[GarbageRules], widths: Sequence[int], seed: int, targeting: str = LEAST_ATTACKED
    ) -> None:
        """Begin with the garbage rules and the columns of each side; the seed decides holes and random targets."""
        if targeting not in TARGETINGS:
            raise EngineError(f"targeting is {targeting!r}: it is one of {', '.join(TARGETINGS)}")
        self._messiness: Final = tuple(rule.rule.messiness for rule in rules)
        self._widths: Final = tuple(widths)
        self._rng: Final = Rng(seed)
        self._targeting: Final = TARGETINGS[targeting]
        self._sides: Final = tuple(LedgerSide() for _ in rules)
        self.lost: Final[list[LostRows]] = []
        """The clears whose rows went to nobody."""
        self._reported = 0
        """How many events are reported and not settled."""
        self._settled_ns = 0
        """All events before this time are settled, but for those that are reported late."""
        self._over_ns: int | None = None
        """When all but one had ended."""

    def report(self, side: int, events: Iterable[Event]) -> None:
        """Add the events of a side's game that came after those reported before."""
        reported = [event for event in events if isinstance(event, _REPORTED)]
        self._sides[side].reported += reported
        self._reported += len(reported)

    def settle(self, before_ns: int) -> list[Attack | Knockout]:
        """Settle what happened before a time, and all that is late; return what comes of it, in order."""
        settled: list[Attack | Knockout] = []
        while self._reported and (side := self._next(before_ns)) is not None:
            event = self._sides[side].reported.popleft()
            self._reported -= 1
            match event:
                case AttackMade():
                    attack = self._attack(side, event)
                    if attack is not None:
                        settled.append(attack)
                case RowsDue():
                    self._sides[side].rise(event.count)
                case GameEnded():
                    settled.append(self._end(side, event))
        self._settled_ns = max(self._settled_ns, before_ns)
        return settled

    def counts(self, side: int) -> RowCounts:
        """Return the counts of a side, as far as they are settled."""
        of = self._sides[side]
        return RowCounts(of.made, of.sent, of.cancelled, of.received, sum(rows for _, rows in of.waiting))

    @property
    def final_ns(self) -> int:
        """The last time at which all is settled: that of the end of the match, if it is over."""
        return max(0, self._settled_ns - 1) if self._over_ns is None else self._over_ns

    @property
    def alive(self) -> tuple[int, ...]:
        """The sides whose games go on, as far as that is settled."""
        return tuple(number for number, side in enumerate(self._sides) if side.ended_ns is None)

    def _next(self, before_ns: int) -> int | None:
        """Return the side with the first event before a time; none comes after all but one have ended."""
        if self._over_ns is not None:
            before_ns = min(before_ns, self._over_ns + 1)
        first = min(
            ((side.reported[0].time_ns, number) for number, side in enumerate(self._sides) if side.reported),
            default=(before_ns, 0),
        )
        return first[1] if first[0] < before_ns else None

    def _attack(self, number: int, event: AttackMade) -> Attack | None:
        side = self._sides[number]
        side.made += event.rows
        rows = event.rows - side.cancel(event.time_ns, event.rows)
        if not rows:
            return None
        at_ns = max(event.time_ns, self._settled_ns)
        others = self._targets(number, at_ns)
        if not others:
            self.lost.append(LostRows(number, event.time_ns))
            return None
        target = self._targeting(Aim(self._sides, number, others, self._rng))
        side.sent += rows
        side.target = target
        attacked = self._sides[target]
        attacked.against += rows
        attacked.attacks += 1
        attacked.attacker = number
        attacked.waiting.append((at_ns, rows))
        return Attack(attacked.attacks, at_ns, number, target, self._holes(target, rows))

    def _targets(self, number: int, at_ns: int) -> list[int]:
        """Return the others who play at a time; whoever ends at that very time still does."""
        return [
            other
            for other, side in enumerate(self._sides)
            if other != number and (side.ended_ns is None or side.ended_ns >= at_ns)
        ]

    def _holes(self, target: int, rows: int) -> tuple[int, ...]:
        """Draw the holes of an attack: the first one anywhere, each other one as messy as the target's rules say."""
        rng, width, messiness = self._rng, self._widths[target], self._messiness[target]
        holes = [rng.below(width)]
        for _ in range(rows - 1):
            holes.append(rng.below(width) if rng.below(100) < messiness else holes[-1])
        return tuple(holes)

    def _end(self, number: int, event: GameEnded) -> Knockout:
        self._sides[number].ended_ns = event.time_ns
        if len(self.alive) == 1:
            self._over_ns = max(side.ended_ns for side in self._sides if side.ended_ns is not None)
        return Knockout(number, event.time_ns, event.end)
