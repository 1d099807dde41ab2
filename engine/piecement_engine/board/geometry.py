"""Geometry: the places of cells and of pieces in the one integer that holds the whole board.

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

from piecement_engine.board.pieces import Piece, Shape
from piecement_engine.native import Bits
from piecement_engine.quick import Made

_SHAPES_WITH_KEPT_PIECES: Final = 32
"""Number of shapes per layout whose pieces are cached; those of one shape take up to 250 kB."""


class PiecesAt(dict[int, Piece]):
    """Pieces of one shape in one orientation, by the offset of their bits in the bits of a board.

    Look up only pieces inside the board. A piece is made on first use and usually cached: the lookup takes a fifth of
    the time of making it.
    """

    __slots__ = ("_base", "_column_stride", "_keeps", "_orientation", "_shape")

    def __init__(self, shape: Shape, orientation: int, base: int, stride: int, keeps: bool) -> None:
        super().__init__()
        self._shape: Final = shape
        self._orientation: Final = orientation
        self._base: Final = base
        self._column_stride: Final = stride
        self._keeps: Final = keeps

    def __missing__(self, offset: int) -> Piece:
        stride = self._column_stride
        x = (offset - self._base + stride - 1) // stride
        piece = Piece(self._shape, self._orientation, x, x * stride - offset + self._base)
        if self._keeps:
            self[offset] = piece
        return piece


class Places:
    """Bits of one shape in one orientation on boards of one layout."""

    __slots__ = ("base", "bottom_bits", "mask", "pieces_at")

    def __init__(self, shape: Shape, orientation: int, stride: int, origin: int, keeps: bool) -> None:
        """Compute the bits for columns of `stride` bits, in which cell (0, 0) is bit number `origin`."""
        top = shape.heights[orientation] - 1
        cells = shape.orientations[orientation]
        self.mask: Final[Bits] = sum([1 << x * stride + top - y for x, y in cells])
        """Bits of the cells, starting at bit 0."""
        self.base: Final = origin - top
        """Offset of the piece at (0, 0); at (x, y) it is `base + x * column_stride - y`."""
        self.bottom_bits: Final = tuple([origin + x * stride - y for x, y in cells if (x, y - 1) not in cells])
        """Bits of the cells without a cell below them, for the piece at (0, 0)."""
        self.pieces_at: Final = PiecesAt(shape, orientation, self.base, stride, keeps)
        """Pieces by their offset."""


PlacesOfShapes = Made[Shape, tuple[Places, ...]]
"""`Places` of shapes in orientation N, E, S and W on boards of one layout."""


def _places_of_shapes(stride: int, origin: int) -> PlacesOfShapes:
    def make(shape: Shape) -> tuple[Places, ...]:
        keeps = len(made) < _SHAPES_WITH_KEPT_PIECES
        return tuple([Places(shape, orientation, stride, origin, keeps) for orientation in range(4)])

    made: PlacesOfShapes = Made(make)
    return made


_LEAST_REACH: Final = 4
"""Minimum reach (cells): the kicks of SRS move even a piece of two cells by three."""


def reach_of_kicks(extent: int) -> int:
    """Return the maximum distance of a kick (cells) for pieces up to `extent` cells wide or high."""
    return max(_LEAST_REACH, extent + 1)


class Geometry:
    """Layout of the boards of one size. Use `geometry` to make one, so that equal layouts are one object."""

    __slots__ = (
        *("above", "column", "column_pairs", "column_stride", "empty", "field", "first_column", "folds"),
        *("height", "pad", "places", "row_pairs", "rows", "tops", "width"),
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
        self.tops: Final = rows[-1]
        """Mask of the highest cell of every column."""
        self.row_pairs: Final = field | field >> stride
        """Mask of the left one of every two neighbours in a row, walls included."""
        with_floor = field | rows[0] << 1
        self.column_pairs: Final = with_floor & ~(with_floor << stride * (width - 1))
        """Mask of the first column of every two neighbouring columns, floor included."""
        self.above: Final[tuple[int, ...]] = tuple([sum(rows[y + 1 :]) for y in range(height)])
        """Mask of all rows above each row."""
        self.places: Final = _places_of_shapes(stride, origin + height - 1)
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
