"""The order in which games of all modes are mixed: the best of each mode, then the second of each, and so on."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Final, NamedTuple

from piecement_engine.frozen_dataclass import frozen_dataclass


@frozen_dataclass()
class PlaceGroup:
    """The games of one mode and variant, those that are ranked or the others."""

    mode: str
    variant: str
    is_ranked: bool
    length: int


class PlacedRow(NamedTuple):
    """What decides the place of a game, in this order."""

    tier: int
    rank1: int
    rank2: int
    rank3: int
    ended_ms: int
    id: int


class Stretch(NamedTuple):
    """Games of a group that lie beyond one of them, towards its end or backwards towards its begin."""

    beyond: PlacedRow | None
    """None begins at the first of them, backwards at the last one."""
    skipped: int
    """How many are left out."""
    wanted: int
    backwards: bool


ReadGroup = Callable[[PlaceGroup, Stretch], Sequence[PlacedRow]]
"""Returns the games of a stretch, in its direction."""


def reader_of(groups: Mapping[PlaceGroup, Sequence[PlacedRow]]) -> ReadGroup:
    """Return what reads stretches of groups whose games are all known, the best one first."""

    def read(group: PlaceGroup, stretch: Stretch) -> Sequence[PlacedRow]:
        rows, beyond = groups[group], stretch.beyond
        if stretch.backwards:
            end = (len(rows) if beyond is None else bisect_left(rows, beyond)) - stretch.skipped
            return rows[max(0, end - stretch.wanted) : end][::-1]
        start = (0 if beyond is None else bisect_right(rows, beyond)) + stretch.skipped
        return rows[start : start + stretch.wanted]

    return read


class _Turns(NamedTuple):
    """Rounds of as many games each."""

    start: int
    """The index of the first game."""
    round: int
    """The first round."""
    width: int


def _turns(lengths: Sequence[int]) -> Iterator[_Turns]:
    """Yield the rounds of groups of these lengths, the shortest first: when one ends, the next rounds are narrower."""
    index = before = 0
    for number, length in enumerate(lengths):
        if length > before:
            width = len(lengths) - number
            yield _Turns(index, before, width)
            index += (length - before) * width
            before = length


class _MarkedGroup:
    """The games of a group by their places. Those near what was read before are found from there, not by counting."""

    def __init__(self, group: PlaceGroup, read: ReadGroup) -> None:
        self.length: Final = group.length
        self._read: Final = partial(read, group)
        self._before: Final[dict[int, PlacedRow | None]] = {0: None}
        """The games before places, by the place."""
        self._at: Final[dict[int, PlacedRow | None]] = {group.length: None}
        """The games at places."""

    def rows(self, start: int, count: int) -> Sequence[PlacedRow]:
        """Return so many games from a place on, fewer at the end, the best first; the first place is 0."""
        end = min(start + count, self.length)
        if start >= end:
            return ()
        rows = self._from_nearest(start, end)
        if rows:
            self._at[start], self._before[start + len(rows)] = rows[0], rows[-1]
        return rows

    def _from_nearest(self, start: int, end: int) -> Sequence[PlacedRow]:
        before = max(place for place in self._before if place <= start)
        after = min(place for place in self._at if place >= end)
        if start - before <= after - end:
            return self._read(Stretch(self._before[before], start - before, end - start, backwards=False))
        return self._read(Stretch(self._at[after], after - end, end - start, backwards=True))[::-1]


class _Rounds:
    """Groups of which one game each comes in turn."""

    def __init__(self, groups: Sequence[_MarkedGroup]) -> None:
        self.groups: Final = groups
        lengths = sorted(group.length for group in groups)
        self.length: Final = sum(lengths)
        self._turns: Final = list(_turns(lengths))
        self._starts: Final = [turn.start for turn in self._turns]

    def begin(self, number: int) -> int:
        """Return how many games come before a round."""
        return sum(min(group.length, number) for group in self.groups)

    def at(self, index: int) -> int:
        """Return the round of the game at an index; that is its place in its own group."""
        stretch = self._turns[bisect_right(self._starts, index) - 1]
        return stretch.round + (index - stretch.start) // stretch.width

    def ids(self, start: int, end: int) -> list[int]:
        """Return the games between two indexes; those of one round come newest first."""
        if start >= end:
            return []
        first = self.at(start)
        count = self.at(end - 1) + 1 - first
        columns = [group.rows(first, count) for group in self.groups if group.length > first]
        found = [game for row in zip_longest(*columns) for game in _newest_first(row)]
        return found[start - self.begin(first) : end - self.begin(first)]


class PlaceOrder:
    """Games by their place in their own mode and variant; those without one come after all others."""

    def __init__(self, groups: Sequence[PlaceGroup], read: ReadGroup, *, descends: bool) -> None:
        self._ranked: Final = _Rounds([_MarkedGroup(group, read) for group in groups if group.is_ranked])
        self._others: Final = _Rounds([_MarkedGroup(group, read) for group in groups if not group.is_ranked])
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
            *self._ranked.ids(start, min(end, first)),
            *self._others.ids(max(0, start - first), end - first),
        ]


def _newest_first(row: Sequence[PlacedRow | None]) -> Iterator[int]:
    found = ((game.ended_ms, game.id) for game in row if game is not None)
    return (game for _, game in sorted(found, reverse=True))
