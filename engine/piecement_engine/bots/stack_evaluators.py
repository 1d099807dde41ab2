"""Evaluators of a stack: of a low one, and of one that lies on garbage."""

from typing import Final

from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import TETROMINOES, Shape
from piecement_engine.bots.columns import Columns, columns_for
from piecement_engine.bots.drops import Drop
from piecement_engine.bots.features import Features, diversity, hole_depth, rows_with, well_sum
from piecement_engine.bots.weights import DigWeights
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
        _, _, _, landing, eroded, _, _ = drop
        return self._landing * landing + self._eroded * eroded, 0, 0

    def potential(self, bits: Bits, back_to_back: int, slots: int) -> float:
        columns = self._columns
        if columns is None:
            return self._of_bits(bits)
        columns.read(bits)
        return self._of_columns(columns)

    def _of_bits(self, bits: int) -> float:
        layout = self._layout
        empty = ~bits & layout.field
        # Written out from the features, as their calls would cost the compiled engine more than a tenth.
        sky = empty & (bits - layout.tops)
        holes = empty ^ sky
        value = (
            self._row_transitions * ((bits ^ bits >> layout.column_stride) & layout.row_pairs).bit_count()
            + self._column_transitions * ((bits ^ bits >> 1) & layout.field).bit_count()
            + self._wells * well_sum(layout, bits, empty)
        )
        if holes:
            depth = hole_depth(layout, bits, holes) if self._hole_depth else 0
            value += (
                self._holes * holes.bit_count()
                + self._hole_depth * depth
                + self._rows_with_holes * rows_with(layout, holes)
            )
        return value + self._diversity * diversity(layout, sky) if self._diversity else value

    def _of_columns(self, columns: Columns) -> float:
        value = (
            self._row_transitions * columns.row_transitions()
            + self._column_transitions * columns.column_transitions()
            + self._wells * columns.well_sum()
        )
        holes = columns.holes()
        if holes:
            depth = columns.hole_depth() if self._hole_depth else 0
            value += self._holes * holes + self._hole_depth * depth + self._rows_with_holes * columns.rows_with_holes()
        return value


_DEEPEST_WELL: Final = 4
"""Maximum depth of a well that counts (rows): one I fills no more."""


class DigEvaluator(SurviveEvaluator):
    """Evaluator of a board as `SurviveEvaluator`, and of the stack on its garbage.

    Rows with one gap at the bottom are garbage, whatever made them. The next gaps open when the rows over them are
    full: each empty cell in these rows costs. A piece that is worth much in hold costs as much when it is placed.
    """

    def __init__(self, layout: Geometry, weights: DigWeights) -> None:
        super().__init__(layout, weights.stack)
        self._garbage: float = weights.garbage
        self._rows: float = weights.rows
        self._well: float = weights.well
        self._first_gaps: float = weights.gaps[0]
        self._second_gaps: float = weights.gaps[1]
        self._third_gaps: float = weights.gaps[2]
        self._placed: Final = dict(zip(TETROMINOES.values(), weights.placed, strict=True))
        self._every_column: Final[Bits] = sum([1 << x * layout.column_stride for x in range(layout.width)])

    def reward(
        self, shape: Shape, drop: Drop, perfect_clear: bool, combo: int, back_to_back: int
    ) -> tuple[float, int, int]:
        _, _, _, landing, eroded, _, _ = drop
        return self._placed.get(shape, 0.0) + self._landing * landing + self._eroded * eroded, 0, 0

    def _of_columns(self, columns: Columns) -> float:
        columns.read_garbage()
        first, second, third = columns.over_gap(0), columns.over_gap(1), columns.over_gap(2)
        return super()._of_columns(columns) + (
            self._garbage * columns.garbage()
            + self._rows * columns.rows_on_garbage()
            + self._first_gaps * columns.gaps_in(first)
            + self._second_gaps * columns.gaps_in(second & ~first)
            + self._third_gaps * columns.gaps_in(third & ~(first | second))
            + self._well * columns.well_over_gap(_DEEPEST_WELL)
        )

    def _of_bits(self, bits: int) -> float:
        layout = self._layout
        above = (1 << (layout.first_column & ~self._rows_with_one_gap(bits)).bit_length()) - 1
        garbage = (layout.first_column & ~above).bit_count()
        stack = bits & (layout.above[garbage - 1] if garbage else layout.field)
        first, second, third = [self._over_gap(bits, stack, garbage - depth) for depth in (1, 2, 3)]
        return super()._of_bits(bits) + (
            self._garbage * garbage
            + self._rows * rows_with(layout, stack)
            + self._first_gaps * self._gaps_in(bits, first)
            + self._second_gaps * self._gaps_in(bits, second & ~first)
            + self._third_gaps * self._gaps_in(bits, third & ~(first | second))
            + self._well * (0 if first else self._well_depth(bits, garbage - 1))
        )

    def _rows_with_one_gap(self, bits: int) -> int:
        """Return these rows, marked in the first column."""
        layout = self._layout
        one = two = 0
        empty = ~bits & layout.field
        for _ in range(layout.width):
            here = empty & layout.first_column
            two |= one & here
            one |= here
            empty >>= layout.column_stride
        return one ^ two

    def _gap(self, bits: int, row: int) -> int:
        """Return the bit of the gap of a garbage row, or 0 if there is no such row."""
        return self._layout.rows[row] & ~bits if row >= 0 else 0

    def _over_gap(self, bits: int, stack: int, row: int) -> int:
        """Return the rows with a block over the gap of a garbage row, marked in the first column."""
        layout = self._layout
        gap = self._gap(bits, row)
        x = gap.bit_length() // layout.column_stride - layout.pad
        return stack >> x * layout.column_stride & layout.first_column if gap else 0

    def _gaps_in(self, bits: int, rows: int) -> int:
        return (rows * self._every_column & ~bits).bit_count() if rows else 0

    def _well_depth(self, bits: int, row: int) -> int:
        stride = self._layout.column_stride
        sides = bits << stride & bits >> stride & self._layout.field
        gap = self._gap(bits, row) >> 1
        depth = 0
        while depth < _DEEPEST_WELL and sides & gap:
            depth += 1
            gap >>= 1
        return depth
