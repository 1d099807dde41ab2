"""Known rotation systems: Ocular, SRS, SRS+, the first consoles and ARS, by the kicks in `kicks.txt`, and AutoRS."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import TETROMINOES, Orientation, Piece, Shape
from piecement_engine.rotation.auto_rotation import AUTO, searched
from piecement_engine.rotation.system import Turned
from piecement_engine.rotation.table_system import (
    Kicks,
    KickTable,
    Offset,
    ShapeKicks,
    TableSystem,
    each_turn,
    turned_in_box,
    unkicked,
)


def _tables() -> Mapping[str, KickTable]:
    """Return the tables of the file, by system."""
    found: dict[str, dict[str, dict[str, Kicks]]] = {}
    for line in Path(__file__).with_name("kicks.txt").read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        names, _, tries = line.partition(":")
        system, letters, facings = names.split()
        clockwise, half_turn, counter_clockwise = [tuple(map(_offset, part.split())) for part in tries.split("|")]
        for letter in letters:
            for facing in facings:
                by_facing = found.setdefault(system, {}).setdefault(letter, {})
                by_facing[facing] = clockwise, half_turn, counter_clockwise
    return {
        system: {letter: (kicks["N"], kicks["E"], kicks["S"], kicks["W"]) for letter, kicks in table.items()}
        for system, table in found.items()
    }


def _offset(text: str) -> Offset:
    dx, _, dy = text.partition(",")
    return int(dx), int(dy)


_TABLES: Final = _tables()


_BARRED_BY_MIDDLE: Final = frozenset(TETROMINOES[letter] for letter in "LJT")


class ArikaRotation(TableSystem):
    """ARS, the rotation system of the TGM arcade games: pieces rest at the bottom of their boxes and kick by one cell.

    A blocked rotation is tried one cell to the right, then one to the left. I never kicks. L, J and T do not kick if
    the first blocked cell, read from the top line by line, is in the middle column of the box. The games have no half
    turn: here it kicks alike. Shapes that the games do not have rotate as in AutoRS. Source: tetris.wiki, "Arika
    Rotation System".
    """

    def __init__(self) -> None:
        super().__init__("ars", _TABLES["ars"], searched)

    def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
        turned = super().rotate(board, piece, turns)
        if turned and turned[1] and piece.shape in _BARRED_BY_MIDDLE and self._is_barred(board, piece, turns & 3):
            return None
        return turned

    def _is_barred(self, board: Board, piece: Piece, turns: int) -> bool:
        """Return whether the first blocked cell of the unkicked rotation is in the middle column."""
        shape, orientation, x, y = piece
        dx, dy = self.kicks(shape)[orientation][turns - 1][0]
        middle = x if orientation == Orientation.E else x + 1  # facing E, they leave out the first column of the box
        cells = Piece(shape, orientation + turns & 3, x + dx, y + dy).cells
        blocked = [(-cell_y, cell_x) for cell_x, cell_y in cells if board.is_filled(cell_x, cell_y)]
        return min(blocked)[1] == middle


ARS: Final = ArikaRotation()
"""System of the TGM arcade games."""


CLASSIC_RIGHT: Final = TableSystem("classic_right", _TABLES["classic_right"])
"""Right-handed system, as on the NES: one spot for each rotation and no kicks.

Its table is that of tetrs v0.2.0 (MIT, see LICENSE).
"""

CLASSIC_LEFT: Final = TableSystem("classic_left", _TABLES["classic_left"])
"""Left-handed system, as on the Game Boy, without kicks.

Its table differs from the right-handed one by the column of I, S and Z, and its half turn keeps the centre of T, L and
J.
"""


OCULAR: Final = TableSystem("ocular", _TABLES["ocular"], searched)
"""Ocular, the system of tetrs and the default: kicks chosen to make rotations look natural.

It is mirror-symmetric, with every try near the piece before. Other shapes rotate as in AutoRS. The table is that of
tetrs v0.2.0 (MIT, see LICENSE) with its two misprints repaired from the picture that its author published: the third
try of L north clockwise, the fourth of S north counter-clockwise, and their mirror images.
"""


def _from_box(shape: Shape, kicks: ShapeKicks) -> ShapeKicks:
    """Return the kicks of the corner for kicks relative to the rotation in the box, as wikis print them."""

    def tries(orientation: int, turns: int) -> Sequence[Offset]:
        x, y = turned_in_box(shape, orientation, turns)
        return tuple((x + dx, y + dy) for dx, dy in kicks[orientation][turns - 1])

    return each_turn(tries)


def _srs_system(name: str) -> TableSystem:
    """Return the system whose kicks are added to the rotation in the box.

    O never moves. Shapes other than I and O kick as J does.
    """
    kicks = _TABLES[name]
    table = {letter: _from_box(TETROMINOES[letter], kicks["J"]) for letter in "SZTLJ"}
    table["O"] = unkicked(TETROMINOES["O"])
    table["I"] = _from_box(TETROMINOES["I"], kicks["I"])
    return TableSystem(name, table, partial(_from_box, kicks=kicks["J"]))


SRS: Final = _srs_system("srs")
"""System of the guideline, with five tests for each quarter turn.

The table is the published wall kicks (tetris.wiki, "Super Rotation System"). SRS has no half turn: as in tetrs, a half
turn tries the rotation in the box and then about the lower left corner.
"""


SRS_PLUS: Final = _srs_system("srs_plus")
"""SRS with half turns and an I whose kicks mirror each other.

The tables are those of TETR.IO with y upward; quarter turns of J, L, S, T and Z are those of SRS.
"""


SYSTEMS: Final[tuple[TableSystem, ...]] = (OCULAR, SRS, SRS_PLUS, CLASSIC_LEFT, CLASSIC_RIGHT, ARS, AUTO)
"""All of these, the default first."""
