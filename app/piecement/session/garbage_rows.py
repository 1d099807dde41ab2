"""The rows of garbage in a game, followed by what it reports."""

from collections.abc import Iterable
from typing import Final

from piecement_engine.events import Event, LinesCleared, RowsRaised


class GarbageRows:
    """Which rows of a board came in from below, and how many of them were cleared."""

    def __init__(self) -> None:
        self._rows: Final[list[bool]] = []
        """Whether a row is garbage, from the lowest on; what lies above is not."""
        self.dug = 0
        """How many were cleared."""

    def count(self, events: Iterable[Event]) -> None:
        """Take in what a game reported."""
        for event in events:
            match event:
                case RowsRaised():
                    self._rows[:0] = [True] * event.count
                case LinesCleared():
                    for y in event.rows:  # the highest first, so that those below keep their number
                        if y < len(self._rows):
                            self.dug += self._rows.pop(y)
                case _:
                    pass
