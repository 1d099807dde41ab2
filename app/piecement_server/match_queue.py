"""A queue of players, who are paired by rating.

The rating window of a player starts narrow and widens with time; the wider one of two players decides. The same two
players meet up to three times in a row, and again only after both have waited a minute. After a while each player is
offered a bot.

>>> queue = MatchQueue()
>>> queue.add(Waiting(1, "anna", 1500.0, 0))
>>> queue.add(Waiting(2, "bert", 1540.0, 0))
>>> [[waiting.key for waiting in pair] for pair in queue.take_pairs(now_ns=0)]
[[1, 2]]
"""

from bisect import bisect_left
from collections.abc import Hashable, Iterator
from math import inf
from operator import attrgetter
from typing import Final, Generic, NamedTuple, TypeVar

from piecement_engine.rules.timing import SECOND

FIRST_WINDOW: Final = 50
WIDENED_PER_SECOND: Final = 25
LAST_WINDOW: Final = 400
"""Window above which any opponent will do."""
BOT_AFTER_NS: Final = 20 * SECOND
MOST_RUNNING: Final = 3
"""Maximum number of matches in a row between the same two players."""
AGAIN_AFTER_NS: Final = 60 * SECOND
"""Waiting time of both players after which they may meet once more (ns)."""
RESERVATION_NS: Final = 5 * SECOND
"""Maximum wait of a paired player for an opponent from another server (ns)."""
_MOST_REMEMBERED: Final = 100_000
_BY_RATING: Final = attrgetter("rating", "since_ns")
_BY_TIME: Final = attrgetter("since_ns")


_Key = TypeVar("_Key", bound=Hashable)


class Waiting(NamedTuple, Generic[_Key]):
    """Player in the queue."""

    key: _Key
    """Member, or server and member in a fleet."""
    identity: str
    """Identity of the player across connections."""
    rating: float
    since_ns: int

    def window(self, now_ns: int) -> int | None:
        """Return the maximum difference in rating to an opponent, or None for any."""
        width = FIRST_WINDOW + WIDENED_PER_SECOND * max(0, now_ns - self.since_ns) // SECOND
        return width if width <= LAST_WINDOW else None

    def is_offered_bot(self, now_ns: int) -> bool:
        return now_ns - self.since_ns >= BOT_AFTER_NS


class MatchQueue(dict[_Key, Waiting[_Key]]):
    """Waiting players, in the order of joining."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, tuple[str, int]] = {}
        """Last opponent of each player, and the number of matches in a row."""

    def add(self, waiting: Waiting[_Key]) -> None:
        """Add a player, or do nothing if the player is already queued."""
        self.setdefault(waiting.key, waiting)

    def take_pairs(self, now_ns: int) -> Iterator[tuple[Waiting[_Key], Waiting[_Key]]]:
        """Remove and yield pairs of players who fit, until there are none."""
        by_rating = sorted(self.values(), key=_BY_RATING)
        for first in sorted(self.values(), key=_BY_TIME):
            second = self._nearest(first, by_rating, now_ns) if first.key in self else None
            if second is not None:
                by_rating.remove(first)
                by_rating.remove(second)
                del self[first.key], self[second.key]
                self.note_match(first.identity, second.identity)
                yield first, second

    def _nearest(self, first: Waiting[_Key], by_rating: list[Waiting[_Key]], now_ns: int) -> Waiting[_Key] | None:
        """Return the fitting player nearest in rating, or None.

        Players outside the window are not examined: one with a wider window searches for itself.
        """
        window = first.window(now_ns)
        place = bisect_left(by_rating, _BY_RATING(first), key=_BY_RATING)
        below, above = place - 1, place
        while below >= 0 or above < len(by_rating):
            down = first.rating - by_rating[below].rating if below >= 0 else inf
            up = by_rating[above].rating - first.rating if above < len(by_rating) else inf
            if window is not None and min(down, up) > window:
                return None
            if down < up:
                other, below = by_rating[below], below - 1
            else:
                other, above = by_rating[above], above + 1
            if self._fits(first, other, now_ns):
                return other
        return None

    def _fits(self, first: Waiting[_Key], second: Waiting[_Key], now_ns: int) -> bool:
        if first.identity == second.identity:
            return False
        if (
            self.have_met_often(first.identity, second.identity)
            and now_ns - max(first.since_ns, second.since_ns) < AGAIN_AFTER_NS
        ):
            return False
        windows = first.window(now_ns), second.window(now_ns)
        return any(window is None or abs(first.rating - second.rating) <= window for window in windows)

    def have_met_often(self, first: str, second: str) -> bool:
        """Return whether either of two identities has played its last `MOST_RUNNING` matches against the other."""
        for one, other in ((first, second), (second, first)):
            opponent, times = self._last.get(one, ("", 0))
            if opponent == other and times >= MOST_RUNNING:
                return True
        return False

    def note_match(self, first: str, second: str) -> None:
        """Record a beginning match of two identities."""
        for one, other in ((first, second), (second, first)):
            opponent, times = self._last.pop(one, ("", 0))
            self._last[one] = (other, times + 1 if opponent == other else 1)
        while len(self._last) > _MOST_REMEMBERED:
            del self._last[next(iter(self._last))]
