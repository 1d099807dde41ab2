"""Counts by columns in the compiled build equal those on whole boards in Python."""

from random import Random

import pytest

from piecement_engine.board.geometry import Geometry, geometry
from piecement_engine.bots import features
from piecement_engine.bots.columns import Columns
from tests.engine.bots.oracles import random_board

LAYOUTS = [geometry(10, 40, 4), geometry(10, 16, 4), geometry(4, 56, 5), geometry(23, 24, 4), geometry(1, 20, 4)]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.width}x{layout.height}")
def test_columns_count_as_whole_boards_do(layout: Geometry) -> None:
    columns = Columns(layout)
    for seed in range(60):
        bits = random_board(layout, Random(seed), layout.height - 1).bits
        empty = ~bits & layout.field
        holes = empty ^ features.open_cells(layout, bits)
        columns.read(bits)

        assert columns.row_transitions() == features.row_transitions(layout, bits)
        assert columns.column_transitions() == features.column_transitions(layout, bits)
        assert columns.well_sum() == features.well_sum(layout, bits, empty)
        assert columns.holes() == holes.bit_count()
        assert columns.hole_depth() == features.hole_depth(layout, bits, holes)
        assert columns.rows_with_holes() == features.rows_with(layout, holes)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.width}x{layout.height}")
def test_the_bits_of_columns_are_those_that_were_read(layout: Geometry) -> None:
    columns = Columns(layout)
    bits = random_board(layout, Random(3), layout.height - 1).bits & layout.field
    columns.read(bits)

    assert columns.filled_bits() == [bit for bit in range(bits.bit_length() - 1, -1, -1) if bits >> bit & 1]
