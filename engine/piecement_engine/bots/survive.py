"""Evaluator of a low stack."""

from typing import Final

from piecement_engine.bots.columns import Columns, columns_for
from piecement_engine.bots.drops import Drop
from piecement_engine.bots.features import Features, diversity, feature_masks, hole_depth, rows_with, well_sum
from piecement_engine.geometry import Geometry
from piecement_engine.native import Bits
from piecement_engine.pieces import Shape


class SurviveEvaluator:
    """Evaluator of placements by landing height and eroded cells, and of boards by their other features."""

    def __init__(self, layout: Geometry, weights: Features) -> None:
        self._masks: Final = feature_masks(layout)
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
        mask = self._masks
        empty = ~bits & mask.field
        sky = empty & (bits - mask.tops)
        holes = empty ^ sky
        value = (
            self._row_transitions * ((bits ^ bits >> mask.column_stride) & mask.row_pairs).bit_count()
            + self._column_transitions * ((bits ^ bits >> 1) & mask.field).bit_count()
            + self._wells * well_sum(mask, bits, empty)
        )
        if holes:
            value += (
                self._holes * holes.bit_count()
                + self._hole_depth * hole_depth(mask, bits, holes)
                + self._rows_with_holes * rows_with(mask, holes)
            )
        return value + self._diversity * diversity(mask, sky) if self._diversity else value

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
