"""Value of a stack for points: the features and weights of Cold Clear 2, counted on bits."""

from typing import Final

from piecement_engine.bots.clearing import cleared, full_rows
from piecement_engine.bots.columns import Columns, columns_for
from piecement_engine.bots.features import feature_masks
from piecement_engine.bots.weights import StackWeights
from piecement_engine.geometry import Geometry
from piecement_engine.native import Bits
from piecement_engine.pieces import T_PIECE


class StackValue:
    """Value of the boards of one layout."""

    def __init__(self, layout: Geometry, skyline: int, weights: StackWeights) -> None:
        self._layout: Final = layout
        self._masks: Final = feature_masks(layout)
        self._columns: Final = columns_for(layout)
        self._row_transition: Final = weights.row_transition
        self._hole: Final = weights.hole
        self._cover: Final = weights.cover
        self._cover_most: Final = weights.cover_most
        self._well: Final = weights.well_depth
        self._height_worth: Final = [_height_worth(weights, height, skyline) for height in range(layout.height + 1)]
        self._slot_worth: Final = weights.slots
        self._first_shift: Final = layout.pad * layout.column_stride
        self._column: Final = (1 << layout.height) - 1
        self._spun_in: Final[Bits] = layout.places[T_PIECE][2].mask
        """A T upside down whose anchor is bit 0, one column to the left of its middle."""

    def value(self, bits: Bits, slots: int) -> float:
        """Return the value of a board, with up to `slots` T-slots in it."""
        worth = 0.0
        columns = self._columns
        if columns is not None:
            columns.read(bits)
        while slots:
            middle = self._slot(bits) if columns is None else columns.t_slot()
            if middle < 0:
                break
            slots -= 1
            after, lines = cleared(self._layout, bits | self._spun_in << middle - self._layout.column_stride)
            worth += self._slot_worth[lines]
            if lines < 2:
                break
            bits = after
            if columns is not None:
                columns.read(bits)
        return worth + (self._shape(bits) if columns is None else self._shape_of(columns))

    def _shape_of(self, columns: Columns) -> float:
        holes = columns.holes()
        cover = columns.cover(self._cover_most) if holes else 0
        return self._added_up(columns.row_transitions(), holes, cover, columns.stack_height(), columns.well_depth())

    def _shape(self, bits: int) -> float:
        mask = self._masks
        empty = ~bits & mask.field
        sky = empty & (bits - mask.tops)
        holes = empty ^ sky
        count = cover = 0
        if holes:
            count = holes.bit_count()
            below_top = mask.field & ~sky
            cover = 2 * count
            for rows in range(2, self._cover_most):
                cover += (holes & below_top << rows).bit_count()
        transitions = ((bits ^ bits >> mask.column_stride) & mask.row_pairs).bit_count()
        return self._added_up(transitions, count, cover, self._height(bits & mask.field), self._well_depth(bits, sky))

    def _added_up(self, transitions: int, holes: int, cover: int, height: int, well_depth: int) -> float:
        worth = self._row_transition * transitions
        if holes:
            worth += self._hole * holes + self._cover * cover
        return worth + self._height_worth[height] + self._well * well_depth

    def _height(self, filled: int) -> int:
        mask = self._masks
        for shift in mask.folds:
            filled |= filled >> shift
        rows = (filled & mask.first_column) >> self._first_shift
        return self._layout.height + 1 - (rows & -rows).bit_length() if rows else 0

    def _well_depth(self, bits: int, sky: int) -> int:
        """Return the number of rows, up from the ground of the lowest column, that are full but for that column."""
        mask = self._masks
        lowest = sky
        for shift in mask.folds:
            lowest |= lowest >> shift
        ground = ((lowest & mask.first_column) >> self._first_shift).bit_length() - 1
        if ground < 0:
            return 0
        well = (sky & self._layout.rows[self._layout.height - 1 - ground]).bit_length() // mask.column_stride
        rows = full_rows(self._layout, bits | self._column << well * mask.column_stride)
        gaps: int = ~rows & (2 << ground) - 1
        return ground + 1 - gaps.bit_length()

    def _slot(self, bits: int) -> int:
        """Return the bit of the middle of a T in a slot that is open on one side, or -1."""
        mask = self._masks
        stride = mask.column_stride
        empty = ~bits & mask.field
        sky = empty & (bits - mask.tops)
        ledge = sky & bits >> 1
        stem = sky >> 1
        middle = ledge << stride & stem & bits >> stride + 1 & empty >> stride & bits >> stride - 1
        if not middle:
            middle = ledge >> stride & stem & bits << stride - 1 & empty << stride & bits << stride + 1
        return (middle & -middle).bit_length() - 1


def _height_worth(weights: StackWeights, height: int, skyline: int) -> float:
    if not height:
        return 0.0
    half, three_quarters = skyline // 2, skyline * 3 // 4
    worth = weights.height * height
    if height > half:
        worth += weights.height_above_half * (height - half)
    if height > three_quarters:
        worth += weights.height_above_three_quarters * (height - three_quarters)
    return worth
