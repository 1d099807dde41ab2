"""Features of a board, those of Dellacherie and of Thiery and Scherrer, as MDPTetris computes them.

Each is a function of the bits of a board of one layout (see `geometry`). Walls and floor count as filled, the ceiling
is never examined.
"""

from typing import NamedTuple

from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import Piece
from piecement_engine.bots.bit_boards import full_rows, set_bits


class Features(NamedTuple):
    """Features of a placement, or a weight for each; all but the first two are of the board without full rows."""

    landing_height: float
    eroded_cells: float
    row_transitions: float
    column_transitions: float
    holes: float
    wells: float
    hole_depth: float = 0
    rows_with_holes: float = 0
    diversity: float = 0


def board_features(layout: Geometry, bits: int, landing: float = 0.0, eroded: int = 0) -> Features:
    empty = ~bits & layout.field
    sky = open_cells(layout, bits)
    holes = empty ^ sky
    return Features(
        landing_height=landing,
        eroded_cells=eroded,
        row_transitions=row_transitions(layout, bits),
        column_transitions=column_transitions(layout, bits),
        holes=holes.bit_count(),
        wells=well_sum(layout, bits, empty),
        hole_depth=hole_depth(layout, bits, holes),
        rows_with_holes=rows_with(layout, holes),
        diversity=diversity(layout, sky),
    )


def landing_height(piece: Piece) -> float:
    """Return the height of the middle of a piece before the clear; a flat piece on the floor is at 0."""
    return piece.y + (piece.shape.heights[piece.orientation] - 1) / 2


def eroded_cells(layout: Geometry, bits: int, piece: int) -> int:
    """Return the number of full rows times the number of the piece's cells in them; `bits` includes the piece."""
    rows = set_bits(full_rows(layout, bits))
    return len(rows) * sum((piece & layout.rows[layout.height - 1 - row]).bit_count() for row in rows)


def open_cells(layout: Geometry, bits: int) -> int:
    """Return the empty cells with nothing above them: the borrow runs down each column to its first filled cell."""
    return ~bits & layout.field & (bits - layout.tops)


def row_transitions(layout: Geometry, bits: int) -> int:
    """Return the number of changes between filled and empty in the rows, walls included; an empty row has 2."""
    return ((bits ^ bits >> layout.column_stride) & layout.row_pairs).bit_count()


def column_transitions(layout: Geometry, bits: int) -> int:
    """Return the number of changes between filled and empty in the columns, floor included; an empty column has 1."""
    return ((bits ^ bits >> 1) & layout.field).bit_count()


def well_sum(layout: Geometry, bits: int, empty: int) -> int:
    """Return the sum, over the empty cells between filled neighbours, of the empty cells from there downwards."""
    cells = empty & bits << layout.column_stride & bits >> layout.column_stride
    total = 0
    while cells:
        total += cells.bit_count()
        cells = cells << 1 & empty
    return total


def hole_depth(layout: Geometry, bits: int, holes: int) -> int:
    """Return the number of filled cells directly above holes, one on the other."""
    filled = bits & layout.field
    cover = holes >> 1 & filled
    total = 0
    while cover:
        total += cover.bit_count()
        cover = cover >> 1 & filled
    return total


def rows_with(layout: Geometry, cells: int) -> int:
    """Return the number of rows with at least one of the cells."""
    for shift in layout.folds:
        cells |= cells >> shift
    return (cells & layout.first_column).bit_count()


def diversity(layout: Geometry, sky: int) -> int:
    """Return the number of differences, of -2 to 2, that occur between the heights of neighbouring columns."""
    first = (sky << 1 | layout.tops) & ~sky
    left = first & layout.column_pairs
    right = first >> layout.column_stride
    return sum(bool(left & shifted) for shifted in (right, right << 1, right << 2, right >> 1, right >> 2))


def pytetris_features(layout: Geometry, bits: int, piece: Piece) -> Features:
    """Return the features that pytetris counts, before full rows leave; all other features are 0."""
    cells = layout.cells(piece)
    bits |= cells
    empty = ~bits & layout.field
    between = empty & bits << layout.column_stride & bits >> layout.column_stride
    return Features(
        landing_height=piece.y + piece.shape.heights[piece.orientation],
        eroded_cells=eroded_cells(layout, bits, cells),
        row_transitions=row_transitions(layout, bits),
        column_transitions=column_transitions(layout, bits) + (bits & layout.tops).bit_count(),
        holes=(empty ^ open_cells(layout, bits)).bit_count(),
        wells=well_sum(layout, bits, between),
    )
