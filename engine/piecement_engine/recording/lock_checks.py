"""Lock checks: values by which two simulations of one game are compared."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Self
from zlib import crc32

from piecement_engine.events import Event, PieceLocked
from piecement_engine.recording.trackers import Tracker

LOCKS_PER_CHECK: Final = 8
"""Number of locks per check."""


class LockCheck(NamedTuple):
    """Value by which two simulations of one game are compared at a moment."""

    locks: int
    """Number of locks since the start."""
    crc: int
    """CRC-32 of the spots and times of these locks."""


class LockChecks(Tracker):
    """Checks of a running game."""

    __slots__ = ("_crc", "_locks", "checks")

    def __init__(self) -> None:
        self.checks = b""
        self._crc = 0
        self._locks = 0

    def count(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, PieceLocked):
                self._add(event)

    @property
    def last(self) -> LockCheck:
        """Check of all locks so far."""
        return LockCheck(self._locks, self._crc)

    def copy(self) -> Self:
        other = type(self)()
        other.checks, other._crc, other._locks = self.checks, self._crc, self._locks
        return other

    def _add(self, lock: PieceLocked) -> None:
        shape, orientation, x, y = lock.piece
        self._crc = crc32(f"{lock.time_ns} {shape.name} {orientation} {x} {y}".encode(), self._crc)
        self._locks += 1
        if self._locks % LOCKS_PER_CHECK == 0:
            self.checks += bytes((self._crc & 0xFF,))
