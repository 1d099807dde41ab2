"""An oracle of the ledger, and matches without boards to compare with it.

The oracle knows each row by itself, looks at all rows for everything that happens, and knows nothing of batches: it is
told in which order clears counted and when each attack was taken.
"""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from random import Random
from typing import Any, Final, NamedTuple

from piecement_engine import Spin
from piecement_engine.events import AttackMade, RowsDue
from piecement_engine.game.incoming import Incoming, RowCounts
from piecement_engine.match import Attack, Ledger
from piecement_engine.rules.attack import AttackRule
from piecement_engine.rules.garbage_rules import GarbageRules

MS: Final = 1_000_000
FUSE_NS: Final = 500 * MS
BATCH_NS: Final = 100 * MS
LATE_NS: Final = 500 * MS
MOST_ROWS: Final = 8

PLAIN: Final = AttackRule(
    name="plain",
    sentence="A row for each line.",
    send=attrgetter("lines"),
    most_rows=MOST_ROWS,
    fuse_ns=FUSE_NS,
)


class Lock(NamedTuple):
    """A piece locks."""

    time_ns: int
    side: int
    rows: int
    """How many rows it makes; 0 is a lock that clears nothing."""


class Rise(NamedTuple):
    """Number of rows that rise with a lock that clears nothing."""

    time_ns: int
    side: int
    rows: int


@dataclass
class Played:
    """Results of a match."""

    attacks: list[tuple[int, int, int, int]] = field(default_factory=list[tuple[int, int, int, int]])
    """Time, sender, target and rows of each attack, in order."""
    rises: list[Rise] = field(default_factory=list[Rise])
    counts: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    """Rows made, sent, cancelled and received of each side, and those that wait."""
    counted: dict[Lock, tuple[int, int]] = field(default_factory=dict[Lock, tuple[int, int]])
    """When each lock counted in the ledger, in ns, and with which call."""
    taken_ns: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    """When each attack was taken, by target and number."""


def random_locks(random: Random, sides: int, seconds: int) -> list[Lock]:
    """Return the locks of all sides, in no order; many are at the same time as another side's."""
    locks: list[Lock] = []
    for side in range(sides):
        time_ns = random.randrange(1000) * MS
        while time_ns < seconds * 1000 * MS:
            time_ns += max(50, round(random.gauss(500, 100))) // 10 * 10 * MS
            locks.append(Lock(time_ns, side, random.choice([0] * 7 + [1, 2, 4])))
    return locks


@dataclass
class _Row:
    at_ns: int
    target: int
    number: int
    waits: bool = True


def judged_by_oracle(locks: Sequence[Lock], sides: int, played: Played | None = None) -> Played:
    """Return the results of locks, with the times at which they counted and attacks were taken; else without delays."""
    counted = played.counted if played else {lock: (lock.time_ns, 0) for lock in locks}
    taken_ns = played.taken_ns if played else None
    result = Played()
    rows: list[_Row] = []
    made, sent, cancelled, received, against, attacks = ([0] * sides for _ in range(6))
    for lock in sorted(locks, key=lambda lock: (counted[lock], lock.time_ns, lock.side)):
        (at_ns, _), side = counted[lock], lock.side
        mine = [row for row in rows if row.target == side and row.waits]
        if lock.rows:
            gone = [row for row in mine if row.at_ns < lock.time_ns][: lock.rows]
            for row in gone:
                row.waits = False
            made[side] += lock.rows
            cancelled[side] += len(gone)
            left = lock.rows - len(gone)
            if left:
                target = min((against[other], other) for other in range(sides) if other != side)[1]
                against[target] += left
                attacks[target] += 1
                sent[side] += left
                rows += [_Row(at_ns, target, attacks[target]) for _ in range(left)]
                result.attacks.append((at_ns, side, target, left))
        else:
            risen = 0
            for row in mine:
                taken = taken_ns is None or taken_ns.get((side, row.number), 1 << 62) < lock.time_ns
                if not taken or row.at_ns + FUSE_NS > lock.time_ns or risen == MOST_ROWS:
                    break
                row.waits = False
                risen += 1
            received[side] += risen
            result.rises.append(Rise(lock.time_ns, side, risen))
    pending = [sum(row.target == side and row.waits for row in rows) for side in range(sides)]
    result.counts = list(zip(made, sent, cancelled, received, pending, strict=True))
    result.rises.sort()
    return result


class _Side:
    """A player without a board: what waits there, and what is not sent yet."""

    def __init__(self) -> None:
        self.incoming = Incoming(GarbageRules(attack=PLAIN.name))
        self.unsent: list[Any] = []
        self.known_ns = 0
        self.sent_until_ns = self.heard_until_ns = 0
        """When the last message in each direction arrives: none passes another."""


class DelayedMatch:
    """A match without boards, with a ledger at the other end of slow lines. `ATTACKS` has `PLAIN` in it meanwhile."""

    def __init__(
        self, locks: Sequence[Lock], sides: int, delay: Callable[[], int], *, waits_for_all: bool = True
    ) -> None:
        """Prepare it; `delay` draws how long a message travels, in ns."""
        self._sides: Final = [_Side() for _ in range(sides)]
        self._ledger: Final = Ledger([GarbageRules(attack=PLAIN.name)] * sides, [10] * sides, seed=1)
        self._delay: Final = delay
        self._waits_for_all: Final = waits_for_all
        self._settled_ns = 0
        self._queue: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = []
        self._pushed = 0
        self._played: Final = Played()
        self._unsettled: list[Lock] = []
        for lock in locks:
            self._at(lock.time_ns, self._lock, lock)
        end_ns = max(lock.time_ns for lock in locks) + 3_000 * MS
        for time_ns in range(BATCH_NS + 2, end_ns, BATCH_NS):
            for side in range(sides):
                self._at(time_ns, self._send, side, time_ns)

    def play(self) -> Played:
        while self._queue:
            time_ns, _, do, arguments = heapq.heappop(self._queue)
            self._now_ns = time_ns
            do(*arguments)
        self._settle(1 << 61)
        self._played.rises.sort()
        self._played.counts = [tuple(self._ledger.counts(side)) for side in range(len(self._sides))]
        return self._played

    def counts_of_player(self, side: int) -> RowCounts:
        """Return the counts as far as the player knows."""
        return self._sides[side].incoming.counts

    def _at(self, time_ns: int, do: Callable[..., None], *arguments: Any) -> None:
        heapq.heappush(self._queue, (time_ns, self._pushed, do, arguments))
        self._pushed += 1

    def _lock(self, lock: Lock) -> None:
        side = self._sides[lock.side]
        if lock.rows:
            made, cancelled = side.incoming.clear(lock.time_ns, lock.rows, Spin.NONE, perfect_clear=False)
            side.incoming.lock(lock.time_ns, clears=True)
            side.unsent.append((lock, AttackMade(lock.time_ns, made, cancelled)))
        else:
            risen = len(side.incoming.lock(lock.time_ns, clears=False))
            self._played.rises.append(Rise(lock.time_ns, lock.side, risen))
            side.unsent.append((lock, RowsDue(lock.time_ns, risen)))

    def _send(self, number: int, to_ns: int) -> None:
        side = self._sides[number]
        side.sent_until_ns = max(side.sent_until_ns, self._now_ns + self._delay()) // 10 * 10 + 3
        self._at(side.sent_until_ns, self._receive, number, to_ns, side.unsent)
        side.unsent = []

    def _receive(self, number: int, to_ns: int, sent: list[Any]) -> None:
        side = self._sides[number]
        side.known_ns = to_ns
        self._ledger.report(number, [event for _, event in sent])
        self._unsettled += [lock for lock, _ in sent]
        patience_ns = 0 if self._waits_for_all else self._now_ns - LATE_NS
        self._settle(min(max(side.known_ns, patience_ns) for side in self._sides))

    def _settle(self, before_ns: int) -> None:
        before_ns = max(before_ns, self._settled_ns)
        for lock in [lock for lock in self._unsettled if lock.time_ns < before_ns]:
            self._played.counted[lock] = (max(lock.time_ns, self._settled_ns), self._pushed)
            self._unsettled.remove(lock)
        for attack in self._ledger.settle(before_ns):
            assert isinstance(attack, Attack)
            self._played.attacks.append((attack.at_ns, attack.sender, attack.target, attack.rows))
            target = self._sides[attack.target]
            target.heard_until_ns = max(target.heard_until_ns, self._now_ns + self._delay()) // 10 * 10 + 7
            self._at(target.heard_until_ns, self._hear, attack)
        self._settled_ns = before_ns

    def _hear(self, attack: Attack) -> None:
        self._played.taken_ns[attack.target, attack.number] = self._now_ns
        self._sides[attack.target].incoming.take(attack.at_ns, attack.holes)


def usual(random: Random) -> Callable[[], int]:
    """Return delays that are too short to matter: up, batch and down are less than the fuse."""
    longest = (FUSE_NS - BATCH_NS) // 2 - MS
    least = random.randrange(longest)
    return lambda: random.randrange(least, longest)


def jittery(random: Random) -> Callable[[], int]:
    return lambda: random.randrange(5, 800) * MS


def stalling(random: Random) -> Callable[[], int]:
    """Return delays of 50 ms, one in a hundred of which is 2 s."""
    return lambda: 50 * MS if random.random() > 0.01 else 2000 * MS


def none(random: Random) -> Callable[[], int]:
    return lambda: 0


DELAYS: Final = {"none": none, "usual": usual, "jittery": jittery, "stalling": stalling}
"""Travel times of messages, drawn anew for each (ns)."""
