"""Scoring: the points for a lock, and combo and back-to-back after it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import add
from typing import Final, NamedTuple

from piecement_engine.events import Spin
from piecement_engine.registry import Registry


class Lock(NamedTuple):
    """One lock, or one link of a cascade: the argument of a score rule."""

    lines: int
    """Number of rows filled by the lock."""
    spin: Spin
    perfect_clear: bool
    """Whether the board is empty after the clear."""
    level: int
    combo: int
    """Number of clears in a row before this lock."""
    back_to_back: int
    """Number of special clears in a row before this lock."""
    soft_rows: int = 0
    """Rows of soft drop of the piece."""


class Award(NamedTuple):
    """Points of a lock, and combo and back-to-back after it."""

    points: int
    combo: int
    back_to_back: int


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """Rule for points."""

    award: Callable[[Lock], Award]
    """Function from a lock, with or without full rows, to its award."""
    soft_drop_points: int = 0
    """Points for each row of soft drop."""
    hard_drop_points: int = 0
    """Points for each row of hard drop."""
    soft_drop_score: Callable[[int, int], int] | None = None
    """Function from a score and a number of rows to the score after the lock, instead of points per row.

    The rows are those of the last soft drop, if the button was held until the lock.
    """
    by_level_after: bool = False
    """Whether a clear counts by the level after it, instead of the one before it."""
    only_clears: bool = False
    """Whether a lock without full rows scores nothing and only ends the combo; most locks do."""


def tetrs_award(lock: Lock) -> Award:
    """10 (lines + combo - 1)^2 x max(1, back-to-back) x 4 for a spin x 100 for a perfect clear (tetrs v0.2.0).

    Combo and back-to-back are those after the clear. Special are quads and more, spins and perfect clears.
    """
    lines, spin, perfect_clear, _, combo, back_to_back, _ = lock
    if not lines:
        return Award(0, 0, back_to_back)
    spun = spin is not Spin.NONE
    combo += 1
    back_to_back = back_to_back + 1 if lines >= 4 or spun or perfect_clear else 0
    points = 10 * (lines + combo - 1) ** 2 * max(1, back_to_back)
    return Award(points * (4 if spun else 1) * (100 if perfect_clear else 1), combo, back_to_back)


def tetro_award(lock: Lock) -> Award:
    """lines^2 x 4 for a spin x 4 for a perfect clear + combo - 1, with the combo after the clear (tetro-tui)."""
    lines, spin, perfect_clear, _, combo, _, _ = lock
    if not lines:
        return Award(0, 0, 0)
    points = lines**2 * (1 if spin is Spin.NONE else 4) * (4 if perfect_clear else 1)
    return Award(points + combo, combo + 1, 0)


_GUIDELINE: Final = {Spin.NONE: (0, 100, 300, 500, 800), Spin.MINI: (100, 200, 400), Spin.FULL: (400, 800, 1200, 1600)}
"""Points by lines, for each level. Source: tetris.wiki, "Scoring"."""
_GUIDELINE_PERFECT: Final = (0, 800, 1200, 1800, 2000)
_GUIDELINE_PERFECT_BACK_TO_BACK: Final = 3200
"""Points for a perfect clear by a chained quad or more, instead."""


def guideline_award(lock: Lock) -> Award:
    """The guideline's table by lines and spin, x 1.5 back to back, + 50 a combo, + perfect clears, all x level.

    Special are quads and more, and spins with lines; spins without lines change nothing. The first clear of a combo
    counts 0. For more lines than in a table, each further one adds as much as the last one.
    """
    lines, spin, perfect_clear, level, combo, back_to_back, _ = lock
    points = _at(_GUIDELINE[spin], lines)
    if not lines:
        return Award(points * level, 0, back_to_back)
    special = lines >= 4 or spin is not Spin.NONE
    chained = special and back_to_back > 0
    if chained:
        points = points * 3 // 2
    points += 50 * combo
    if perfect_clear:
        points += _GUIDELINE_PERFECT_BACK_TO_BACK if chained and lines >= 4 else _at(_GUIDELINE_PERFECT, lines)
    return Award(points * level, combo + 1, back_to_back + 1 if special else 0)


def goal_points(lock: Lock) -> int:
    """Return the points of a lock towards a variable goal: the guideline's for it at level 1, in hundreds."""
    return guideline_award(lock._replace(perfect_clear=False, level=1, combo=0)).points // 100


_NES: Final = (0, 40, 100, 300, 1200)


def nes_award(lock: Lock) -> Award:
    """40, 100, 300 or 1200 x (level + 1), on the NES as on the Game Boy; levels begin at 0.

    Source: tetris.wiki, "Scoring". The consoles raise the level first: the level after the clear counts.
    """
    return _plain(lock, _at(_NES, lock.lines) * (lock.level + 1))


def nes_soft_drop_score(score: int, rows: int) -> int:
    """Return a score plus a point for each row of the last soft drop, with the arithmetic of the NES.

    The NES stores two decimal digits in a byte, but adds the rows as a binary number. So if the sum of the last digit
    and the rows is 16 or more, 6 points are lost: 16 rows, upon a score that ends in 0, are worth 10. And if the last
    two digits pass 99, the last one becomes 0. Source: the disassembled program (TetrisNESDisasm, `addHoldDownPoints`);
    negative-seven.github.io/tetris_explained, "Soft drop bugs".
    """
    hundreds, last = divmod(score, 100)
    byte = (last // 10 << 4 | last % 10) + rows
    if byte & 0x0F > 9:
        byte += 6
    if byte & 0xF0 > 0x90:
        byte = (byte & 0xF0) + 0x60 & 0xF0
        hundreds += 1
    return hundreds * 100 + (byte >> 4) * 10 + (byte & 0x0F)


_PYTETRIS: Final = (0, 10, 30, 60, 100)


def pytetris_award(lock: Lock) -> Award:
    """10, 30, 60 or 100 (pytetris)."""
    return _plain(lock, _at(_PYTETRIS, lock.lines))


def tgm1_award(lock: Lock) -> Award:
    """(A quarter of level and lines, rounded up, + rows of soft drop) x lines x combo, x 4 for a perfect clear (TGM).

    A clear of n lines raises the combo, which begins at 1, by 2 n - 2. Source: tetris.wiki, "Tetris The Grand Master".
    """
    lines = lock.lines
    if not lines:
        return Award(0, 0, lock.back_to_back)
    combo = max(1, lock.combo) + 2 * lines - 2
    points = (-(-(lock.level + lines) // 4) + lock.soft_rows) * lines * combo
    return Award(points * 4 if lock.perfect_clear else points, combo, 0)


def jminos_award(lock: Lock) -> Award:
    """100 for a line, doubled for each further one; a spin with lines counts as twice as many lines (jminos).

    Special are spins and minis, also without lines, and 4 lines or more. After the first one, each special clear scores
    double, up to the next clear that is not special.
    """
    lines, spin, _, _, combo, back_to_back, _ = lock
    special = lines >= 4 or spin is not Spin.NONE
    if not lines:
        return Award(0, 0, back_to_back + special)
    counted = 2 * lines if spin is Spin.FULL else lines
    points = 100 << counted - 1
    if special and back_to_back:
        points *= 2
    return Award(points, combo + 1, back_to_back + 1 if special else 0)


def _plain(lock: Lock, points: int) -> Award:
    """Return an award of a game without spins and back-to-backs."""
    return Award(points, lock.combo + 1 if lock.lines else 0, 0)


def _at(table: Sequence[int], lines: int) -> int:
    """Return the points for a number of lines; beyond the table, each adds as much as the last one."""
    last = len(table) - 1
    return table[lines] if lines <= last else table[last] + (lines - last) * (table[last] - table[last - 1])


SCORINGS: dict[str, ScoreRule] = Registry(
    "scoring",
    {
        "tetrs": ScoreRule(tetrs_award, only_clears=True),
        "tetro": ScoreRule(tetro_award),
        "guideline": ScoreRule(guideline_award, soft_drop_points=1, hard_drop_points=2),
        "nes": ScoreRule(nes_award, soft_drop_score=nes_soft_drop_score, by_level_after=True),
        "game_boy": ScoreRule(nes_award, soft_drop_score=add, by_level_after=True),  # tetris.wiki, "Scoring"
        "nes_plain": ScoreRule(nes_award, soft_drop_points=1),
        "jminos": ScoreRule(jminos_award, soft_drop_points=1, hard_drop_points=2),
        "pytetris": ScoreRule(pytetris_award),
        "tgm1": ScoreRule(tgm1_award, only_clears=True),
    },
)
"""Score rules by name."""
