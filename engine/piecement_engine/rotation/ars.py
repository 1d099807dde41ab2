"""ARS, the rotation system of the TGM arcade games: pieces rest at the bottom of their boxes and kick by one cell.

A blocked rotation is tried one cell to the right, then one to the left. I never kicks. L, J and T do not kick if the
first blocked cell, read from the top line by line, is in the middle column of the box. The games have no half turn:
here it kicks alike. Shapes that the games do not have rotate as in AutoRS. Source: tetris.wiki, "Arika Rotation
System".
"""

from collections.abc import Sequence
from typing import Final

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import TETROMINOES, Piece
from piecement_engine.rotation.auto import searched
from piecement_engine.rotation.systems import Turned
from piecement_engine.rotation.tables import Offset, ShapeKicks, TableSystem, each_turn

_CORNERS: Final[dict[str, tuple[Offset, Offset, Offset, Offset]]] = {
    "O": ((0, 0), (0, 0), (0, 0), (0, 0)),
    "I": ((0, 2), (2, 0), (0, 2), (2, 0)),
    "S": ((0, 0), (0, 0), (0, 0), (0, 0)),
    "Z": ((0, 0), (1, 0), (0, 0), (1, 0)),
    "T": ((0, 0), (1, 0), (0, 0), (0, 0)),
    "L": ((0, 0), (1, 0), (0, 0), (0, 0)),
    "J": ((0, 0), (1, 0), (0, 0), (0, 0)),
}
"""Lower left corner in the box in orientation N, E, S and W; the box is 4 by 4 for I, otherwise 3 by 3."""

_MIDDLE_COLUMN_BARS: Final = frozenset(TETROMINOES[letter] for letter in "LJT")
_SIDES: Final[dict[str, tuple[int, ...]]] = {"O": (0,), "I": (0,)}


def _kicks(letter: str) -> ShapeKicks:
    def tries(orientation: int, turns: int) -> Sequence[Offset]:
        old_x, old_y = _CORNERS[letter][orientation]
        new_x, new_y = _CORNERS[letter][orientation + turns & 3]
        return tuple((new_x - old_x + side, new_y - old_y) for side in _SIDES.get(letter, (0, 1, -1)))

    return each_turn(tries)


class ArikaRotation(TableSystem):
    """Rotation with kicks by one cell, unless the middle column of the box is blocked first."""

    def __init__(self) -> None:
        super().__init__("ars", {letter: _kicks(letter) for letter in _CORNERS}, searched)

    def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
        turned = super().rotate(board, piece, turns)
        if turned and turned[1] and piece.shape in _MIDDLE_COLUMN_BARS and self._is_barred(board, piece, turns & 3):
            return None
        return turned

    def _is_barred(self, board: Board, piece: Piece, turns: int) -> bool:
        """Return whether the first blocked cell of the unkicked rotation is in the middle column."""
        shape, orientation, x, y = piece
        dx, dy = self.kicks(shape)[orientation][turns - 1][0]
        middle = x - _CORNERS[shape.name][orientation][0] + 1
        cells = Piece(shape, orientation + turns & 3, x + dx, y + dy).cells
        blocked = [(-cell_y, cell_x) for cell_x, cell_y in cells if board.is_filled(cell_x, cell_y)]
        return min(blocked)[1] == middle


ARS: Final = ArikaRotation()
"""System of the TGM arcade games."""
