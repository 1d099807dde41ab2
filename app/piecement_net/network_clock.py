"""Clock of the network: time that continues during sleep, and the offset of the server's clock."""

import sys
import time
from collections import deque
from typing import Final

NEVER_NS: Final = 1 << 62
"""Time later than all others."""

ENOUGH: Final = 5
"""Number of replies after which the offset is certain enough for a round."""
_SAMPLES: Final = 16


def clock_ns() -> int:
    """Return the time from an arbitrary start (ns), continuing during sleep of the computer where possible."""
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic_ns()


class ClockOffset:
    """Offset of the server's clock, measured by pings: the quickest reply is the most accurate."""

    def __init__(self) -> None:
        self._samples: deque[tuple[int, int]] = deque(maxlen=_SAMPLES)
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
    def offset_ns(self) -> int:
        """Server's clock minus the own one (ns), or 0 without a reply."""
        return min(self._samples)[1] if self._samples else 0

    def server_ns(self, now_ns: int) -> int:
        """Return the reading of the server's clock."""
        return now_ns + self.offset_ns
