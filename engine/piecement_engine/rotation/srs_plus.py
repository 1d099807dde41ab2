"""SRS+ of TETR.IO: SRS with half turns and a symmetric I.

The tables are those of TETR.IO with y upward: they are added to the rotation in the box. Quarter turns of J, L, S, T
and Z are those of SRS.
"""

from typing import Final

from piecement_engine.rotation.srs import JLSTZ_KICKS, srs_system
from piecement_engine.rotation.tables import Offset, ShapeKicks, each_turn

_JLSTZ_HALF_TURNS: Final[tuple[tuple[Offset, ...], ...]] = (
    ((0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)),
    ((0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)),
    ((0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)),
    ((0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)),
)
"""Half-turn kicks from N, E, S and W."""

_JLSTZ: Final = each_turn(
    lambda orientation, turns: _JLSTZ_HALF_TURNS[orientation] if turns == 2 else JLSTZ_KICKS[orientation][turns - 1]
)

_SYMMETRIC_I: Final[ShapeKicks] = (
    (
        ((0, 0), (1, 0), (-2, 0), (-2, -1), (1, 2)),
        ((0, 0), (0, 1)),
        ((0, 0), (-1, 0), (2, 0), (2, -1), (-1, 2)),
    ),
    (
        ((0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)),
        ((0, 0), (1, 0)),
        ((0, 0), (-1, 0), (2, 0), (-1, -2), (2, 1)),
    ),
    (
        ((0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)),
        ((0, 0), (0, -1)),
        ((0, 0), (-2, 0), (1, 0), (-2, 1), (1, -2)),
    ),
    (
        ((0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)),
        ((0, 0), (-1, 0)),
        ((0, 0), (1, 0), (-2, 0), (1, 2), (-2, -1)),
    ),
)


SRS_PLUS: Final = srs_system("srs_plus", _SYMMETRIC_I, _JLSTZ)
"""SRS with half turns and an I whose kicks mirror each other."""
