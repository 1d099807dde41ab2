"""Which games are asked for, in which order, and the listing that answers."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final

from piecement.session import timestamps
from piecement.storage import sql
from piecement_engine.frozen_dataclass import frozen_dataclass

_PART: Final = 128
"""The ids that a listing reads at once."""

SORTS: Final = tuple(sql.SORTS)
"""What games can be sorted by."""


@frozen_dataclass(kw_only=True)
class GameQuery:
    """Which games, and in which order."""

    mode: str | None = None
    preset: str | None = None
    since: datetime | None = None
    by_player: bool = False
    """Only those that no bot played."""
    recorded: bool = False
    """Only those that can be watched."""
    sort: str = "rank"
    """A name in `SORTS`; `rank` is each mode's own order, best first."""
    descending: bool = False
    """Whether the order is turned round."""

    def filters(self) -> tuple[tuple[str, ...], dict[str, object]]:
        """Return the names of the filters in force, and their values."""
        values: dict[str, object] = {
            "mode": self.mode,
            "preset": self.preset,
            "since_ms": self.since and timestamps.to_ms(self.since),
            "by_player": self.by_player or None,
            "recorded": self.recorded or None,
        }
        given = {name: value for name, value in values.items() if value is not None}
        return tuple(given), given


ALL: Final = GameQuery()
"""All games."""

ReadIds = Callable[[int, int], Sequence[int]]
"""Returns the ids of the games of an order from an index on, so many, fewer at the end."""


def _no_ids(*_: int) -> Sequence[int]:
    return ()


def _after_those_before(index: int) -> int:
    return index + 1


class Listing:
    """The games of a query in its order: how many there are, and their ids, read in parts when they are asked for."""

    def __init__(
        self, length: int = 0, read: ReadIds = _no_ids, place: Callable[[int], int | None] = _after_those_before
    ) -> None:
        self._length: Final = length
        self._read: Final = read
        self.place: Final = place
        """Returns the place of the game at an index, None for one that has none."""
        self._parts: dict[int, array[int]] = {}

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[int]:
        return iter(self._read(0, self._length))

    def page(self, start: int, count: int) -> list[int]:
        """Return so many ids from an index on, fewer at the end. Raises `StorageError` where they cannot be read."""
        end = min(start + count, self._length)
        numbers = range(start // _PART, -(-end // _PART))
        return [
            game
            for number in numbers
            for game in self._part(number)[max(0, start - number * _PART) : end - number * _PART]
        ]

    def _part(self, number: int) -> "array[int]":
        if number not in self._parts:
            self._parts[number] = array("q", self._read(number * _PART, _PART))
        return self._parts[number]
