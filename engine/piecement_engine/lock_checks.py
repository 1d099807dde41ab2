"""Lock checks: one byte for each eighth piece that locked, to find where a replay differs from what was played."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Self
from zlib import crc32

from piecement_engine.events import Event, PieceLocked
from piecement_engine.replayer import Tracker

LOCKS_A_CHECK: Final = 8
"""How many locks there are between two checks."""


class LockCheck(NamedTuple):
    """What two simulations of one game are compared by at a moment."""

    locks: int
    """How many pieces have locked since the start."""
    crc: int
    """The CRC-32 of where and when each of them locked."""


class LockChecks(Tracker):
    """The checks of a game as it goes on."""

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
        """The check of all locks so far."""
        return LockCheck(self._locks, self._crc)

    def copy(self) -> Self:
        other = type(self)()
        other.checks, other._crc, other._locks = self.checks, self._crc, self._locks
        return other

    def _add(self, lock: PieceLocked) -> None:
        shape, orientation, x, y = lock.piece
        self._crc = crc32(f"{lock.time_ns} {shape.name} {orientation} {x} {y}".encode(), self._crc)
        self._locks += 1
        if self._locks % LOCKS_A_CHECK == 0:
            self.checks += bytes((self._crc & 0xFF,))
