"""Listings of games: their ids in the order of a query, or by place on their leaderboards, read a page at a time."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

_PART: Final = 128
"""Number of games that a listing reads from its start or its end before it reads all."""


class Listing:
    """Ids of the games of a query in its order.

    A page near either end reads only that end; any other page reads all ids.
    """

    def __init__(self, length: int = 0, read: Callable[[int], Sequence[int]] = lambda _: ()) -> None:
        """Store the number of games, and a function that returns the first n of them, or the last n of `-n`."""
        self._length: Final = length
        self._read: Final = read
        self._parts: Final[dict[int, Sequence[int]]] = {}

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[int]:
        return iter(self.page(0, self._length))

    @property
    def last_place(self) -> int:
        """Largest place that `place` returns; 0 for none."""
        return 0

    def page(self, start: int, count: int) -> Sequence[int]:
        """Return up to `count` ids from an index on. Raises `StorageError` if they cannot be read."""
        end = min(start + count, self._length)
        first_of_last = self._length - _PART
        if end <= _PART:
            return self._part(_PART)[start:end]
        if start >= first_of_last:
            return self._part(-_PART)[start - first_of_last : end - first_of_last]
        return self._part(self._length)[start:end]

    def place(self, index: int) -> int | None:
        """Return the place on its leaderboard of the game at an index, or None where that tells nothing."""
        return None

    def _part(self, count: int) -> Sequence[int]:
        if count not in self._parts:
            self._parts[count] = array("q", self._read(count))
        return self._parts[count]


class Ranked(NamedTuple):
    """Ranked games, those of each leaderboard together, the best of them first."""

    sizes: Sequence[int]
    """Number of games of each leaderboard."""
    ids: Sequence[int]
    ended_ms: Sequence[int]


class PlaceListing(Listing):
    """Games by place: the best of each leaderboard, then the second of each, at last the unranked games.

    Games that share a place are listed from the newest to the oldest. Places are numbered only if
    all ranked games are of one leaderboard.
    """

    def __init__(self, ranked: Ranked, unranked: Listing, *, descending: bool) -> None:
        """Mix the ranked games, and put the unranked ones after them; in descending order before them."""
        super().__init__(len(ranked.ids) + len(unranked))
        self._unranked: Final = unranked
        self._descends: Final = descending
        self._ranked: Final = ranked
        self._starts: Final = [0, *accumulate(ranked.sizes)]

    def page(self, start: int, count: int) -> Sequence[int]:
        end = min(start + count, len(self))
        if not self._descends:
            return self._games(start, end)
        return self._games(len(self) - end, len(self) - start)[::-1]

    def place(self, index: int) -> int | None:
        index = len(self) - 1 - index if self._descends else index
        return index + 1 if index < self.last_place else None

    @property
    def last_place(self) -> int:
        return len(self._ranked.ids) if len(self._ranked.sizes) == 1 else 0

    def _games(self, start: int, end: int) -> list[int]:
        """Return the games between two indexes in ascending order."""
        ranked_end = min(end, len(self._ranked.ids))
        games: list[int] = []
        if start < ranked_end:
            first = self._place(start)
            for place in range(first, self._place(ranked_end - 1) + 1):
                games += self._at_place(place)
            skipped = self._up_to(first - 1)
            games = games[start - skipped : ranked_end - skipped]
        if end > ranked_end:
            games += self._unranked.page(max(0, start - ranked_end), end - max(start, ranked_end))
        return games

    def _place(self, index: int) -> int:
        """Return the place of the ranked game at an index."""
        return bisect_right(range(max(self._ranked.sizes) + 1), index, key=self._up_to)

    def _up_to(self, place: int) -> int:
        """Return the number of ranked games up to a place, on all leaderboards."""
        return sum(min(size, place) for size in self._ranked.sizes)

    def _at_place(self, place: int) -> list[int]:
        """Return the games of all leaderboards at a place, the newest first."""
        __, ids, ended_ms = self._ranked
        found = [
            (ended_ms[start + place - 1], ids[start + place - 1])
            for start, end in pairwise(self._starts)
            if start + place <= end
        ]
        return [game for __, game in sorted(found, reverse=True)]
