"""Incoming garbage: the rows that wait for a player inside the game, and what the player's own clears do to them.

Theory of operation. An attack on a player is an input of the player's game: it says when the attack was made and where
the holes of its rows are. The game may get it later than it was made, since news travel; what follows does not depend
on that delay as long as it is shorter than the fuse. Rows of attacks cancel in the order of the attacks, by clears that
came later than the attack. A clear that finds nothing to cancel may do so because news are late: its rows stay
*unspent*, and an attack made before that clear loses rows to it when it arrives. What a player makes and what of that
is sent are therefore known for certain only to the ledger of a match, which sees all sides (see `match.ledger`).
Rows whose fuse is over rise with a lock; which ones is decided in the lock, and they come in before the next piece.
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

from piecement_engine.attack import AttackCounter
from piecement_engine.events import Spin
from piecement_engine.garbage_rules import GarbageRules
from piecement_engine.native import mypyc_attr


class RowCounts(NamedTuple):
    """The counts of garbage rows of one side of a match."""

    made: int = 0
    """Rows that this player's clears made."""
    sent: int = 0
    """Those of them that went to others; inside a game, those that have cancelled nothing so far."""
    cancelled: int = 0
    """Rows against this player that the player's own clears cancelled."""
    received: int = 0
    """Rows that rose at this player's side."""
    pending: int = 0
    """Rows that wait there."""


class WaitingRows(NamedTuple):
    """Rows of one attack that wait."""

    due_ns: int
    """The game time from which they can rise with a lock."""
    rows: int


@mypyc_attr(allow_interpreted_subclasses=True)
class Incoming:
    """The garbage of one game: what its clears make, and what waits."""

    __slots__ = (
        "_cancelled",
        "_counter",
        "_last_ready_ns",
        "_made",
        "_received",
        "_rule",
        "_unspent",
        "_waiting",
    )

    def __init__(self, rules: GarbageRules) -> None:
        self._rule = rules.rule
        self._counter = AttackCounter(self._rule, rules.percent)
        self._waiting: list[tuple[int, tuple[int, ...]]] = []
        """When each attack that waits was made, in ns, and the holes of the rows left, the first to rise first."""
        self._unspent: list[tuple[int, int]] = []
        """The times of clears that did not cancel all that they could, and how many rows that is."""
        self._last_ready_ns = -self._rule.row_interval_ns
        """When the row that rose last could have risen first."""
        self._made = 0
        self._cancelled = 0
        self._received = 0

    def take(self, at_ns: int, holes: Sequence[int]) -> int:
        """Have an attack wait, after those that came before; return how many of its rows are cancelled at once."""
        left = len(holes)
        still_unspent: list[tuple[int, int]] = []
        for clear_ns, rows in self._unspent:
            spent = min(left, rows) if clear_ns > at_ns else 0
            left -= spent
            if rows > spent and clear_ns > at_ns:  # later attacks are not from before this one
                still_unspent.append((clear_ns, rows - spent))
        self._unspent = still_unspent
        cancelled = len(holes) - left
        self._cancelled += cancelled
        if left:
            self._waiting.append((at_ns, tuple(holes[cancelled:])))
        return cancelled

    def clear(self, time_ns: int, lines: int, spin: Spin, *, perfect_clear: bool) -> tuple[int, int]:
        """Count a clear; return how many rows it makes, and how many of those cancel rows that wait."""
        made = self._counter.rows_of(time_ns, lines, spin, perfect_clear=perfect_clear)
        cancelled = self._cancel(time_ns, made)
        self._made += made
        self._cancelled += cancelled
        if made > cancelled:
            self._unspent.append((time_ns, made - cancelled))
        return made, cancelled

    def lock(self, time_ns: int, *, clears: bool) -> list[int]:
        """Count a lock, after what it clears; return the holes of the rows that rise, the first one first."""
        if not clears:
            self._counter.lock_without_lines()
        elif self._rule.clears_hold_up:
            return []
        return self._risen(time_ns) if self._waiting else []

    @property
    def waiting(self) -> tuple[WaitingRows, ...]:
        """What waits, the first to rise first."""
        fuse_ns = self._rule.fuse_ns
        return tuple(WaitingRows(at_ns + fuse_ns, len(holes)) for at_ns, holes in self._waiting)

    @property
    def counts(self) -> RowCounts:
        pending = sum(len(holes) for _, holes in self._waiting)
        return RowCounts(self._made, self._made - self._cancelled, self._cancelled, self._received, pending)

    def copy(self) -> Self:
        """Return an independent copy."""
        other = type(self).__new__(type(self))
        other._cancelled = self._cancelled
        other._last_ready_ns = self._last_ready_ns
        other._made = self._made
        other._received = self._received
        other._rule = self._rule
        other._counter = self._counter.copy()
        other._waiting = self._waiting.copy()
        other._unspent = self._unspent.copy()
        return other

    def _cancel(self, time_ns: int, rows: int) -> int:
        """Take out up to so many rows of attacks made before a time, and return how many there were."""
        left = rows
        while left and self._waiting and self._waiting[0][0] < time_ns:
            at_ns, holes = self._waiting[0]
            if len(holes) > left:
                self._waiting[0] = (at_ns, holes[left:])
                return rows
            left -= len(holes)
            del self._waiting[0]
        return rows - left

    def _risen(self, time_ns: int) -> list[int]:
        rule, risen = self._rule, list[int]()
        while self._waiting and len(risen) < rule.most_rows:
            at_ns, holes = self._waiting[0]
            ready_ns = max(at_ns + rule.fuse_ns, self._last_ready_ns + rule.row_interval_ns)
            if ready_ns > time_ns:
                break
            self._last_ready_ns = ready_ns
            risen.append(holes[0])
            if len(holes) > 1:
                self._waiting[0] = (at_ns, holes[1:])
            else:
                del self._waiting[0]
        self._received += len(risen)
        return risen
