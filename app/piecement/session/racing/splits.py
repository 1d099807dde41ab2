"""Splits: where a game stood at each of its pieces."""

from bisect import bisect_left, bisect_right
from typing import NamedTuple, Self

from piecement_engine import GameView


class Mark(NamedTuple):
    """Where a game stood at a time."""

    time: int
    """In ns."""
    lines: int
    level: int
    score: int
    pieces: int

    @classmethod
    def of(cls, view: GameView, time_ns: int | None = None) -> Self:
        """Return where a game stands, now or as of a moment just before."""
        time = view.time_ns if time_ns is None else time_ns
        return cls(time, view.lines, view.level, view.score, view.pieces)

    def value(self, name: str) -> int:
        """Return one of its figures."""
        return int(getattr(self, name))


class Splits:
    """The marks of a game as it went on, by one of their figures, which never falls."""

    def __init__(self, figure: str) -> None:
        self._figure = figure
        self._marks: list[Mark] = []
        self._values: list[int] = []

    def add(self, mark: Mark) -> None:
        """Add where the game stands now."""
        self._marks.append(mark)
        self._values.append(mark.value(self._figure))

    @property
    def last(self) -> Mark | None:
        """Where it stands, or where it ended."""
        return self._marks[-1] if self._marks else None

    def at(self, value: int) -> Mark | None:
        """Return where it stood when the figure came to a value; None if it has not come so far.

        Of times, the last mark before counts, as that is where it stood then.
        """
        if self._figure == "time":
            index = bisect_right(self._values, value) - 1
            return self._marks[index] if index >= 0 and self._values[-1] >= value else None
        index = bisect_left(self._values, value)
        return self._marks[index] if index < len(self._marks) else None
