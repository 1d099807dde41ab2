"""What a stack is worth to a player who wants points: the features and weights of Cold Clear 2, counted on bits."""

from dataclasses import dataclass
from typing import Final

from piecement_engine.bots.clearing import cleared, full_rows
from piecement_engine.bots.features import feature_masks
from piecement_engine.geometry import Geometry
from piecement_engine.pieces import TETROMINOES


@dataclass(frozen=True, slots=True)
class StackWeights:
    """The weights; the defaults are those of Cold Clear 2."""

    hole: float = -1.5
    cover: float = -0.2
    """For each hole, times the rows from it to the top of its column."""
    cover_most: int = 6
    row_transition: float = -0.2
    height: float = -0.4
    height_above_half: float = -1.5
    height_above_three_quarters: float = -5.0
    well_depth: float = 0.3
    slots: tuple[float, float, float, float] = (0.1, 1.5, 2.0, 4.0)
    """For a place where a T can be spun in, by the rows that it would fill."""


class StackValue:
    """Values the boards of one layout."""

    def __init__(self, layout: Geometry, skyline: int, weights: StackWeights) -> None:
        self._layout: Final = layout
        self._masks = feature_masks(layout)
        self._weights = weights
        self._half = skyline // 2
        self._three_quarters = skyline * 3 // 4
        self._first_shift = layout.pad * layout.column_stride
        self._column = (1 << layout.height) - 1

    def value(self, bits: int, slots: int) -> float:
        """Return what a board is worth when up to `slots` T-slots in it are counted."""
        worth = 0.0
        while slots and (spun := self._filled_slot(bits)):
            slots -= 1
            after, lines = cleared(self._layout, spun)
            worth += self._weights.slots[lines]
            if lines < 2:
                break
            bits = after
        return worth + self._shape(bits)

    def _shape(self, bits: int) -> float:
        weights, mask = self._weights, self._masks
        empty = ~bits & mask.field
        sky = empty & (bits - mask.tops)
        holes = empty ^ sky
        worth = weights.row_transition * ((bits ^ bits >> mask.column_stride) & mask.row_pairs).bit_count()
        if holes:
            count = holes.bit_count()
            below_top = mask.field & ~sky
            cover = 2 * count
            for rows in range(2, weights.cover_most):
                cover += (holes & below_top << rows).bit_count()
            worth += weights.hole * count + weights.cover * cover
        return worth + self._height(bits & mask.field) + weights.well_depth * self._well_depth(bits, sky)

    def _height(self, filled: int) -> float:
        weights, mask = self._weights, self._masks
        for shift in mask.folds:
            filled |= filled >> shift
        rows = (filled & mask.first_column) >> self._first_shift
        if not rows:
            return 0.0
        height = self._layout.height + 1 - (rows & -rows).bit_length()
        worth = weights.height * height
        if height > self._half:
            worth += weights.height_above_half * (height - self._half)
        if height > self._three_quarters:
            worth += weights.height_above_three_quarters * (height - self._three_quarters)
        return worth

    def _well_depth(self, bits: int, sky: int) -> int:
        """Return how many rows up from the ground of the lowest column are full but for that column."""
        mask = self._masks
        lowest = sky
        for shift in mask.folds:
            lowest |= lowest >> shift
        ground = ((lowest & mask.first_column) >> self._first_shift).bit_length() - 1
        if ground < 0:
            return 0
        well = (sky & self._layout.rows[self._layout.height - 1 - ground]).bit_length() // mask.column_stride
        rows = full_rows(self._layout, bits | self._column << well * mask.column_stride)
        gaps = ~rows & (2 << ground) - 1
        return ground + 1 - gaps.bit_length()

    def _filled_slot(self, bits: int) -> int:
        """Return the board with a T spun into a place for it that is open on one side, or 0 where there is none."""
        mask = self._masks
        stride = mask.column_stride
        empty = ~bits & mask.field
        sky = empty & (bits - mask.tops)
        ledge = sky & bits >> 1
        stem = sky >> 1
        middle = ledge << stride & stem & bits >> stride + 1 & empty >> stride & bits >> stride - 1
        if not middle:
            middle = ledge >> stride & stem & bits << stride - 1 & empty << stride & bits << stride + 1
        if not middle:
            return 0
        upside_down, _ = self._layout.orientation_masks[TETROMINOES["T"]][2]
        return bits | upside_down << (middle & -middle).bit_length() - 1 - stride
