"""Board of a game: its filled cells as one integer, and its tiles as rows."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Self

from piecement_engine.board.geometry import Geometry, geometry
from piecement_engine.board.pieces import EMPTY, GREY, TETROMINOES, Piece
from piecement_engine.errors import BoardTextError, cut_repr
from piecement_engine.native import Bits

Row = tuple[int, ...]
"""Tiles of one row, left to right; 0 is an empty cell."""

_TILE_LETTERS: Final = {EMPTY: "."} | {shape.tile: name for name, shape in TETROMINOES.items()}
_LETTER_TILES: Final = dict.fromkeys("._ ", EMPTY) | {name: shape.tile for name, shape in TETROMINOES.items()}
_USUAL_HEIGHT: Final = 40
_USUAL_EXTENT: Final = 4
_SHOWN_ROWS: Final = 6
"""Maximum number of rows in the `repr` of a board."""


class Board:
    """Playfield with its blocks. A piece may lie outside by up to the reach of a kick (see `geometry`)."""

    __slots__ = ("_may_be_full", "_tiles", "_unwritten", "bits", "free_from", "geometry")

    def __init__(self, layout: Geometry) -> None:
        self.geometry: Final = layout
        self.bits: Bits = layout.empty
        """Filled cells and borders; see `geometry`."""
        self.free_from = 0
        """Row from which all rows upwards are free.

        The highest block may lie deeper. Most pieces in the air are known to be there by this row alone.
        """
        self._tiles: list[Row] = []
        self._unwritten: list[Piece] = []
        """Locked pieces that are in `bits` but not yet in the tiles; reading `tiles` writes them."""
        self._may_be_full = False
        """Whether a row may be full. Most locks fill no row and then skip the search for full rows."""

    @property
    def width(self) -> int:
        return self.geometry.width

    @property
    def height(self) -> int:
        """Number of rows, hidden ones included."""
        return self.geometry.height

    @property
    def tiles(self) -> list[Row]:
        """Rows from the floor to the highest block."""
        if self._unwritten:
            for piece in self._unwritten:
                write_piece(piece, self._tiles, self.geometry.width)
            self._unwritten.clear()
        return self._tiles

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Board)
            and (self.width, self.height, self.bits) == (other.width, other.height, other.bits)
            and self.tiles == other.tiles
        )

    def __hash__(self) -> int:
        """Return a hash of the present cells. A board in a set must not change."""
        return hash((self.width, self.height, self.bits))

    def __str__(self) -> str:
        """Return the rows, highest first, without the empty ones on top."""
        return "\n".join(reversed(self.to_text()))

    def __repr__(self) -> str:
        """Return a call of `from_text` for a low board of the usual height, otherwise its size."""
        rows = self.to_text()
        if len(rows) <= _SHOWN_ROWS and self.geometry is geometry(self.width, _USUAL_HEIGHT, _USUAL_EXTENT) and rows:
            return f"Board.from_text({rows})"
        return f"<Board of {self.width} by {self.height} cells, filled up to row {len(rows)}>"

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.geometry, self.bits, self.tiles)

    def copy(self) -> Self:
        """Return an independent copy."""
        other = type(self)(self.geometry)
        other.bits = self.bits
        other.free_from = self.free_from
        other._tiles = self._tiles.copy()
        other._unwritten = self._unwritten.copy()
        other._may_be_full = self._may_be_full
        return other

    def fits(self, piece: Piece) -> bool:
        """Return whether all cells of the piece are free and inside the board, wherever it is."""
        shape, orientation, x, y = piece
        layout = self.geometry
        if x < 0 or y < 0 or x + shape.widths[orientation] > layout.width:
            return False
        if y + shape.heights[orientation] > layout.height:
            return False
        places = layout.places[shape][orientation]
        return not self.bits >> places.base + x * layout.column_stride - y & places.mask

    def grounded(self, piece: Piece) -> bool:
        """Return whether the piece, which must fit, cannot fall by one row."""
        shape, orientation, x, y = piece
        if y > self.free_from:
            return False
        layout = self.geometry
        places = layout.places[shape][orientation]
        return bool(self.bits >> places.base + x * layout.column_stride - y + 1 & places.mask)

    def dropped(self, piece: Piece) -> Piece:
        """Return the piece, which must fit, after it fell to the ground."""
        shape, orientation, x, y = piece
        layout = self.geometry
        bits = self.bits
        column = layout.column
        places = layout.places[shape][orientation]
        place = x * layout.column_stride - y
        below = 0
        for bit in places.bottom_bits:
            below |= bits >> bit + place + 1 & column
        rows = (below & -below).bit_length() - 1
        return places.pieces_at[places.base + place + rows] if rows else piece

    def reaches(self, y: int) -> bool:
        """Return whether row `y` or a row above it has a filled cell."""
        layout = self.geometry
        return bool(self.bits & (layout.above[y - 1] if y else layout.field))

    def is_filled(self, x: int, y: int) -> bool:
        """Return whether a cell is filled; all cells outside the board are."""
        layout = self.geometry
        if 0 <= x < layout.width and 0 <= y < layout.height:
            return bool(self.bits >> layout.bit(x, y) & 1)
        return True

    def lock(self, piece: Piece) -> None:
        """Add the cells of a piece, which must fit, to the board."""
        shape, orientation, x, y = piece
        layout = self.geometry
        places = layout.places[shape][orientation]
        self.bits = bits = self.bits | places.mask << places.base + x * layout.column_stride - y
        self._unwritten.append(piece)
        end = y + shape.heights[orientation]
        self.free_from = max(self.free_from, end)
        for row in layout.rows[y:end]:
            if bits & row == row:
                self._may_be_full = True

    def fill(self, cells: Iterable[tuple[int, int]], tile: int) -> None:
        """Write a tile into cells, which must be inside the board."""
        layout = self.geometry
        tiles = self.tiles
        blank = (EMPTY,) * layout.width
        for x, y in cells:
            self.bits |= 1 << layout.bit(x, y)
            while len(tiles) <= y:
                tiles.append(blank)
            row = tiles[y]
            tiles[y] = (*row[:x], tile, *row[x + 1 :])
        self.free_from = max(self.free_from, len(tiles))
        self._may_be_full = True

    def full_rows(self) -> list[int]:
        """Return the numbers of the full rows, highest first."""
        return self._look_for_full_rows() if self._may_be_full else []

    def _look_for_full_rows(self) -> list[int]:
        layout = self.geometry
        full = self.bits
        for shift in layout.folds:
            full &= full >> shift
        full &= layout.first_column
        self._may_be_full = bool(full)
        full >>= layout.pad * layout.column_stride
        top = layout.height - 1
        return [top - bit for bit in range(full.bit_length()) if full >> bit & 1]

    def clear(self, rows: Sequence[int]) -> None:
        """Remove rows and move the rows above them down.

        Args:
            rows: The numbers of the rows, highest first.
        """
        layout = self.geometry
        tiles = self.tiles
        for y in rows:
            above = layout.above[y]
            moving = self.bits & above
            self.bits = self.bits & ~(above | layout.rows[y]) | moving << 1
            del tiles[y]
        self._trim()
        self.free_from = len(tiles)

    def raise_rows(self, rows: Sequence[Row]) -> bool:
        """Insert rows at the bottom, the first one first, and return whether nothing was pushed out.

        Each row has `width` tiles. Tiles pushed out of the top are lost.
        """
        tiles = [*reversed(rows), *self.tiles]
        self.set_rows(tiles[: self.height])
        return len(tiles) <= self.height

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Replace the whole content by these rows, lowest first."""
        layout = self.geometry
        self._tiles = list(rows)
        self._unwritten.clear()
        self._may_be_full = True
        self._trim()
        self.free_from = len(self._tiles)
        bits: Bits = layout.empty
        for y, row in enumerate(self._tiles):
            first = layout.bit(0, y)
            for x, tile in enumerate(row):
                if tile:
                    bits |= 1 << first + x * layout.column_stride
        self.bits = bits

    def _trim(self) -> None:
        tiles = self._tiles
        while tiles and not any(tiles[-1]):
            tiles.pop()

    def to_text(self) -> list[str]:
        """Return the rows, lowest first, without the empty ones on top.

        `.` is an empty cell, a letter of `OISZTLJ` the tile of that tetromino, `#` any other tile.
        """
        return [_row_text(row) for row in self.tiles]

    @classmethod
    def from_bits(cls, bits: Bits, layout: Geometry) -> Self:
        """Return a board with these filled cells and borders (see `geometry`), but without tiles."""
        board = cls(layout)
        board.bits = bits
        board.free_from = layout.height
        board._may_be_full = True
        return board

    @classmethod
    def from_text(cls, rows: Sequence[str], layout: Geometry | None = None) -> Self:
        """Return the board that `to_text` would write so. `_` and a space are also empty cells.

        A single text counts as one row.

        Raises `BoardTextError` if a row is not as wide as the board or contains a line break, or if there are too many
        rows.
        """
        rows = (rows,) if isinstance(rows, str) else rows
        if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
            raise BoardTextError(f"the rows are {cut_repr(rows)}: they are a list of texts, the lowest first")
        if rows and not rows[0]:
            raise BoardTextError("a row is empty: it has a letter for each cell, and a dot or a space is an empty one")
        layout = layout or geometry(len(rows[0]) if rows else 10, _USUAL_HEIGHT, _USUAL_EXTENT)
        if len(rows) > layout.height:
            raise BoardTextError(f"the board has {len(rows)} rows: at most {layout.height} fit")
        for row in rows:
            if "\n" in row:
                raise BoardTextError(f"the row {cut_repr(row)} is not one line: a board has rows, lowest first")
            if len(row) != layout.width:
                raise BoardTextError(f"the row {row!r} has {len(row)} cells: a row has {layout.width}")
        board = cls(layout)
        board.set_rows([tuple(_LETTER_TILES.get(letter, GREY) for letter in row) for row in rows])
        return board


def write_piece(piece: Piece, rows: list[Row], width: int) -> None:
    """Write the tiles of a piece into rows, lowest first, to which empty ones are added on top as needed."""
    shape, orientation, x, y = piece
    missing = y + shape.heights[orientation] - len(rows)
    if missing > 0:
        rows += [(EMPTY,) * width] * missing
    for dy, start, end, run in shape.runs[orientation]:
        row = rows[y + dy]
        rows[y + dy] = row[: x + start] + run + row[x + end :]


@lru_cache(maxsize=4096)
def _row_text(row: Row) -> str:
    return "".join([_TILE_LETTERS.get(tile, "#") for tile in row])


def _restored(layout: Geometry, bits: Bits, tiles: list[Row]) -> Board:
    board = Board.from_bits(bits, layout)
    board._tiles = tiles
    return board
