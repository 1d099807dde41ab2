"""SRS, the rotation system of the guideline (the Java seed calls it Super).

The tables are the published wall kicks (tetris.wiki, "Super Rotation System"): they are added to the rotation in the
box. SRS has no half turn: as in tetrs, a half turn tries the rotation in the box and then about the lower left corner.
"""

from functools import partial
from typing import Final

from piecement_engine.pieces import TETROMINOES
from piecement_engine.rotation.tables import ShapeKicks, TableSystem, from_box, unkicked

JLSTZ_KICKS: Final[ShapeKicks] = (
    (
        ((0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)),
        ((0, 0), (0, 1)),
        ((0, 0), (1, 0), (1, 1), (0, -2), (1, -2)),
    ),
    (
        ((0, 0), (1, 0), (1, -1), (0, 2), (1, 2)),
        ((0, 0), (1, 0)),
        ((0, 0), (1, 0), (1, -1), (0, 2), (1, 2)),
    ),
    (
        ((0, 0), (1, 0), (1, 1), (0, -2), (1, -2)),
        ((0, 0), (0, -1)),
        ((0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)),
    ),
    (
        ((0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)),
        ((0, 0), (-1, 0)),
        ((0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)),
    ),
)
"""Kicks of J, L, S, T and Z from N, E, S and W: clockwise, half turn, counter-clockwise."""

_I: Final[ShapeKicks] = (
    (
        ((0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)),
        ((0, 0), (0, 1)),
        ((0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)),
    ),
    (
        ((0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)),
        ((0, 0), (1, 0)),
        ((0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)),
    ),
    (
        ((0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)),
        ((0, 0), (0, -1)),
        ((0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)),
    ),
    (
        ((0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)),
        ((0, 0), (-1, 0)),
        ((0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)),
    ),
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
