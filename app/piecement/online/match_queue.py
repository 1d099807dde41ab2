"""The queue for a match: who waits is given somebody of like strength, or after a while anybody. Pure: times in ns.

The window begins narrow and widens as one waits; who has waited longer decides for both. Nobody plays the same one more
than three times running, unless both have waited a minute for somebody else. Everybody is offered a bot after a while.

>>> queue = MatchQueue()
>>> queue.add(Waiting(1, "anna", 1500.0, 0))
>>> queue.add(Waiting(2, "bert", 1540.0, 0))
>>> [waiting.member for waiting in queue.pair(now_ns=0)]
[1, 2]
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from piecement_engine.timing import SECOND

FIRST_WINDOW: Final = 50
WIDENED_A_SECOND: Final = 25
LAST_WINDOW: Final = 400
"""Once the window is that wide, anybody will do."""
BOT_AFTER_NS: Final = 20 * SECOND
MOST_RUNNING: Final = 3
"""How often the same two play one after another."""
AGAIN_AFTER_NS: Final = 60 * SECOND
"""How long both have waited in vain for somebody else when they may play once more."""
_MOST_REMEMBERED: Final = 10_000


class Waiting(NamedTuple):
    """Somebody in the queue."""

    member: int
    who: str
    """Who it is, over all connections."""
    rating: float
    since_ns: int

    def window(self, now_ns: int) -> int | None:
        """Return how much stronger or weaker an opponent may be; None for anybody."""
        width = FIRST_WINDOW + WIDENED_A_SECOND * max(0, now_ns - self.since_ns) // SECOND
        return width if width <= LAST_WINDOW else None

    def is_offered_bot(self, now_ns: int) -> bool:
        return now_ns - self.since_ns >= BOT_AFTER_NS


class MatchQueue:
    """All who wait, the one who has waited longest first."""

    def __init__(self) -> None:
        self._waiting: dict[int, Waiting] = {}
        self._last: dict[str, tuple[str, int]] = {}
        """Whom each has played last, and how often running."""

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Waiting]:
        return iter(tuple(self._waiting.values()))

    def add(self, waiting: Waiting) -> None:
        """Add somebody; who is there already keeps the place."""
        self._waiting.setdefault(waiting.member, waiting)

    def remove(self, member: int) -> bool:
        """Take somebody out; return whether he was there."""
        return self._waiting.pop(member, None) is not None

    def pair(self, now_ns: int) -> tuple[Waiting, Waiting] | None:
        """Take two out who are to play each other; None where nobody fits anybody."""
        for first in self:
            fitting = [other for other in self._waiting.values() if self._fits(first, other, now_ns)]
            if fitting:
                second = min(fitting, key=lambda other: abs(other.rating - first.rating))
                self._pair(first, second)
                return first, second
        return None

    def _fits(self, first: Waiting, second: Waiting, now_ns: int) -> bool:
        if first.who == second.who:
            return False
        if self._has_played_enough(first, second) and now_ns - max(first.since_ns, second.since_ns) < AGAIN_AFTER_NS:
            return False
        windows = first.window(now_ns), second.window(now_ns)
        return any(window is None or abs(first.rating - second.rating) <= window for window in windows)

    def _has_played_enough(self, first: Waiting, second: Waiting) -> bool:
        for one, other in ((first, second), (second, first)):
            whom, times = self._last.get(one.who, ("", 0))
            if whom == other.who and times >= MOST_RUNNING:
                return True
        return False

    def _pair(self, first: Waiting, second: Waiting) -> None:
        for one, other in ((first, second), (second, first)):
            del self._waiting[one.member]
            whom, times = self._last.pop(one.who, ("", 0))
            self._last[one.who] = (other.who, times + 1 if whom == other.who else 1)
        while len(self._last) > _MOST_REMEMBERED:
            del self._last[next(iter(self._last))]
