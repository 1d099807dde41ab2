"""Clocks of a round: the offset of a client's clock, and the pace of a game."""

import sys
import time
from collections import deque
from enum import StrEnum
from typing import Final

_MILLISECOND: Final = 1_000_000
AHEAD_NS: Final = 150 * _MILLISECOND
"""Maximum lead of a game over the server's clock (ns), as two clocks never quite agree."""
LAGGING_NS: Final = 1000 * _MILLISECOND
ABSENT_NS: Final = 5000 * _MILLISECOND
"""Lag at which a game is shown as lagging, and as absent (ns)."""

ENOUGH: Final = 5
"""Number of replies after which the offset is certain enough for a round."""
_KEPT: Final = 16


def clock_ns() -> int:
    """Return the time from an arbitrary start (ns), continuing during sleep of the computer where possible."""
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic_ns()


class ClockOffset:
    """Offset of the server's clock, measured by pings: the quickest reply is the most accurate."""

    def __init__(self) -> None:
        self._samples: deque[tuple[int, int]] = deque(maxlen=_KEPT)
        """Round trip of each reply, and the offset by it."""

    def add(self, sent_ns: int, server_ns: int, received_ns: int) -> None:
        """Add a reply: time of the request, server's clock, and time of arrival."""
        self._samples.append((received_ns - sent_ns, server_ns - (sent_ns + received_ns) // 2))

    def clear(self) -> None:
        """Drop all replies, which belong to another clock."""
        self._samples.clear()

    @property
    def ready(self) -> bool:
        return len(self._samples) >= ENOUGH

    @property
    def rtt_ns(self) -> int | None:
        """Shortest round trip (ns), or None without a reply."""
        return min(self._samples)[0] if self._samples else None

    @property
    def offset_ns(self) -> int:
        """Server's clock minus the own one (ns), or 0 without a reply."""
        return min(self._samples)[1] if self._samples else 0

    def server_ns(self, now_ns: int) -> int:
        """Return the reading of the server's clock."""
        return now_ns + self.offset_ns


class RoundClock:
    """Time of one round. Its offset never changes: a game whose clock is corrected would jump."""

    def __init__(self, at_ns: int, offset_ns: int = 0) -> None:
        """Start at a reading of the server's clock, which has an offset to the own one."""
        self._begins_ns: Final = at_ns - offset_ns

    def elapsed(self, now_ns: int) -> int:
        """Return the time of the round (ns), negative before its start."""
        return now_ns - self._begins_ns


class ClockLag(StrEnum):
    """Pace of a player's game against the clock of the round."""

    AHEAD = "ahead"
    """Further than the elapsed time, which is impossible."""
    FINE = "fine"
    LAGGING = "lagging"
    ABSENT = "absent"


def pace_of(to_ns: int, elapsed_ns: int) -> ClockLag:
    """Return the pace of a game that has reached `to_ns` after an elapsed time."""
    behind = elapsed_ns - to_ns
    if behind < -AHEAD_NS:
        return ClockLag.AHEAD
    if behind <= LAGGING_NS:
        return ClockLag.FINE
    return ClockLag.LAGGING if behind <= ABSENT_NS else ClockLag.ABSENT
