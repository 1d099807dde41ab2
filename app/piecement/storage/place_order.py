"""The order in which games of all modes are mixed: the best of each mode, then the second of each, and so on."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, NamedTuple


@dataclass(frozen=True, slots=True)
class PlaceGroup:
    """The games of one mode and variant, those that are ranked or the others."""

    mode: str
    variant: str
    is_ranked: bool
    length: int


Row = tuple[int, int]
"""When a game ended, and its id."""

ReadGroup = Callable[[PlaceGroup, int, int], Sequence[Row]]
"""Returns the games of a group from a place on, so many, the best first; the first place is 0."""


class _Stretch(NamedTuple):
    """Rounds of as many games each."""

    start: int
    """The index of the first game."""
    round: int
    """The first round."""
    width: int


def _stretches(lengths: Sequence[int]) -> Iterator[_Stretch]:
    """Yield the rounds of groups of these lengths, the shortest first: when one ends, the next rounds are narrower."""
    index = before = 0
    for number, length in enumerate(lengths):
        if length > before:
            width = len(lengths) - number
            yield _Stretch(index, before, width)
            index += (length - before) * width
            before = length


class _Rounds:
    """Groups of which one game each comes in turn."""

    def __init__(self, groups: Sequence[PlaceGroup]) -> None:
        self.groups: Final = groups
        lengths = sorted(group.length for group in groups)
        self.length: Final = sum(lengths)
        self._stretches: Final = list(_stretches(lengths))

    def begin(self, number: int) -> int:
        """Return how many games come before a round."""
        return sum(min(group.length, number) for group in self.groups)

    def at(self, index: int) -> int:
        """Return the round of the game at an index; that is its place in its own group."""
        stretch = self._stretches[bisect_right(self._stretches, index, key=lambda found: found.start) - 1]
        return stretch.round + (index - stretch.start) // stretch.width

    def ids(self, start: int, end: int, read: ReadGroup) -> list[int]:
        """Return the games between two indexes; those of one round come newest first."""
        if start >= end:
            return []
        first = self.at(start)
        count = self.at(end - 1) + 1 - first
        columns = [read(group, first, count) for group in self.groups if group.length > first]
        found = [game for row in zip_longest(*columns) for game in _newest_first(row)]
        return found[start - self.begin(first) : end - self.begin(first)]


class PlaceOrder:
    """Games by their place in their own mode and variant; those without one come after all others."""

    def __init__(self, groups: Sequence[PlaceGroup], read: ReadGroup, *, descends: bool) -> None:
        self._ranked: Final = _Rounds([group for group in groups if group.is_ranked])
        self._others: Final = _Rounds([group for group in groups if not group.is_ranked])
        self._read: Final = read
        self._descends: Final = descends

    def __len__(self) -> int:
        return self._ranked.length + self._others.length

    def ids(self, start: int, count: int) -> list[int]:
        """Return so many games from an index on, fewer at the end."""
        end = min(start + count, len(self))
        return self._between(len(self) - end, len(self) - start)[::-1] if self._descends else self._between(start, end)

    def place(self, index: int) -> int | None:
        """Return the place of the game at an index; None for one that is not ranked."""
        index = len(self) - 1 - index if self._descends else index
        return self._ranked.at(index) + 1 if index < self._ranked.length else None

    def _between(self, start: int, end: int) -> list[int]:
        first = self._ranked.length
        return [
            *self._ranked.ids(start, min(end, first), self._read),
            *self._others.ids(max(0, start - first), end - first, self._read),
        ]


def _newest_first(row: Sequence[Row | None]) -> Iterator[int]:
    return (game for _, game in sorted((found for found in row if found is not None), reverse=True))
