"""Account of one side in a ledger: the counts of its rows, the rows that wait for it, its height and its choice."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from piecement_engine.errors import EngineError
from piecement_engine.events import LinesCleared, PieceLocked, RowsRaised


@dataclass(slots=True)
class LedgerSide:
    """Counts and waiting rows of one side."""

    ended_ns: int | None = None
    made: int = 0
    """Number of rows made by its clears, before cancelling."""
    sent: int = 0
    cancelled: int = 0
    received: int = 0
    against: int = 0
    """Number of rows sent to this side."""
    attacks: int = 0
    """Number of attacks on this side."""
    attacker: int | None = None
    """Side that made the last attack on this one."""
    target: int = -1
    """Last target of this side, or -1."""
    waiting: deque[tuple[int, int]] = field(default_factory=deque[tuple[int, int]])
    """Waiting attacks: the time of each (ns), and the number of rows left."""
    height: int = 0
    """Number of rows up to the highest block; rows that are full count until they clear."""
    targeting: str = ""
    """Name of the chosen targeting, or empty for that of the match."""
    chosen: int | None = None
    """Side chosen as the target, or None for one by the targeting."""

    def choose(self, choice: int | str) -> None:
        """Choose a targeting by name, or a side; the targeting then counts again once that side is out."""
        if isinstance(choice, str):
            self.targeting, self.chosen = choice, None
        else:
            self.chosen = choice

    def track_height(self, event: PieceLocked | LinesCleared | RowsRaised) -> None:
        """Count a change of the stack's height."""
        match event:
            case PieceLocked():
                self.height = max(self.height, *(y + 1 for _, y in event.piece.cells))
            case LinesCleared():
                self.height -= len(event.rows)
            case RowsRaised():
                self.height += event.count

    def cancel(self, before_ns: int, rows: int) -> int:
        """Cancel up to `rows` waiting rows of attacks made before a time; return the number cancelled."""
        left = rows
        while left and self.waiting and self.waiting[0][0] < before_ns:
            left -= self._take_out(left)
        self.cancelled += rows - left
        return rows - left

    def rise(self, rows: int) -> None:
        """Move risen rows from the front of the waiting rows to the received count.

        Raises `EngineError` if fewer rows wait; nothing has changed then.
        """
        waiting = sum(rows_left for _, rows_left in self.waiting)
        if rows > waiting:
            raise EngineError(f"{rows} rows rise, and only {waiting} wait")
        left = rows
        while left:
            left -= self._take_out(left)
        self.received += rows

    def _take_out(self, most: int) -> int:
        """Remove up to `most` rows of the first waiting attack; return the number removed."""
        at_ns, rows = self.waiting.popleft()
        if rows > most:
            self.waiting.appendleft((at_ns, rows - most))
        return min(rows, most)


def count_attack(sides: Sequence[LedgerSide], sender: int, target: int, rows: int) -> None:
    """Count an attack for its sender and its target, on which targetings depend."""
    sides[sender].sent += rows
    sides[sender].target = target
    sides[target].against += rows
    sides[target].attacks += 1
    sides[target].attacker = sender
