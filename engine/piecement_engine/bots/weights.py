"""Weights by which bots judge a stack: those of well-known one-piece controllers as published, and learned ones."""

from dataclasses import dataclass
from typing import Final

from piecement_engine.bots.features import Features

BCTS: Final = Features(-12.62900, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087, 0)
"""Weights of Thiery and Scherrer 2009, by cross entropy; won the reinforcement learning competition of 2008."""

DELLACHERIE: Final = Features(-1, 1, -1, -1, -4, -1)
"""Weights of Pierre Dellacherie 2003, by hand."""

DT10: Final = Features(-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27)
"""Weights of Gabillon et al. 2013, for boards 10 high. Holes count in favour: the rows with holes do the rest."""

DT20: Final = Features(-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89)
"""Weights of Gabillon et al. 2013, for boards 20 high."""

EL_TETRIS: Final = Features(
    -4.500158825082766,
    3.4181268101392694,
    -3.2178882868487753,
    -9.348695305445199,
    -7.899265427351652,
    -3.3855972247263626,
)
"""Weights of Islam El-Ashi 2011, also pytetris. Its README prints the row weight for the columns too, which plays far
worse."""

DIG_STACK: Final = Features(-1.0, 0, -5.8, -12.7, -6.0, -9.7, 0, -9.3, 0)
"""Weights learned together with the defaults of `DigWeights`."""

WEIGHTS: Final[dict[str, Features]] = {
    "bcts": BCTS,
    "dellacherie": DELLACHERIE,
    "dt10": DT10,
    "dt20": DT20,
    "el_tetris": EL_TETRIS,
}
"""Weights by name."""


@dataclass(frozen=True, slots=True)
class StackWeights:
    """Weights of a stack; the defaults are those of Cold Clear 2."""

    hole: float = -1.5
    cover: float = -0.2
    """Weight of each hole, times the rows from it to the top of its column."""
    cover_most: int = 6
    row_transition: float = -0.2
    height: float = -0.4
    height_above_half: float = -1.5
    height_above_three_quarters: float = -5.0
    well_depth: float = 0.3
    slots: tuple[float, float, float, float] = (0.1, 1.5, 2.0, 4.0)
    """Weight of a T-slot, by the number of rows that it would fill."""


ATTACK_STACK: Final = StackWeights(
    hole=-0.76,
    cover=-0.117,
    row_transition=-0.313,
    height=-0.281,
    height_above_half=-1.28,
    height_above_three_quarters=-4.63,
    well_depth=0.38,
    slots=(0.077, 2.47, 2.14, 4.01),
)
"""Weights found together with the defaults of `AttackWeights`."""


@dataclass(frozen=True, slots=True)
class AttackWeights:
    """Weights of clears, and of the stack that prepares them.

    The defaults were learned from those of Cold Clear 2 by `benchmarks/learn_bots.py`, for many rows sent a piece.
    """

    stack: StackWeights = ATTACK_STACK
    clears: tuple[float, float, float, float, float] = (0.0, -1.64, -1.97, -0.641, 2.14)
    """Weights of clears without a spin, by lines."""
    minis: tuple[float, float, float] = (0.0, -1.45, -1.23)
    spins: tuple[float, float, float, float] = (0.0, 0.555, 5.67, 5.64)
    back_to_back: float = 1.02
    """Weight of a special clear after a special clear."""
    combo: float = 2.01
    """Weight of every second clear of a combo."""
    perfect_clear: float = 11.7
    """Weight of a perfect clear, instead of its other weights."""
    chain: float = 0.473
    """Weight of a board on which the last clear was special."""
    wasted_t: float = -1.59
    """Weight of a T that is placed without a full spin of two lines or more."""


@dataclass(frozen=True, slots=True)
class DigWeights:
    """Weights for digging through garbage in few pieces, learned as `benchmarks/learn_dig.py` does."""

    stack: Features = DIG_STACK
    garbage: float = -11.0
    """Weight of each row with one gap at the bottom."""
    rows: float = -5.7
    """Weight of each row above the garbage that is not empty."""
    well: float = 11.2
    """Weight of each open row over the first gap between filled cells, up to four."""
    gaps: tuple[float, float, float] = (-4.4, -3.8, -2.1)
    """Weights of each empty cell in the rows that cover the first three gaps of the garbage, from the top.

    A row counts for the first gap that it covers.
    """
    placed: tuple[float, float, float, float, float, float, float] = (15.1, -11.3, 9.0, 6.5, -13.2, -11.4, -13.7)
    """Weights of each placed piece, by its shape in the order of `TETROMINOES`."""
