"""Timing: how long a piece takes to fall by a row, and how long it may rest before it locks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

MILLISECOND: Final = 1_000_000
"""Nanoseconds in a millisecond."""

SECOND: Final = 1_000_000_000
"""Nanoseconds in a second."""


class Timing(Protocol):
    """A pair of curves. Both give ns; a fall delay of 0 takes a piece to the ground at once (20G)."""

    def fall_delay(self, level: int, lines: int) -> int:
        """Return the time from one row to the next, without soft drop."""
        ...

    def lock_delay(self, level: int, lines: int) -> int:
        """Return how long a piece may rest before it locks."""
        ...


@dataclass(frozen=True, slots=True)
class LevelTable:
    """Delays by level: the first entry is for `first_level` and below, the last one for all levels beyond."""

    falls: Sequence[int]
    locks: Sequence[int]
    first_level: int = 1

    def fall_delay(self, level: int, lines: int) -> int:  # noqa: ARG002  # the level says all
        """Return the time from one row to the next, in ns."""
        return self.falls[min(max(level - self.first_level, 0), len(self.falls) - 1)]

    def lock_delay(self, level: int, lines: int) -> int:  # noqa: ARG002  # the level says all
        """Return how long a piece may rest before it locks, in ns."""
        return self.locks[min(max(level - self.first_level, 0), len(self.locks) - 1)]


_GUIDELINE_FALLS: Final = (
    *(1_000_000_000, 793_000_000, 617_796_000, 472_729_139, 355_196_928),
    *(262_003_550, 189_677_245, 134_734_731, 93_882_249, 64_151_585),
    *(42_976_258, 28_217_678, 18_153_329, 11_439_342, 7_058_616),
    *(4_263_557, 2_520_084, 1_457_139, 823_907),
)
"""(0.8 - 0.007 (level - 1)) ** (level - 1) seconds, for levels 1 to 19, to the nanosecond."""

_TETRS_LOCKS_MS: Final = (*(500,) * 19, 450, 400, 350, 300, 250, 200, 195, 184, 167, 151, 150)
"""Levels 1 to 30; tetrs v0.2.0."""

TIMINGS: dict[str, Timing] = {
    "tetrs": LevelTable(
        falls=(*_GUIDELINE_FALLS, 0),
        locks=tuple(ms * MILLISECOND for ms in _TETRS_LOCKS_MS),
    ),
}
"""The curves by name."""


def register_timing(name: str, timing: Timing) -> None:
    """Make curves of one's own known to rules and recordings."""
    TIMINGS[name] = timing
