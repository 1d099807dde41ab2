"""Numbers of a fumen page.

The cells of a field are in rows from the top, the garbage row last. After the field follows one number for the rest of
the page: the piece, its rotation, its cell, and the flags. The cell counts from the top left; it is not a corner of the
piece but a cell inside or beside it, which a table relates to the lower left corner. Sources: the README and the tests
of tetris-fumen (knewjade), and published fumens of known boards.
"""

from dataclasses import dataclass
from typing import Final

from piecement_engine.fumen.page import HEIGHT, WIDTH
from piecement_engine.pieces import TETROMINOES, Orientation, Piece

CELL_LETTERS: Final = ".ILOZTJSX"
"""Letters of cells by number. 1 to 7 are also the pieces."""

UNCHANGED: Final = 8
"""Number of an unchanged cell: each cell is written as the difference from its number before, plus 8."""

FLAGS: Final = ("rise", "mirror", "colour", "comment", "unlocked")
"""Flags of a page, lowest bit first."""

_ORIENTATIONS: Final = (Orientation.S, Orientation.E, Orientation.N, Orientation.W)
"""Orientations by number."""

_CORNERS: Final = {
    "I": ((-1, 0), (0, -2), (-1, 0), (0, -2)),
    "L": ((-1, 0), (0, -1), (-1, -1), (-1, -1)),
    "O": ((0, -1), (0, -1), (0, -1), (0, -1)),
    "Z": ((-1, -1), (0, -1), (-1, -1), (0, -1)),
    "T": ((-1, 0), (0, -1), (-1, -1), (-1, -1)),
    "J": ((-1, 0), (0, -1), (-1, -1), (-1, -1)),
    "S": ((-1, -1), (-1, -1), (-1, -1), (-1, -1)),
}
"""Offset of the lower left corner of a piece from its cell, (dx, dy), in orientation N, E, S and W."""


@dataclass(frozen=True, slots=True)
class FieldLayout:
    """Size of the fields of a version."""

    height: int
    """Number of rows, without the garbage row."""

    @property
    def cells(self) -> int:
        """Number of cells of a field and its garbage row."""
        return (self.height + 1) * WIDTH

    def piece(self, number: int) -> Piece | None:
        """Return the piece of a page's number, or None if it has none."""
        letter = CELL_LETTERS[number % 8]
        if letter == CELL_LETTERS[0]:
            return None
        orientation = _ORIENTATIONS[number // 8 % 4]
        row, x = divmod(number // 32 % self.cells, WIDTH)
        dx, dy = _CORNERS[letter][orientation]
        return Piece(TETROMINOES[letter], orientation, x + dx, self.height - 1 - row + dy)

    def flags(self, number: int) -> frozenset[str]:
        """Return the flags that are set in a page's number."""
        bits = number // (32 * self.cells)
        return frozenset(name for bit, name in enumerate(FLAGS) if bits >> bit & 1)

    def number(self, piece: Piece | None, flags: frozenset[str]) -> int:
        """Return the number of a page with this piece and these flags."""
        bits = sum(1 << FLAGS.index(name) for name in flags)
        return (bits * self.cells + self._cell(piece)) * 32 + _kind(piece)

    def _cell(self, piece: Piece | None) -> int:
        if piece is None:
            return 0
        dx, dy = _CORNERS[piece.shape.name][piece.orientation]
        return (self.height - 1 - piece.y + dy) * WIDTH + piece.x - dx


def _kind(piece: Piece | None) -> int:
    if piece is None:
        return 0
    return CELL_LETTERS.index(piece.shape.name) + 8 * _ORIENTATIONS.index(Orientation(piece.orientation))


LAYOUTS: Final = {"115": FieldLayout(HEIGHT), "110": FieldLayout(21)}
"""Layouts by version."""
