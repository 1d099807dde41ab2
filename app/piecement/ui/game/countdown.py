"""The countdown after a pause."""

from dataclasses import dataclass
from typing import Final

BEAT_NS: Final = 600_000_000
"""The time of one count."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """Counts down to nothing from the moment it began."""

    counts: int
    start_ns: int

    def at(self, now_ns: int) -> int:
        """Return the number to be shown, 0 once it is over."""
        return max(0, self.counts - max(0, now_ns - self.start_ns) // BEAT_NS)
