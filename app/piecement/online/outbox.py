"""Numbered messages that have been sent, until the other side says that it has them."""

from collections import deque
from collections.abc import Iterator
from typing import Final

from piecement.online.wire import Prepared

MOST_KEPT: Final = 2048
MOST_BYTES_KEPT: Final = 256 * 1024


class Outbox:
    """What may have to be sent again after a cut, with its numbers from 1. The oldest make room for new ones."""

    def __init__(self) -> None:
        self._kept: deque[Prepared] = deque()
        self._times_ns: deque[int] = deque()
        """When each of them was sent first."""
        self._bytes = 0
        self.last = 0
        """The number of the last message."""
        self.acknowledged = 0
        """The number up to which the other side has all messages."""

    def add(self, message: Prepared, now_ns: int) -> int:
        """Keep a message, and return its number."""
        self._kept.append(message)
        self._times_ns.append(now_ns)
        self._bytes += len(message.rest)
        self.last += 1
        while len(self._kept) > MOST_KEPT or self._bytes > MOST_BYTES_KEPT:
            self._drop()
        return self.last

    def acknowledge(self, number: int) -> None:
        """Drop the messages up to a number, from `acknowledged` to `last`."""
        self.acknowledged = number
        while self._first <= number:
            self._drop()

    def after(self, number: int) -> Iterator[tuple[int, Prepared]]:
        """Yield the messages after a number that is covered, with theirs."""
        for at, message in enumerate(self._kept, self._first):
            if at > number:
                yield at, message

    def covers(self, number: int) -> bool:
        """Return whether all messages after a number are kept."""
        return self._first - 1 <= number <= self.last

    @property
    def oldest_ns(self) -> int | None:
        """When the oldest message that is kept was sent first, or None without any."""
        return self._times_ns[0] if self._times_ns else None

    @property
    def waiting(self) -> int:
        """How many messages are not acknowledged."""
        return self.last - self.acknowledged

    @property
    def has_gap(self) -> bool:
        """Whether a message had to go before it was acknowledged."""
        return not self.covers(self.acknowledged)

    @property
    def _first(self) -> int:
        return self.last - len(self._kept) + 1

    def _drop(self) -> None:
        self._bytes -= len(self._kept.popleft().rest)
        self._times_ns.popleft()
