"""Classic rotation systems of the first consoles: one spot for each rotation and no kicks.

Sources: the right-handed table is that of tetrs v0.2.0 (MIT, see LICENSE), as on the NES. The left-handed one differs
by the column of I, S and Z, as on the Game Boy, and its half turn keeps the centre of T, L and J.
"""

from typing import Final

from piecement_engine.rotation.tables import Kicks, ShapeKicks, TableSystem


def _two_states(flat: Kicks, upright: Kicks) -> ShapeKicks:
    return flat, upright, flat, upright


_STILL: Final[Kicks] = (((0, 0),), ((0, 0),), ((0, 0),))

_I_RIGHT: Final = _two_states((((2, -1),), ((0, 0),), ((2, -1),)), (((-2, 1),), ((0, 0),), ((-2, 1),)))
_SZ_RIGHT: Final = _two_states((((1, 0),), ((0, 0),), ((1, 0),)), (((-1, 0),), ((0, 0),), ((-1, 0),)))
_TLJ_RIGHT: Final[ShapeKicks] = (
    (((1, -1),), ((0, 0),), ((0, -1),)),
    (((-1, 0),), ((0, 0),), ((-1, 1),)),
    (((0, 0),), ((0, 0),), ((1, 0),)),
    (((0, 1),), ((0, 0),), ((0, 0),)),
)

_I_LEFT: Final = _two_states((((1, -1),), ((0, 0),), ((1, -1),)), (((-1, 1),), ((0, 0),), ((-1, 1),)))
_TLJ_LEFT: Final[ShapeKicks] = (
    (((1, -1),), ((0, -1),), ((0, -1),)),
    (((-1, 0),), ((-1, 0),), ((-1, 1),)),
    (((0, 0),), ((0, 1),), ((1, 0),)),
    (((0, 1),), ((1, 0),), ((0, 0),)),
)


def _system(name: str, i: ShapeKicks, snakes: ShapeKicks, others: ShapeKicks) -> TableSystem:
    table = dict.fromkeys("TLJ", others) | dict.fromkeys("SZ", snakes)
    return TableSystem(name, {"O": _two_states(_STILL, _STILL), "I": i, **table})


CLASSIC_RIGHT: Final = _system("classic_right", _I_RIGHT, _SZ_RIGHT, _TLJ_RIGHT)
"""Right-handed system, as on the NES."""

CLASSIC_LEFT: Final = _system("classic_left", _I_LEFT, _two_states(_STILL, _STILL), _TLJ_LEFT)
"""Left-handed system, as on the Game Boy."""
