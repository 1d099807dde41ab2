"""Time for which a screen that opens by itself takes no keys: they were meant for what was there before."""

from collections.abc import Callable
from typing import Final

SETTLING_NS: Final = 600_000_000
"""Time for which keys are ignored (ns)."""

_QUIET_NS: Final = 150_000_000
"""Minimum time since the last key for the next to count (ns): a held key repeats faster."""


class Settling:
    """Decides when keys count, from the moment it is created."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock: Final = clock
        self._until_ns = clock() + SETTLING_NS
        self._refused_ns = self._until_ns - SETTLING_NS - _QUIET_NS
        self.is_held = False
        """Whether the last key that was not taken followed another so closely as the repeats of a held one do."""

    @property
    def left_s(self) -> float:
        """The time until keys count (s)."""
        return max(0, self._until_ns - self._clock()) / 1e9

    def admit_key(self) -> bool:
        """Return whether a key that comes now counts; one that does not prolongs the wait while keys repeat."""
        now_ns = self._clock()
        if now_ns >= self._until_ns:
            self._until_ns = 0
            return True
        self.is_held, self._refused_ns = now_ns - self._refused_ns < _QUIET_NS, now_ns
        self._until_ns = max(self._until_ns, now_ns + _QUIET_NS)
        return False
