"""Where each cell of a board lies in the one integer that holds the whole board.

The board is one Python integer, column by column. Each column has `column_stride` bits: bit 0 of them is the top row,
and the floor lies below the last row. Everything that is not playfield is filled: the walls, the floor, the ceiling and
the padding between columns. So one shift and one AND test a piece against the board and all its borders; the board is
shifted, since what is left of it is shorter then, as are the bits of a piece. `>> 1` of a piece goes one row up, `<< 1`
one row down, and `<< column_stride` one column to the right.

The padding is as wide as a kick may reach (see `reach_of_kicks`). Every row and column of a piece
has a cell, so a piece that is partly outside has a cell in the padding next to the board, and so has one that is wholly
outside by no more than that. Wider padding would only make all boards longer.
"""

from functools import lru_cache
from typing import Final

from piecement_engine.native import Bits
from piecement_engine.pieces import Piece
from piecement_engine.places import PlacesOfShapes

_LEAST_REACH: Final = 4
"""The kicks of SRS move even a piece of two cells by three."""


def reach_of_kicks(extent: int) -> int:
    """Return how far a turn may move pieces that are at most `extent` cells wide or high, in cells, any way."""
    return max(_LEAST_REACH, extent + 1)


class Geometry:
    """The layout of boards of one size. Get one by `geometry`, so that equal layouts are one object."""

    __slots__ = (
        *("above", "column", "column_stride", "empty", "field", "first_column", "folds"),
        *("height", "pad", "places", "rows", "width"),
    )

    def __init__(self, width: int, height: int, pad: int) -> None:
        """Lay out boards of this size, with as much padding."""
        stride = height + pad
        origin = pad * stride
        columns = sum([1 << x * stride for x in range(width)])
        rows = tuple([columns << origin + height - 1 - y for y in range(height)])
        field = sum(rows)
        self.width: Final = width
        self.height: Final = height
        self.pad: Final = pad
        """How many filled columns there are on either side, and how many filled bits between two columns."""
        self.column_stride: Final = stride
        """Bits from one column to the next."""
        self.column: Final = (1 << stride) - 1
        """The mask of as many bits."""
        self.field: Final = field
        """The mask of all cells of the playfield."""
        self.empty: Final = ((1 << (width + 2 * pad) * stride) - 1) & ~field
        """The bits of a board without blocks: all but the playfield."""
        self.folds: Final = _folds(width, stride)
        """Shifts that AND all columns of a row into its leftmost one."""
        self.first_column: Final = ((1 << height) - 1) << origin
        """The mask of column 0."""
        self.rows: Final[tuple[int, ...]] = rows
        """The mask of each row, lowest first."""
        self.above: Final[tuple[int, ...]] = tuple([sum(rows[y + 1 :]) for y in range(height)])
        """The mask of all rows above each row."""
        self.places: Final = PlacesOfShapes(stride, origin + height - 1)
        """Where the pieces of each shape lie in the bits, by orientation."""

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
    """Return the layout for boards of this size and pieces at most `extent` cells wide or high."""
    return _geometry(width, height, reach_of_kicks(extent))


_geometry: Final = lru_cache(maxsize=64)(Geometry)
"""The layouts by width, height and padding."""


def _folds(width: int, stride: int) -> tuple[int, ...]:
    shifts: list[int] = []
    covered = 1
    while covered < width:
        step = min(covered, width - covered)
        shifts.append(step * stride)
        covered += step
    return tuple(shifts)
