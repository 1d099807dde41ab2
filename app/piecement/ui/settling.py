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


class DelayedChoice(Settling):
    """Delays what is chosen while no keys count, instead of ignoring it."""

    def __init__(self, clock: Callable[[], int], set_timer: Callable[[float, Callable[[], None]], object]) -> None:
        super().__init__(clock)
        self._set_timer: Final = set_timer
        self._delayed: Callable[[], None] | None = None
        """The choice that was made too early."""

    def choose(self, choice: Callable[[], None]) -> None:
        """Make a choice, now or as soon as keys count; the repeats of a held key choose nothing."""
        if self.admit_key():
            choice()
        else:
            self._delayed = None if self.is_held else choice
            self.choose_delayed()

    def forget(self) -> None:
        """Forget the delayed choice."""
        self._delayed = None

    def choose_delayed(self) -> None:
        """Make the delayed choice, if there still is one when keys count."""
        if self._delayed is not None and self.left_s:
            self._set_timer(self.left_s, self.choose_delayed)
        elif self._delayed is not None:
            choice, self._delayed = self._delayed, None
            choice()
