"""SRS, the guideline's rotation system, and SRS+, with half turns and a symmetric I.

The tables are the published wall kicks (tetris.wiki, "Super Rotation System"): they are added to the rotation in the
box. SRS has no half turn: as in tetrs, a half turn tries the rotation in the box and then about the lower left corner.

The tables are those of TETR.IO with y upward: they are added to the rotation in the box. Quarter turns of J, L, S, T
and Z are those of SRS.
"""

from functools import partial
from typing import Final

from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.rotation.tables import Offset, ShapeKicks, TableSystem, each_turn, from_box, unkicked

JLSTZ_KICKS: Final[ShapeKicks] = (
    (((0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)), ((0, 0), (0, 1)), ((0, 0), (1, 0), (1, 1), (0, -2), (1, -2))),
    (((0, 0), (1, 0), (1, -1), (0, 2), (1, 2)), ((0, 0), (1, 0)), ((0, 0), (1, 0), (1, -1), (0, 2), (1, 2))),
    (((0, 0), (1, 0), (1, 1), (0, -2), (1, -2)), ((0, 0), (0, -1)), ((0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2))),
    (((0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)), ((0, 0), (-1, 0)), ((0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2))),
)
"""Kicks of J, L, S, T and Z from N, E, S and W: clockwise, half turn, counter-clockwise."""

_I: Final[ShapeKicks] = (
    (((0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)), ((0, 0), (0, 1)), ((0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1))),
    (((0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)), ((0, 0), (1, 0)), ((0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2))),
    (((0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)), ((0, 0), (0, -1)), ((0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1))),
    (((0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)), ((0, 0), (-1, 0)), ((0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2))),
)


def srs_system(name: str, i: ShapeKicks, jlstz: ShapeKicks) -> TableSystem:
    """Return the system with these kicks added to the rotation in the box.

    O never moves. Shapes other than tetrominoes kick as J does.
    """
    table = {letter: from_box(TETROMINOES[letter], jlstz) for letter in "SZTLJ"}
    table["O"] = unkicked(TETROMINOES["O"])
    table["I"] = from_box(TETROMINOES["I"], i)
    return TableSystem(name, table, partial(from_box, kicks=jlstz))


SRS: Final = srs_system("srs", _I, JLSTZ_KICKS)
"""System of the guideline, with five tests for each quarter turn."""


_JLSTZ_HALF_TURNS: Final[tuple[tuple[Offset, ...], ...]] = (
    ((0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)),
    ((0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)),
    ((0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)),
    ((0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)),
)
"""Half-turn kicks from N, E, S and W."""

_JLSTZ_PLUS: Final = each_turn(
    lambda orientation, turns: _JLSTZ_HALF_TURNS[orientation] if turns == 2 else JLSTZ_KICKS[orientation][turns - 1]
)

_SYMMETRIC_I: Final[ShapeKicks] = (
    (((0, 0), (1, 0), (-2, 0), (-2, -1), (1, 2)), ((0, 0), (0, 1)), ((0, 0), (-1, 0), (2, 0), (2, -1), (-1, 2))),
    (((0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)), ((0, 0), (1, 0)), ((0, 0), (-1, 0), (2, 0), (-1, -2), (2, 1))),
    (((0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)), ((0, 0), (0, -1)), ((0, 0), (-2, 0), (1, 0), (-2, 1), (1, -2))),
    (((0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)), ((0, 0), (-1, 0)), ((0, 0), (1, 0), (-2, 0), (1, 2), (-2, -1))),
)


SRS_PLUS: Final = srs_system("srs_plus", _SYMMETRIC_I, _JLSTZ_PLUS)
"""SRS with half turns and an I whose kicks mirror each other."""
