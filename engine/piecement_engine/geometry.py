"""Layout of a board in one integer.

A board is one Python integer, column by column. Each column has `column_stride` bits: its bit 0 is the top row, and the
floor is below the last row. Everything outside the playfield is filled: the walls, the floor, the ceiling and the
padding between columns. So one shift and one AND test a piece against the board and all its borders. The shift is
applied to the board, as this leaves a number as short as the bits of a piece. For a piece, `>> 1` is one row up, `<< 1`
one row down, and `<< column_stride` one column to the right.

The padding is as wide as the reach of a kick (see `reach_of_kicks`). Every row and column of a piece has a cell, so a
piece that is partly outside has a cell in the padding next to the board, and so has a piece wholly outside within that
reach. Wider padding would only make all boards longer.
"""

from functools import lru_cache
from typing import Final

from piecement_engine.native import Bits
from piecement_engine.pieces import Piece
from piecement_engine.places import PlacesOfShapes

_LEAST_REACH: Final = 4
"""Minimum reach (cells): the kicks of SRS move even a piece of two cells by three."""


def reach_of_kicks(extent: int) -> int:
    """Return the maximum distance of a kick (cells) for pieces up to `extent` cells wide or high."""
    return max(_LEAST_REACH, extent + 1)


class Geometry:
    """Layout of the boards of one size. Use `geometry` to make one, so that equal layouts are one object."""

    __slots__ = (
        *("above", "column", "column_stride", "empty", "field", "first_column", "folds"),
        *("height", "pad", "places", "rows", "width"),
    )

    def __init__(self, width: int, height: int, pad: int) -> None:
        stride = height + pad
        origin = pad * stride
        columns = sum([1 << x * stride for x in range(width)])
        rows = tuple([columns << origin + height - 1 - y for y in range(height)])
        field = sum(rows)
        self.width: Final = width
        self.height: Final = height
        self.pad: Final = pad
        """Number of filled columns on either side, and of filled bits between two columns."""
        self.column_stride: Final = stride
        """Number of bits from one column to the next."""
        self.column: Final = (1 << stride) - 1
        """Mask of the bits of one column and its padding, from bit 0 on."""
        self.field: Final = field
        """Mask of all cells of the playfield."""
        self.empty: Final = ((1 << (width + 2 * pad) * stride) - 1) & ~field
        """Bits of a board without blocks: everything but the playfield."""
        self.folds: Final = _folds(width, stride)
        """Shifts that AND all columns of a row into its leftmost one."""
        self.first_column: Final = ((1 << height) - 1) << origin
        """Mask of column 0."""
        self.rows: Final[tuple[int, ...]] = rows
        """Mask of each row, lowest first."""
        self.above: Final[tuple[int, ...]] = tuple([sum(rows[y + 1 :]) for y in range(height)])
        """Mask of all rows above each row."""
        self.places: Final = PlacesOfShapes(stride, origin + height - 1)
        """Bits of the pieces of each shape, by orientation."""

    def cells(self, piece: Piece) -> Bits:
        """Return the bits of the cells of a piece."""
        shape, orientation, x, y = piece
        places = self.places[shape][orientation]
        return places.mask << places.base + x * self.column_stride - y

    def __reduce__(self) -> tuple[object, ...]:
        return geometry, (self.width, self.height, self.pad - 1)

    def bit(self, x: int, y: int) -> int:
        """Return the number of the bit of a cell."""
        return (x + self.pad) * self.column_stride + self.height - 1 - y


def geometry(width: int, height: int, extent: int) -> Geometry:
    """Return the layout of boards of this size for pieces up to `extent` cells wide or high."""
    return _geometry(width, height, reach_of_kicks(extent))


_geometry: Final = lru_cache(maxsize=64)(Geometry)
"""Layouts by width, height and padding."""


def _folds(width: int, stride: int) -> tuple[int, ...]:
    shifts: list[int] = []
    covered = 1
    while covered < width:
        step = min(covered, width - covered)
        shifts.append(step * stride)
        covered += step
    return tuple(shifts)
