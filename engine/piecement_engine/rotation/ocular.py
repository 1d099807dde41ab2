"""Ocular, the rotation system of tetrs: kicks chosen to make rotations look natural.

The table is that of tetrs v0.2.0 (MIT, see LICENSE) with its two misprints repaired from the picture that its author
published: the third try of L north clockwise, the fourth of S north counter-clockwise, and their mirror images.
"""

from collections.abc import Sequence
from typing import Final

from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.rotation.auto import searched
from piecement_engine.rotation.tables import Kicks, Offset, ShapeKicks, TableSystem, each_turn

_S: Final[tuple[Kicks, Kicks]] = (
    (((1, 0), (1, -1), (0, 0), (0, -1)), ((0, 0),), ((0, 0), (0, -1), (1, 0), (1, -1))),
    (((0, 0), (-1, 0), (0, -1), (1, 0), (0, 1), (-1, 1)), ((0, 0),), ((-1, 0), (0, 0), (-1, -1), (-1, 1), (0, 1))),
)
"""Kicks of S from N and E; from S and W they are the same."""

_L: Final[ShapeKicks] = (
    (
        ((1, -1), (1, 0), (2, -1), (2, 0), (0, -1), (0, 0)),
        ((0, -1), (0, 0)),
        ((0, -1), (1, -1), (0, -2), (1, -2), (0, 0), (1, 0)),
    ),
    (
        ((-1, 0), (0, 0), (0, -1), (-1, -1), (0, 1), (-1, 1)),
        ((-1, 0), (0, 0)),
        ((-1, 1), (-2, 1), (-1, 0), (-2, 0), (0, 0), (0, 1)),
    ),
    (
        ((0, 0), (0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)),
        ((0, 1), (0, 0)),
        ((1, 0), (0, 0), (1, -1), (0, -1), (0, 1), (1, 1)),
    ),
    (
        ((0, 1), (-1, 1), (0, 0), (-1, 0), (0, 2), (-1, 2)),
        ((1, 0), (0, 0)),
        ((0, 0), (-1, 0), (0, 1), (1, 0), (-1, 1), (1, 1), (0, -1), (-1, -1)),
    ),
)

_Tries = tuple[Sequence[Offset], ...]

_T_CLOCKWISE: Final[_Tries] = (
    ((1, -1), (1, 0), (2, -1), (0, -1), (2, -2), (0, 0)),
    ((-1, 0), (0, 0), (-1, -1), (0, -1), (-2, -1), (-1, 1), (0, 1)),
    ((0, 0), (1, 0), (0, -1), (1, -1), (0, -2), (-1, 0)),
    ((0, 1), (0, 0), (-1, 1), (-1, 0), (0, -1), (0, 2)),
)
_T_HALF_TURNS: Final[_Tries] = (((0, -1), (0, 0)), ((-1, 0), (0, 0)), ((0, 1), (0, 0)), ((1, 0), (0, 0)))
_I_CLOCKWISE: Final[_Tries] = (
    ((2, -1), (2, -2), (2, -3), (3, -1), (3, -2), (3, -3), (2, 0), (3, 0), (1, -1), (1, -2)),
    ((-1, 1), (0, 1), (-2, 1), (-3, 1), (-1, 0), (0, 0)),
)
_O_CLOCKWISE: Final[_Tries] = (((1, 0), (1, -1), (1, 1), (0, 0)),)
_STILL: Final[_Tries] = (((0, 0),),)


def _mirrored(letter: str, orientation: int, turns: int, tries: Sequence[Offset]) -> tuple[Offset, ...]:
    """Return the tries of the mirror image of a rotation: from the mirrored orientation, the other way round."""
    widths = TETROMINOES[letter].widths
    grown = widths[orientation + turns & 3] - widths[orientation]
    return tuple((-dx - grown, dy) for dx, dy in tries)


def _mirror_image(letter: str, kicks: ShapeKicks) -> ShapeKicks:
    """Return the kicks of the shape whose mirror image has these kicks."""
    return each_turn(lambda at, turns: _mirrored(letter, -at & 3, -turns & 3, kicks[-at & 3][(-turns & 3) - 1]))


def _symmetric(letter: str, clockwise: _Tries, half_turns: _Tries) -> ShapeKicks:
    """Return the kicks of a shape that is its own mirror image; rotations from S and W may be those from N and E."""

    def tries(orientation: int, turns: int) -> Sequence[Offset]:
        if turns == 3:
            return _mirrored(letter, -orientation & 3, 1, clockwise[(-orientation & 3) % len(clockwise)])
        return clockwise[orientation % len(clockwise)] if turns == 1 else half_turns[orientation % len(half_turns)]

    return each_turn(tries)


_SNAKE: Final[ShapeKicks] = (*_S, *_S)

OCULAR: Final = TableSystem(
    "ocular",
    {
        "O": _symmetric("O", _O_CLOCKWISE, _STILL),
        "I": _symmetric("I", _I_CLOCKWISE, _STILL),
        "S": _SNAKE,
        "Z": _mirror_image("S", _SNAKE),
        "T": _symmetric("T", _T_CLOCKWISE, _T_HALF_TURNS),
        "L": _L,
        "J": _mirror_image("L", _L),
    },
    searched,
)
"""Default system: mirror-symmetric, with every try near the piece before. Other shapes rotate as in AutoRS."""
