"""Timing curves: the fall delay by row and the lock delay.

Tables of systems that count frames are in frames, and converted to ns exactly at the frame rate of their console.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Final, NamedTuple, Protocol

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


def _frames(counts: Iterable[Fraction | int], hertz: Fraction | int) -> tuple[int, ...]:
    return tuple(round(Fraction(count * SECOND, hertz)) for count in counts)


def _locks_after_a_fall(falls: Sequence[int], first_level: int) -> LevelTable:
    """Return the curves of a classic game, whose lock delay is the fall delay."""
    return LevelTable(falls, falls, first_level)


_TETRS_FALLS: Final = (
    *(1_000_000_000, 793_000_000, 617_796_000, 472_729_139, 355_196_928),
    *(262_003_550, 189_677_245, 134_734_731, 93_882_249, 64_151_585),
    *(42_976_258, 28_217_678, 18_153_329, 11_439_342, 7_058_616),
    *(4_263_557, 2_520_084, 1_457_139, 823_907),
)
"""Fall delays of the guideline for levels 1 to 19 as in tetrs (ns)."""

_TETRS_LOCKS_MS: Final = (*(500,) * 19, 450, 400, 350, 300, 250, 200, 195, 184, 167, 151, 150)
"""Lock delays of tetrs v0.2.0 for levels 1 to 30 (ms)."""

_GUIDELINE_FALLS: Final = tuple(
    round(SECOND * (Fraction("0.8") - Fraction("0.007") * (level - 1)) ** (level - 1)) for level in range(1, 21)
)
"""(0.8 - 0.007 (level - 1)) ** (level - 1) seconds, for levels 1 to 20 (ns)."""

_NES_FRAMES: Final = (*(48, 43, 38, 33, 28, 23, 18, 13, 8, 6), *(5,) * 3, *(4,) * 3, *(3,) * 3, *(2,) * 10, 1)
"""Frames per row for levels 0 to 29 of the NES (NTSC). Source: tetris.wiki, "Tetris (NES, Nintendo)"."""

_GAME_BOY_FRAMES: Final = (53, 49, 45, 41, 37, 33, 28, 22, 17, 11, 10, 9, 8, 7, 6, 6, 5, 5, 4, 4, 3)
"""Frames per row for levels 0 to 20 of the Game Boy. Source: tetris.wiki, "Tetris (Game Boy)"."""

_HEART_LEVELS: Final = 10
"""With hearts, every level of the Game Boy is as fast as the one so many levels higher."""

_TETRO_FALLS: Final = (
    *(
        round(MILLISECOND * (1000 * Fraction("0.9763") ** lines - Fraction("0.042") * lines))
        for lines in range(0, 200, 10)
    ),
    0,
)
"""1000 x 0.9763 ** lines - 0.042 lines ms, for each ten lines below 200 (ns)."""

_JAVA_MS: Final = (
    *(800, 720, 630, 550, 470, 380, 300, 220, 130, 100),
    *(*(80,) * 3, *(70,) * 3, *(50,) * 3, *(30,) * 10, 20),
)
"""Fall delays of the Java game by smk291 for levels 0 to 29 (ms)."""

_PYTETRIS_FRAMES: Final = (20, 15, 12, 9, 6, 4)
"""Frames per row for levels 1 to 6 of pytetris, at 30 frames a second."""

_TGM1_GRAVITY: Final = dict(
    (
        *((0, 4), (30, 6), (35, 8), (40, 10), (50, 12), (60, 16), (70, 32), (80, 48), (90, 64), (100, 80), (120, 96)),
        *((140, 112), (160, 128), (170, 144), (200, 4), (220, 32), (230, 64), (233, 96), (236, 128), (239, 160)),
        *((243, 192), (247, 224), (251, 256), (300, 512), (330, 768), (360, 1024), (400, 1280), (420, 1024)),
        (450, 768),
    )
)
"""Rows per 256 frames (of a sixtieth of a second) by first level of TGM; from level 500 on 20G.

Source: tetris.wiki, "Tetris The Grand Master".
"""

_TGM1_STEPS: Final[dict[int, int]] = dict(
    zip(_TGM1_GRAVITY, _frames((Fraction(256, rows) for rows in _TGM1_GRAVITY.values()), 60), strict=True)
)
_TGM1_FALLS: Final = (
    *accumulate(range(1, 500), lambda fall, level: _TGM1_STEPS.get(level, fall), initial=_TGM1_STEPS[0]),
    0,
)

_HALF_A_SECOND: Final = (SECOND // 2,)
_TETRO_LOCKS: Final = (500 * MILLISECOND, 100 * MILLISECOND)

TIMINGS: dict[str, Timing] = Registry(
    "timing",
    {
        "tetrs": LevelTable((*_TETRS_FALLS, 0), _ms(_TETRS_LOCKS_MS)),
        "guideline": LevelTable(_GUIDELINE_FALLS, _HALF_A_SECOND),
        "nes": _locks_after_a_fall(_frames(_NES_FRAMES, NES_HZ), 0),
        "game_boy": _locks_after_a_fall(_frames(_GAME_BOY_FRAMES, GAME_BOY_HZ), 0),
        "tetro": LineTable(_TETRO_FALLS, *_TETRO_LOCKS),
        "tetro_classic": _locks_after_a_fall(_frames(_NES_FRAMES, 60), 0),
        "tetro_master": LineTable((0,), *_TETRO_LOCKS),
        "java": LevelTable(_ms(_JAVA_MS), _HALF_A_SECOND, 0),
        "pytetris": _locks_after_a_fall(_frames(_PYTETRIS_FRAMES, 30), 1),
        "netris": LevelTable((850 * MILLISECOND,), _HALF_A_SECOND),
        "tgm1": LevelTable(_TGM1_FALLS, _HALF_A_SECOND, 0),
        "game_boy_heart": _locks_after_a_fall(_frames(_GAME_BOY_FRAMES[_HEART_LEVELS:], GAME_BOY_HZ), 0),
    },
)
"""Timing curves by name."""
