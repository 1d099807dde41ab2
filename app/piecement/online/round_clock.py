"""Clocks of a round: a client's beside the server's, and how far a player's game may be from it."""

import sys
import time
from collections import deque
from enum import StrEnum
from typing import Final

_MILLISECOND: Final = 1_000_000
AHEAD_NS: Final = 150 * _MILLISECOND
"""How far a game may be ahead of the server's clock, for two clocks are never quite one."""
LAGGING_NS: Final = 1000 * _MILLISECOND
ABSENT_NS: Final = 5000 * _MILLISECOND
"""How far behind it is shown as lagging, and as absent."""

ENOUGH: Final = 5
"""From how many answers the offset of a clock is known well enough for a round."""
_KEPT: Final = 16


def clock_ns() -> int:
    """Return the time in ns, from any start; it goes on while the computer sleeps, if the system can."""
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic_ns()


class ClockOffset:
    """How far the server's clock is ahead of one's own, from pings: the quickest answer knows best."""

    def __init__(self) -> None:
        self._samples: deque[tuple[int, int]] = deque(maxlen=_KEPT)
        """How long each answer took, and the offset after it."""

    def add(self, sent_ns: int, server_ns: int, received_ns: int) -> None:
        """Add an answer: when it was asked for, the server's clock, and when it came."""
        self._samples.append((received_ns - sent_ns, server_ns - (sent_ns + received_ns) // 2))

    def clear(self) -> None:
        """Forget all answers, for they are those of another clock."""
        self._samples.clear()

    @property
    def ready(self) -> bool:
        return len(self._samples) >= ENOUGH

    @property
    def rtt_ns(self) -> int | None:
        """How long the quickest answer took, or None without any."""
        return min(self._samples)[0] if self._samples else None

    @property
    def offset_ns(self) -> int:
        """The server's clock less one's own; 0 without any answer."""
        return min(self._samples)[1] if self._samples else 0

    def server_ns(self, now_ns: int) -> int:
        """Return what the server's clock shows."""
        return now_ns + self.offset_ns


class RoundClock:
    """The time of one round. Its offset is never changed: a game's clock that is put right jumps."""

    def __init__(self, at_ns: int, offset_ns: int = 0) -> None:
        """Begin when the server's clock, which is so far ahead of one's own, is at `at_ns`."""
        self._begins_ns: Final = at_ns - offset_ns

    def elapsed(self, now_ns: int) -> int:
        """Return the time of the round, below 0 before it begins."""
        return now_ns - self._begins_ns


class ClockLag(StrEnum):
    """How far a player's game is from the clock of the round."""

    AHEAD = "ahead"
    """Further than time has gone: nobody can have played that."""
    FINE = "fine"
    LAGGING = "lagging"
    ABSENT = "absent"


def pace_of(to_ns: int, elapsed_ns: int) -> ClockLag:
    """Return the pace of a game that has come to `to_ns` when so much time has elapsed."""
    behind = elapsed_ns - to_ns
    if behind < -AHEAD_NS:
        return ClockLag.AHEAD
    if behind <= LAGGING_NS:
        return ClockLag.FINE
    return ClockLag.LAGGING if behind <= ABSENT_NS else ClockLag.ABSENT
