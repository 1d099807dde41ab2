"""The classic systems: one place for each turn and no kicks, as the first consoles had it.

Sources: the right-handed table is that of tetrs v0.2.0 (MIT, see LICENSE), as on the NES; the left-handed one differs
by the column that I, S and Z stand in, as on the Game Boy, and its half turn keeps the centre of T, L and J.
"""

from typing import Final

from piecement_engine.rotation.tables import Kicks, KickTable, TableSystem

_RIGHT: Final[KickTable] = {
    "O": (
        (((0, 0),), ((0, 0),), ((0, 0),)),
        (((0, 0),), ((0, 0),), ((0, 0),)),
        (((0, 0),), ((0, 0),), ((0, 0),)),
        (((0, 0),), ((0, 0),), ((0, 0),)),
    ),
    "I": (
        (((2, -1),), ((0, 0),), ((2, -1),)),
        (((-2, 1),), ((0, 0),), ((-2, 1),)),
        (((2, -1),), ((0, 0),), ((2, -1),)),
        (((-2, 1),), ((0, 0),), ((-2, 1),)),
    ),
    "S": (
        (((1, 0),), ((0, 0),), ((1, 0),)),
        (((-1, 0),), ((0, 0),), ((-1, 0),)),
        (((1, 0),), ((0, 0),), ((1, 0),)),
        (((-1, 0),), ((0, 0),), ((-1, 0),)),
    ),
    "Z": (
        (((1, 0),), ((0, 0),), ((1, 0),)),
        (((-1, 0),), ((0, 0),), ((-1, 0),)),
        (((1, 0),), ((0, 0),), ((1, 0),)),
        (((-1, 0),), ((0, 0),), ((-1, 0),)),
    ),
    "T": (
        (((1, -1),), ((0, 0),), ((0, -1),)),
        (((-1, 0),), ((0, 0),), ((-1, 1),)),
        (((0, 0),), ((0, 0),), ((1, 0),)),
        (((0, 1),), ((0, 0),), ((0, 0),)),
    ),
    "L": (
        (((1, -1),), ((0, 0),), ((0, -1),)),
        (((-1, 0),), ((0, 0),), ((-1, 1),)),
        (((0, 0),), ((0, 0),), ((1, 0),)),
        (((0, 1),), ((0, 0),), ((0, 0),)),
    ),
    "J": (
        (((1, -1),), ((0, 0),), ((0, -1),)),
        (((-1, 0),), ((0, 0),), ((-1, 1),)),
        (((0, 0),), ((0, 0),), ((1, 0),)),
        (((0, 1),), ((0, 0),), ((0, 0),)),
    ),
}

_I_LEFT: Final[tuple[Kicks, Kicks]] = (
    (((1, -1),), ((0, 0),), ((1, -1),)),
    (((-1, 1),), ((0, 0),), ((-1, 1),)),
)
_SZ_LEFT: Final[Kicks] = (((0, 0),), ((0, 0),), ((0, 0),))
_TLJ_LEFT: Final = (
    (((1, -1),), ((0, -1),), ((0, -1),)),
    (((-1, 0),), ((-1, 0),), ((-1, 1),)),
    (((0, 0),), ((0, 1),), ((1, 0),)),
    (((0, 1),), ((1, 0),), ((0, 0),)),
)

_LEFT: Final[KickTable] = {
    "O": _RIGHT["O"],
    "I": (*_I_LEFT, *_I_LEFT),
    "S": (_SZ_LEFT,) * 4,
    "Z": (_SZ_LEFT,) * 4,
    "T": _TLJ_LEFT,
    "L": _TLJ_LEFT,
    "J": _TLJ_LEFT,
}

CLASSIC_RIGHT: Final = TableSystem("classic_right", _RIGHT)
"""The right-handed system, as on the NES."""

CLASSIC_LEFT: Final = TableSystem("classic_left", _LEFT)
"""The left-handed system, as on the Game Boy."""
