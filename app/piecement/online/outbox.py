"""Outbox of numbered messages that are not acknowledged."""

from collections import deque
from collections.abc import Iterator
from typing import Final

from piecement.online.wire import Prepared

MOST_KEPT: Final = 2048
MOST_BYTES_KEPT: Final = 256 * 1024


class Outbox:
    """Messages to send again after a cut, numbered from 1. New ones displace the oldest."""

    def __init__(self) -> None:
        self._kept: deque[Prepared] = deque()
        self._times_ns: deque[int] = deque()
        """Time of the first sending of each message."""
        self._bytes = 0
        self.last = 0
        """Number of the last message."""
        self.acknowledged = 0
        """Number up to which the other side has all messages."""

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
        """Yield the messages after a covered number, with their numbers."""
        for at, message in enumerate(self._kept, self._first):
            if at > number:
                yield at, message

    def covers(self, number: int) -> bool:
        """Whether all messages after a number are still here."""
        return self._first - 1 <= number <= self.last

    @property
    def oldest_ns(self) -> int | None:
        """Time of the first sending of the oldest message, or None."""
        return self._times_ns[0] if self._times_ns else None

    @property
    def waiting(self) -> int:
        """Number of unacknowledged messages."""
        return self.last - self.acknowledged

    @property
    def has_gap(self) -> bool:
        """Whether a message was displaced before it was acknowledged."""
        return not self.covers(self.acknowledged)

    @property
    def _first(self) -> int:
        return self.last - len(self._kept) + 1

    def _drop(self) -> None:
        self._bytes -= len(self._kept.popleft().rest)
        self._times_ns.popleft()
