"""Incoming garbage: the rows that wait in a player's game, until they rise or clears of the player cancel them.

The ledger of a match draws the columns of their holes (`match.ledger`); garbage of modes has its own (`modes.garbage`).

Theory of operation. An attack on a player is an input of the player's game. It has the time at which the attack was
made, and the holes of its rows. The game may receive it later, since messages travel; the result does not depend on
that delay as long as it is shorter than the fuse. Rows are cancelled in the order of the attacks, by clears later than
the attack. A clear may find nothing to cancel because a message is late: its rows stay *unspent*, and an attack made
before that clear loses rows to it on arrival. So only the ledger of a match, which sees all sides, knows for certain
how many rows a player makes and sends (see `match.ledger`). Rows whose fuse is over rise with a lock: the lock decides
which ones, and they enter the board before the next piece.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Self

from piecement_engine.events import Spin
from piecement_engine.native import mypyc_attr
from piecement_engine.quick import copied
from piecement_engine.rules.attack import AttackCounter
from piecement_engine.rules.garbage_rules import GarbageRules


class RowCounts(NamedTuple):
    """Counts of garbage rows of one side of a match."""

    made: int = 0
    """Rows made by this player's clears."""
    sent: int = 0
    """Rows of these that went to others; inside a game, those that have cancelled nothing so far."""
    cancelled: int = 0
    """Rows against this player, cancelled by clears of the player."""
    received: int = 0
    """Rows that rose on this player's board."""
    pending: int = 0
    """Rows that still wait."""


class WaitingRows(NamedTuple):
    """The waiting rows of one attack."""

    due_ns: int
    """Game time from which a lock can make them rise."""
    rows: int


_FIELDS: Final = ("_cancelled", "_counter", "_last_ready_ns", "_made", "_received", "_rule", "_unspent", "_waiting")


@mypyc_attr(allow_interpreted_subclasses=True)
class Incoming:
    """The garbage of one game: rows made by its clears, and waiting rows."""

    __slots__ = _FIELDS

    def __init__(self, rules: GarbageRules) -> None:
        self._rule = rules.rule
        self._counter = AttackCounter(self._rule, rules.percent)
        self._waiting: list[tuple[int, tuple[int, ...]]] = []
        """Waiting attacks: the time of each (ns), and the holes of the rows left, the first to rise first."""
        self._unspent: list[tuple[int, int]] = []
        """Clears with rows that cancelled nothing yet: the time of each (ns), and the number of these rows."""
        self._last_ready_ns = -self._rule.row_interval_ns
        """Earliest time at which the last risen row could have risen (ns)."""
        self._made = 0
        self._cancelled = 0
        self._received = 0

    def take(self, at_ns: int, holes: Sequence[int]) -> int:
        """Add an attack to the waiting ones; return the number of its rows that are cancelled at once."""
        left = len(holes)
        still_unspent: list[tuple[int, int]] = []
        for clear_ns, rows in self._unspent:
            spent = min(left, rows) if clear_ns > at_ns else 0
            left -= spent
            if rows > spent and clear_ns > at_ns:  # no later attack is from before this one
                still_unspent.append((clear_ns, rows - spent))
        self._unspent = still_unspent
        cancelled = len(holes) - left
        self._cancelled += cancelled
        if left:
            self._waiting.append((at_ns, tuple(holes[cancelled:])))
        return cancelled

    def clear(self, time_ns: int, lines: int, spin: Spin, *, perfect_clear: bool) -> tuple[int, int]:
        """Count a clear; return the number of rows that it makes, and the number of these that cancel waiting rows."""
        made = self._counter.rows_of(time_ns, lines, spin, perfect_clear=perfect_clear)
        cancelled = self._cancel(time_ns, made)
        self._made += made
        self._cancelled += cancelled
        if made > cancelled:
            self._unspent.append((time_ns, made - cancelled))
        return made, cancelled

    def lock(self, time_ns: int, *, clears: bool) -> list[int]:
        """Count a lock, after its clear; return the holes of the rows that rise, the first one first."""
        if not clears:
            self._counter.lock_without_lines()
        elif self._rule.clears_hold_up:
            return []
        return self._risen(time_ns) if self._waiting else []

    @property
    def waiting(self) -> tuple[WaitingRows, ...]:
        """Waiting rows of each attack, the first to rise first."""
        fuse_ns = self._rule.fuse_ns
        return tuple(WaitingRows(at_ns + fuse_ns, len(holes)) for at_ns, holes in self._waiting)

    @property
    def counts(self) -> RowCounts:
        pending = sum(len(holes) for _, holes in self._waiting)
        return RowCounts(self._made, self._made - self._cancelled, self._cancelled, self._received, pending)

    def copy(self) -> Self:
        other = copied(self, _FIELDS)
        other._counter = self._counter.copy()
        other._waiting = self._waiting.copy()
        other._unspent = self._unspent.copy()
        return other

    def _cancel(self, time_ns: int, rows: int) -> int:
        """Remove up to `rows` waiting rows of attacks made before a time; return the number removed."""
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
