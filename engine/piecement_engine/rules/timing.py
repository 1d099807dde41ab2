"""Timing curves: the fall delay by row and the lock delay.

Their tables are in `timings.toml`. Those of systems that count frames are converted to ns exactly, at the frame rate of
their console.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from piecement_engine.registry import Registry

MILLISECOND: Final = 1_000_000
"""Number of nanoseconds in a millisecond."""

SECOND: Final = 1_000_000_000
"""Number of nanoseconds in a second."""

NES_HZ: Final = Fraction("60.0988")
"""Frame rate of the NES (NTSC)."""

GAME_BOY_HZ: Final = Fraction("59.73")
"""Frame rate of the Game Boy."""


class Timing(Protocol):
    """Pair of curves. Both return ns; a fall delay of 0 brings a piece to the ground at once (20G)."""

    def fall_delay(self, level: int, lines: int) -> int:
        """Return the delay from one row to the next, without soft drop (ns)."""
        ...

    def lock_delay(self, level: int, lines: int) -> int:
        """Return the rest of a piece before it locks (ns)."""
        ...


class LevelTable(NamedTuple):
    """Delays by level: the first entry is for `first_level` and below, the last one for all levels beyond."""

    falls: Sequence[int]
    locks: Sequence[int]
    first_level: int = 1

    def fall_delay(self, level: int, lines: int) -> int:
        return self.falls[min(max(level - self.first_level, 0), len(self.falls) - 1)]

    def lock_delay(self, level: int, lines: int) -> int:
        return self.locks[min(max(level - self.first_level, 0), len(self.locks) - 1)]


class LineTable(NamedTuple):
    """Fall delays for each ten lines; after they end in 0, the lock delay shrinks by 1 ms a line (tetro-tui).

    Before that the lock delay is the fall delay, but at least the longest of the shrinking ones.
    """

    falls: Sequence[int]
    longest_lock: int
    shortest_lock: int

    def fall_delay(self, level: int, lines: int) -> int:
        return self.falls[min(lines // 10, len(self.falls) - 1)]

    def lock_delay(self, level: int, lines: int) -> int:
        beyond = lines - lines % 10 - 10 * (len(self.falls) - 1)
        if beyond < 0:
            return max(self.longest_lock, self.fall_delay(level, lines))
        return max(self.shortest_lock, self.longest_lock - beyond * MILLISECOND)


def _ms(delays: Iterable[int]) -> tuple[int, ...]:
    return tuple(delay * MILLISECOND for delay in delays)


def _frames(counts: Iterable[int], hertz: Fraction | int) -> tuple[int, ...]:
    return tuple(round(Fraction(count * SECOND, hertz)) for count in counts)


def _locks_after_a_fall(falls: Sequence[int], first_level: int) -> LevelTable:
    """Return the curves of a classic game, whose lock delay is the fall delay."""
    return LevelTable(falls, falls, first_level)


_TABLES: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(  # values of any type in TOML
    Path(__file__).with_name("timings.toml").read_text("utf-8")
)

_GUIDELINE_FALLS: Final = tuple(
    round(SECOND * (Fraction("0.8") - Fraction("0.007") * (level - 1)) ** (level - 1)) for level in range(1, 21)
)
"""(0.8 - 0.007 (level - 1)) ** (level - 1) seconds, for levels 1 to 20 (ns)."""

_NES_FRAMES: Final[Sequence[int]] = _TABLES["nes"]["frames"]
_GAME_BOY_FRAMES: Final[Sequence[int]] = _TABLES["game_boy"]["frames"]

_HEART_LEVELS: Final = 10
"""Number of levels by which hearts raise the speed of the Game Boy."""

_TETRO_FALLS: Final = (
    *(
        round(MILLISECOND * (1000 * Fraction("0.9763") ** lines - Fraction("0.042") * lines))
        for lines in range(0, 200, 10)
    ),
    0,
)
"""1000 x 0.9763 ** lines - 0.042 lines ms, for each ten lines below 200 (ns)."""

_TGM1_STEPS: Final[Mapping[int, int]] = {
    level: round(Fraction(256 * SECOND, 60 * rows)) for level, rows in _TABLES["tgm1"]["rows_from_level"]
}
_TGM1_FALLS: Final = (
    *accumulate(range(1, 500), lambda fall, level: _TGM1_STEPS.get(level, fall), initial=_TGM1_STEPS[0]),
    0,
)

_HALF_A_SECOND: Final = (SECOND // 2,)
_TETRO_LOCKS: Final = (500 * MILLISECOND, 100 * MILLISECOND)

TIMINGS: dict[str, Timing] = Registry(
    "timing",
    {
        "tetrs": LevelTable(tuple(_TABLES["tetrs"]["falls_ns"]), _ms(_TABLES["tetrs"]["locks_ms"])),
        "guideline": LevelTable(_GUIDELINE_FALLS, _HALF_A_SECOND),
        "nes": _locks_after_a_fall(_frames(_NES_FRAMES, NES_HZ), 0),
        "game_boy": _locks_after_a_fall(_frames(_GAME_BOY_FRAMES, GAME_BOY_HZ), 0),
        "tetro": LineTable(_TETRO_FALLS, *_TETRO_LOCKS),
        "tetro_classic": _locks_after_a_fall(_frames(_NES_FRAMES, 60), 0),
        "tetro_master": LineTable((0,), *_TETRO_LOCKS),
        "java": LevelTable(_ms(_TABLES["java"]["falls_ms"]), _HALF_A_SECOND, 0),
        "pytetris": _locks_after_a_fall(_frames(_TABLES["pytetris"]["frames"], 30), 1),
        "netris": LevelTable((850 * MILLISECOND,), _HALF_A_SECOND),
        "tgm1": LevelTable(_TGM1_FALLS, _HALF_A_SECOND, 0),
        "game_boy_heart": _locks_after_a_fall(_frames(_GAME_BOY_FRAMES[_HEART_LEVELS:], GAME_BOY_HZ), 0),
    },
)
"""Timing curves by name."""
