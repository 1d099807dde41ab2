"""Lock checks: one byte for each eighth piece that locked, to find where a replay differs from what was played."""

from typing import Final, Self
from zlib import crc32

from piecement_engine.events import PieceLocked

LOCKS_A_CHECK: Final = 8
"""How many locks there are between two checks."""


class LockChecks:
    """The checks of a game as it goes on."""

    __slots__ = ("_crc", "_locks", "checks")

    def __init__(self) -> None:
        self.checks = b""
        self._crc = 0
        self._locks = 0

    def add(self, lock: PieceLocked) -> None:
        """Count a lock."""
        shape, orientation, x, y = lock.piece
        self._crc = crc32(f"{lock.time_ns} {shape.name} {orientation} {x} {y}".encode(), self._crc)
        self._locks += 1
        if self._locks % LOCKS_A_CHECK == 0:
            self.checks += bytes((self._crc & 0xFF,))

    def copy(self) -> Self:
        """Return an independent copy."""
        other = type(self)()
        other.checks, other._crc, other._locks = self.checks, self._crc, self._locks
        return other
