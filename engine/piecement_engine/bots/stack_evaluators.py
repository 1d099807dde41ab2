"""Evaluators of a low stack, and of one that lies on garbage."""

from typing import Final

from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import Shape
from piecement_engine.bots.bit_boards import Columns, columns_for
from piecement_engine.bots.drops import Drop
from piecement_engine.bots.features import DigWeights, Features, diversity, hole_depth, rows_with, well_sum
from piecement_engine.native import Bits


class SurviveEvaluator:
    """Evaluator of placements by landing height and eroded cells, and of boards by their other features."""

    def __init__(self, layout: Geometry, weights: Features) -> None:
        self._layout: Final = layout
        self._landing: float = weights.landing_height
        self._eroded: float = weights.eroded_cells
        self._row_transitions: float = weights.row_transitions
        self._column_transitions: float = weights.column_transitions
        self._holes: float = weights.holes
        self._wells: float = weights.wells
        self._hole_depth: float = weights.hole_depth
        self._rows_with_holes: float = weights.rows_with_holes
        self._diversity: float = weights.diversity
        self._columns: Final = None if weights.diversity else columns_for(layout)

    def reward(
        self, shape: Shape, drop: Drop, perfect_clear: bool, combo: int, back_to_back: int
    ) -> tuple[float, int, int]:
        return self._landing * drop[3] + self._eroded * drop[4], 0, 0

    def potential(self, bits: Bits, back_to_back: int, slots: int) -> float:
        return self._of_bits(bits) if self._columns is None else self._of_columns(self._columns, bits)

    def _of_bits(self, bits: int) -> float:
        layout = self._layout
        empty = ~bits & layout.field
        sky = empty & (bits - layout.tops)
        holes = empty ^ sky
        value = (
            self._row_transitions * ((bits ^ bits >> layout.column_stride) & layout.row_pairs).bit_count()
            + self._column_transitions * ((bits ^ bits >> 1) & layout.field).bit_count()
            + self._wells * well_sum(layout, bits, empty)
        )
        if holes:
            value += (
                self._holes * holes.bit_count()
                + self._hole_depth * hole_depth(layout, bits, holes)
                + self._rows_with_holes * rows_with(layout, holes)
            )
        return value + self._diversity * diversity(layout, sky) if self._diversity else value

    def _of_columns(self, columns: Columns, bits: Bits) -> float:
        columns.read(bits)
        value = (
            self._row_transitions * columns.row_transitions()
            + self._column_transitions * columns.column_transitions()
            + self._wells * columns.well_sum()
        )
        holes = columns.holes()
        if holes:
            value += (
                self._holes * holes
                + self._hole_depth * columns.hole_depth()
                + self._rows_with_holes * columns.rows_with_holes()
            )
        return value


_DEEPEST_WELL: Final = 4
"""Maximum depth of a well that counts (rows): one I fills no more."""


class DigEvaluator(SurviveEvaluator):
    """Evaluator of a board as `SurviveEvaluator`, and of the stack on its garbage.

    Rows with one gap at the bottom are garbage, whatever made them: each takes one cell more, once its gap is open. So
    blocks in the columns of the next three gaps cost, and nearly full rows above the garbage earn.
    """

    def __init__(self, layout: Geometry, weights: DigWeights) -> None:
        super().__init__(layout, weights.stack)
        self._garbage: float = weights.garbage
        self._blocks: float = weights.blocks
        self._rows: float = weights.rows
        self._one_gap: float = weights.one_gap
        self._two_gaps: float = weights.two_gaps
        self._well: float = weights.well
        self._first_cover: float = weights.covers[0]
        self._second_cover: float = weights.covers[1]
        self._third_cover: float = weights.covers[2]

    def potential(self, bits: Bits, back_to_back: int, slots: int) -> float:
        value = super().potential(bits, back_to_back, slots)
        return value + (self._garbage_of_bits(bits) if self._columns is None else self._garbage_of(self._columns))

    def _garbage_of(self, columns: Columns) -> float:
        """Return the value of the garbage and of the stack on it; the columns have been read."""
        columns.read_gaps()
        return (
            self._garbage * columns.garbage()
            + self._blocks * columns.blocks_on_garbage()
            + self._rows * columns.rows_on_garbage()
            + self._one_gap * columns.rows_with_one_gap()
            + self._two_gaps * columns.rows_with_two_gaps()
            + self._first_cover * columns.cover_of_gap(0)
            + self._second_cover * columns.cover_of_gap(1)
            + self._third_cover * columns.cover_of_gap(2)
            + self._well * columns.well_over_gap(_DEEPEST_WELL)
        )

    def _garbage_of_bits(self, bits: int) -> float:
        """Return the value of `_garbage_of`, counted on the whole board."""
        layout = self._layout
        one, two = self._rows_by_gaps(bits)
        above = (1 << (layout.first_column & ~one).bit_length()) - 1
        garbage = (layout.first_column & ~above).bit_count()
        stack = bits & (layout.above[garbage - 1] if garbage else layout.field)
        first = self._cover(bits, stack, garbage - 1)
        return (
            self._garbage * garbage
            + self._blocks * stack.bit_count()
            + self._rows * rows_with(layout, stack)
            + self._one_gap * (one & above).bit_count()
            + self._two_gaps * (two & above).bit_count()
            + self._first_cover * first
            + self._second_cover * self._cover(bits, stack, garbage - 2)
            + self._third_cover * self._cover(bits, stack, garbage - 3)
            + self._well * (0 if first else self._well_depth(bits, garbage - 1))
        )

    def _rows_by_gaps(self, bits: int) -> tuple[int, int]:
        """Return the rows with one gap and those with two, marked in the first column."""
        layout = self._layout
        one = two = three = 0
        empty = ~bits & layout.field
        for _ in range(layout.width):
            here = empty & layout.first_column
            three |= two & here
            two |= one & here
            one |= here
            empty >>= layout.column_stride
        return one ^ two, two ^ three

    def _gap(self, bits: int, row: int) -> int:
        """Return the bit of the gap of a garbage row, or 0 if there is no such row."""
        return self._layout.rows[row] & ~bits if row >= 0 else 0

    def _cover(self, bits: int, stack: int, row: int) -> int:
        layout = self._layout
        gap = self._gap(bits, row)
        x = gap.bit_length() // layout.column_stride - layout.pad
        return (stack & layout.first_column << x * layout.column_stride).bit_count() if gap else 0

    def _well_depth(self, bits: int, row: int) -> int:
        stride = self._layout.column_stride
        sides = bits << stride & bits >> stride & self._layout.field
        gap = self._gap(bits, row) >> 1
        depth = 0
        while depth < _DEEPEST_WELL and sides & gap:
            depth += 1
            gap >>= 1
        return depth
