"""Bits of the pieces of a shape on boards of one layout (see `geometry`)."""

from typing import Final

from piecement_engine.native import Bits
from piecement_engine.pieces import Piece, Shape

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


class PlacesOfShapes(dict[Shape, tuple[Places, ...]]):
    """`Places` of shapes in orientation N, E, S and W on boards of one layout, made on first use."""

    __slots__ = ("_column_stride", "_origin")

    def __init__(self, stride: int, origin: int) -> None:
        super().__init__()
        self._column_stride: Final = stride
        self._origin: Final = origin

    def __missing__(self, shape: Shape) -> tuple[Places, ...]:
        keeps = len(self) < _SHAPES_WITH_KEPT_PIECES
        stride, origin = self._column_stride, self._origin
        places = self[shape] = tuple([Places(shape, orientation, stride, origin, keeps) for orientation in range(4)])
        return places
