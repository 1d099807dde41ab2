"""Features of a board: those of Dellacherie and of Thiery and Scherrer, as MDPTetris computes them.

Each is a function of the bits of a board of one layout (see `geometry`). Walls and floor count as filled, the ceiling
is never examined.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import Piece
from piecement_engine.bots.bit_boards import full_rows


@dataclass(frozen=True, slots=True)
class FeatureMasks:
    """Masks of one layout for the features. Use `feature_masks` to make them."""

    column_stride: int
    field: int
    tops: int
    """Highest cell of every column."""
    row_pairs: int
    """Left one of every two neighbours in a row, walls included."""
    column_pairs: int
    """First column of every two neighbouring columns, floor included."""
    folds: tuple[int, ...]
    first_column: int


@lru_cache(maxsize=64)
def feature_masks(layout: Geometry) -> FeatureMasks:
    floor = layout.rows[0] << 1
    columns = layout.field | floor
    last_column = columns & (columns << layout.column_stride * (layout.width - 1))
    return FeatureMasks(
        column_stride=layout.column_stride,
        field=layout.field,
        tops=layout.rows[-1],
        row_pairs=layout.field | layout.field >> layout.column_stride,
        column_pairs=columns & ~last_column,
        folds=layout.folds,
        first_column=layout.first_column,
    )


class Features(NamedTuple):
    """Features of a placement, or a weight for each; all but the first two are of the board without full rows."""

    landing_height: float
    eroded_cells: float
    row_transitions: float
    column_transitions: float
    holes: float
    wells: float
    hole_depth: float
    rows_with_holes: float
    diversity: float


def board_features(layout: Geometry, bits: int, landing: float = 0.0, eroded: int = 0) -> Features:
    mask = feature_masks(layout)
    empty = ~bits & mask.field
    sky = open_cells(mask, bits)
    holes = empty ^ sky
    return Features(
        landing_height=landing,
        eroded_cells=eroded,
        row_transitions=row_transitions(mask, bits),
        column_transitions=column_transitions(mask, bits),
        holes=holes.bit_count(),
        wells=well_sum(mask, bits, empty),
        hole_depth=hole_depth(mask, bits, holes),
        rows_with_holes=rows_with(mask, holes),
        diversity=diversity(mask, sky),
    )


def landing_height(piece: Piece) -> float:
    """Return the height of the middle of a piece before the clear; a flat piece on the floor is at 0."""
    return piece.y + (piece.shape.heights[piece.orientation] - 1) / 2


def eroded_cells(layout: Geometry, bits: int, piece: int) -> int:
    """Return the number of full rows times the number of the piece's cells in them; `bits` includes the piece."""
    full: int = full_rows(layout, bits)
    cells = 0
    left = full
    while left:
        row = left & -left
        left ^= row
        cells += (piece & layout.rows[layout.height - row.bit_length()]).bit_count()
    return full.bit_count() * cells


def open_cells(mask: FeatureMasks, bits: int) -> int:
    """Return the empty cells with nothing above them: the borrow runs down each column to its first filled cell."""
    return ~bits & mask.field & (bits - mask.tops)


def row_transitions(mask: FeatureMasks, bits: int) -> int:
    """Return the number of changes between filled and empty in the rows, walls included; an empty row has 2."""
    return ((bits ^ bits >> mask.column_stride) & mask.row_pairs).bit_count()


def column_transitions(mask: FeatureMasks, bits: int) -> int:
    """Return the number of changes between filled and empty in the columns, floor included; an empty column has 1."""
    return ((bits ^ bits >> 1) & mask.field).bit_count()


def well_sum(mask: FeatureMasks, bits: int, empty: int) -> int:
    """Return the sum, over the empty cells between filled neighbours, of the empty cells from there downwards."""
    cells = empty & bits << mask.column_stride & bits >> mask.column_stride
    total = 0
    while cells:
        total += cells.bit_count()
        cells = cells << 1 & empty
    return total


def hole_depth(mask: FeatureMasks, bits: int, holes: int) -> int:
    """Return the number of filled cells directly above holes, one on the other."""
    filled = bits & mask.field
    cover = holes >> 1 & filled
    total = 0
    while cover:
        total += cover.bit_count()
        cover = cover >> 1 & filled
    return total


def rows_with(mask: FeatureMasks, cells: int) -> int:
    """Return the number of rows with at least one of the cells."""
    for shift in mask.folds:
        cells |= cells >> shift
    return (cells & mask.first_column).bit_count()


def diversity(mask: FeatureMasks, sky: int) -> int:
    """Return the number of differences, of -2 to 2, that occur between the heights of neighbouring columns."""
    first = (sky << 1 | mask.tops) & ~sky
    left = first & mask.column_pairs
    right = first >> mask.column_stride
    return sum(bool(left & shifted) for shifted in (right, right << 1, right << 2, right >> 1, right >> 2))
