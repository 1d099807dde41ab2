"""Value of a stack by its shape and its T-slots, counted on bits or, in the compiled engine, by columns."""

from typing import Final

from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import T_PIECE
from piecement_engine.bots.bit_boards import cleared, full_rows
from piecement_engine.bots.columns import Columns, columns_for
from piecement_engine.bots.features import open_cells, row_transitions
from piecement_engine.bots.weights import StackWeights
from piecement_engine.native import Bits


class StackValue:
    """Evaluator of the stacks on boards of one layout."""

    def __init__(self, layout: Geometry, skyline: int, weights: StackWeights) -> None:
        self._layout: Final = layout
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
        layout = self._layout
        sky = open_cells(layout, bits)
        holes = ~bits & layout.field ^ sky
        count = cover = 0
        if holes:
            count = holes.bit_count()
            below_top = layout.field & ~sky
            cover = 2 * count
            for rows in range(2, self._cover_most):
                cover += (holes & below_top << rows).bit_count()
        transitions = row_transitions(layout, bits)
        return self._added_up(transitions, count, cover, self._height(bits & layout.field), self._well_depth(bits, sky))

    def _added_up(self, transitions: int, holes: int, cover: int, height: int, well_depth: int) -> float:
        worth = self._row_transition * transitions
        if holes:
            worth += self._hole * holes + self._cover * cover
        return worth + self._height_worth[height] + self._well * well_depth

    def _height(self, filled: int) -> int:
        layout = self._layout
        for shift in layout.folds:
            filled |= filled >> shift
        rows = (filled & layout.first_column) >> self._first_shift
        return layout.height + 1 - (rows & -rows).bit_length() if rows else 0

    def _well_depth(self, bits: int, sky: int) -> int:
        """Return the number of rows, up from the ground of the lowest column, that are full but for that column."""
        layout = self._layout
        lowest = sky
        for shift in layout.folds:
            lowest |= lowest >> shift
        ground = ((lowest & layout.first_column) >> self._first_shift).bit_length() - 1
        if ground < 0:
            return 0
        well = (sky & layout.rows[layout.height - 1 - ground]).bit_length() // layout.column_stride
        rows = full_rows(layout, bits | self._column << well * layout.column_stride)
        gaps: int = ~rows & (2 << ground) - 1
        return ground + 1 - gaps.bit_length()

    def _slot(self, bits: int) -> int:
        """Return the bit of the middle of a T in a slot that is open on one side, or -1."""
        layout = self._layout
        stride = layout.column_stride
        empty = ~bits & layout.field
        sky = open_cells(layout, bits)
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
