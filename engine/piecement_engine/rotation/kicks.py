"""Rotation systems that are known from games: AutoRS, ARS, those of the first consoles, Ocular, SRS and SRS+.

Kick tests are all spots that a system tries for a rotation, in order, with their outcome.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import partial
from typing import Final, NamedTuple

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import TETROMINOES, Cell, Piece, Shape, beside
from piecement_engine.native import Made
from piecement_engine.rotation.systems import RotationSystem, Turned
from piecement_engine.rotation.table_system import (
    Kicks,
    Offset,
    ShapeKicks,
    TableSystem,
    each_turn,
    turned_in_box,
    unkicked,
)

_Test = Callable[[int, int], bool]


def searched(shape: Shape) -> ShapeKicks:
    """Return the spots that AutoRS tries for each rotation of a shape.

    A kicked piece must share a cell with the piece before the rotation or with its edge neighbours. The search runs
    sideways from the rotation in the box, right before left, then through the lines below, then through those above. As
    only the shape decides which spots qualify, the search runs once for each shape and rotation and is stored as a
    table.
    """
    return each_turn(lambda orientation, turns: _search(shape, orientation, turns))


def _search(shape: Shape, orientation: int, turns: int) -> Sequence[Offset]:
    here = shape.orientations[orientation]
    safe = {*here, *beside(here)}
    left, bottom = turned_in_box(shape, orientation, turns)
    turned = [(left + x, bottom + y) for x, y in shape.orientations[orientation + turns & 3]]

    def touches(dx: int, dy: int) -> bool:
        return any((x + dx, y + dy) in safe for x, y in turned)

    return tuple((left + dx, bottom + dy) for dx, dy in _spread(touches))


def _spread(touches: _Test) -> Iterator[Offset]:
    """Yield the offsets to try: this line, the lines below, the lines above, while the middle of a line touches."""
    yield from _line(touches, 0)
    for step in (-1, 1):
        dy = step
        while touches(0, dy):
            yield from _line(touches, dy)
            dy += step


def _line(touches: _Test, dy: int) -> Iterator[Offset]:
    """Yield the middle, then 1 right, 1 left, 2 right …, until neither side touches."""
    yield 0, dy
    sides = [1, -1]
    distance = 1
    while sides:
        sides = [side for side in sides if touches(side * distance, dy)]
        yield from ((side * distance, dy) for side in sides)
        distance += 1


class AutoRotation(TableSystem):
    """AutoRS, the rotation system of jminos, for shapes of any size: a search near the piece instead of a table.

    It kicks every shape within the reach of its cells, also on spawning, and has a turn by 0.
    """

    def __init__(self) -> None:
        super().__init__("auto", {}, searched)
        self._nudges: Made[tuple[Shape, int], Sequence[Offset]] = Made(lambda key: _search(*key, 0)[1:])

    def rotate_0(self, board: Board, piece: Piece) -> Turned | None:
        """Return the piece one row lower as no kick, otherwise kicked in its orientation, or None if all is blocked."""
        shape, orientation, x, y = piece
        fallen = Piece(shape, orientation, x, y - 1)
        return (fallen, 0) if board.fits(fallen) else self._nudged(board, piece)

    def _nudged(self, board: Board, piece: Piece) -> Turned | None:
        shape, orientation, x, y = piece
        for number, (dx, dy) in enumerate(self._nudges[shape, orientation], start=1):
            nudged = Piece(shape, orientation, x + dx, y + dy)
            if board.fits(nudged):
                return nudged, number
        return None

    def spawn(self, board: Board, piece: Piece) -> Piece | None:
        """Return the piece unmoved, or kicked if it is blocked, or None if no kick fits."""
        if board.fits(piece):
            return piece
        nudged = self._nudged(board, piece)
        return nudged[0] if nudged else None


AUTO: Final = AutoRotation()
"""System of jminos."""


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
    """ARS, the rotation system of the TGM arcade games: pieces rest at the bottom of their boxes and kick by one cell.

    A blocked rotation is tried one cell to the right, then one to the left. I never kicks. L, J and T do not kick if
    the first blocked cell, read from the top line by line, is in the middle column of the box. The games have no half
    turn: here it kicks alike. Shapes that the games do not have rotate as in AutoRS. Source: tetris.wiki, "Arika
    Rotation System".
    """

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
"""Right-handed system, as on the NES: one spot for each rotation and no kicks.

Its table is that of tetrs v0.2.0 (MIT, see LICENSE).
"""

CLASSIC_LEFT: Final = _system("classic_left", _I_LEFT, _two_states(_STILL, _STILL), _TLJ_LEFT)
"""Left-handed system, as on the Game Boy, without kicks.

Its table differs from the right-handed one by the column of I, S and Z, and its half turn keeps the centre of T, L and
J.
"""


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
_UNMOVED: Final[_Tries] = (((0, 0),),)


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
        "O": _symmetric("O", _O_CLOCKWISE, _UNMOVED),
        "I": _symmetric("I", _I_CLOCKWISE, _UNMOVED),
        "S": _SNAKE,
        "Z": _mirror_image("S", _SNAKE),
        "T": _symmetric("T", _T_CLOCKWISE, _T_HALF_TURNS),
        "L": _L,
        "J": _mirror_image("L", _L),
    },
    searched,
)
"""Ocular, the system of tetrs and the default: kicks chosen to make rotations look natural.

It is mirror-symmetric, with every try near the piece before. Other shapes rotate as in AutoRS. The table is that of
tetrs v0.2.0 (MIT, see LICENSE) with its two misprints repaired from the picture that its author published: the third
try of L north clockwise, the fourth of S north counter-clockwise, and their mirror images.
"""


JLSTZ_KICKS: Final[ShapeKicks] = (
    (((0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)), ((0, 0), (0, 1)), ((0, 0), (1, 0), (1, 1), (0, -2), (1, -2))),
    (((0, 0), (1, 0), (1, -1), (0, 2), (1, 2)), ((0, 0), (1, 0)), ((0, 0), (1, 0), (1, -1), (0, 2), (1, 2))),
    (((0, 0), (1, 0), (1, 1), (0, -2), (1, -2)), ((0, 0), (0, -1)), ((0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2))),
    (((0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)), ((0, 0), (-1, 0)), ((0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2))),
)
"""Kicks of J, L, S, T and Z from N, E, S and W: clockwise, half turn, counter-clockwise.

The tables of SRS are the published wall kicks (tetris.wiki, "Super Rotation System"): they are added to the rotation in
the box. SRS has no half turn: as in tetrs, a half turn tries the rotation in the box and then about the lower left
corner.
"""

_I: Final[ShapeKicks] = (
    (((0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)), ((0, 0), (0, 1)), ((0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1))),
    (((0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)), ((0, 0), (1, 0)), ((0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2))),
    (((0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)), ((0, 0), (0, -1)), ((0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1))),
    (((0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)), ((0, 0), (-1, 0)), ((0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2))),
)


def from_box(shape: Shape, kicks: ShapeKicks) -> ShapeKicks:
    """Return the kicks of the corner for kicks relative to the rotation in the box, as wikis print them."""

    def tries(orientation: int, turns: int) -> Sequence[Offset]:
        x, y = turned_in_box(shape, orientation, turns)
        return tuple((x + dx, y + dy) for dx, dy in kicks[orientation][turns - 1])

    return each_turn(tries)


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
"""SRS with half turns and an I whose kicks mirror each other.

The tables are those of TETR.IO with y upward; quarter turns of J, L, S, T and Z are those of SRS.
"""


SYSTEMS: Final[tuple[TableSystem, ...]] = (OCULAR, SRS, SRS_PLUS, CLASSIC_LEFT, CLASSIC_RIGHT, ARS, AUTO)
"""All of these, the default first."""


class KickOutcome(Enum):
    """Outcome of a kick test."""

    BLOCKED = "blocked"
    """A cell of the piece is filled or outside."""
    FITS = "fits"
    """The piece goes to this spot."""
    REFUSED = "refused"
    """The spot is free, but the system does not kick to it."""
    SKIPPED = "skipped"
    """An earlier test fits, so this one is not made."""


class KickTest(NamedTuple):
    """One test of a rotation."""

    piece: Piece
    """The rotated piece at the tested spot."""
    offset: Offset
    """Offset of that spot from the rotation in the box, (dx, dy)."""
    outcome: KickOutcome
    blocked: tuple[Cell, ...]
    """Cells of the piece that are filled or outside."""


def kick_tests(system: RotationSystem, board: Board, piece: Piece, turns: int) -> tuple[KickTest, ...]:
    """Return the tests of a rotation by `turns` quarters clockwise, in order; none for a multiple of 4.

    The system's `rotate` decides which test fits. For a system without a table only the fitting test is known.
    """
    if not turns & 3:
        return ()
    answer = system.rotate(board, piece, turns)
    if not isinstance(system, TableSystem):
        return (_test(board, piece, answer[0], KickOutcome.FITS),) if answer else ()
    taken = answer[1] if answer else None
    orientation = piece.orientation + turns & 3
    tests: list[KickTest] = []
    for number, (dx, dy) in enumerate(system.kicks(piece.shape)[piece.orientation][(turns & 3) - 1]):
        tried = Piece(piece.shape, orientation, piece.x + dx, piece.y + dy)
        tests.append(_test(board, piece, tried, _outcome(board, tried, number, taken)))
    return tuple(tests)


def _outcome(board: Board, tried: Piece, number: int, taken: int | None) -> KickOutcome:
    if number == taken:
        return KickOutcome.FITS
    if taken is not None and number > taken:
        return KickOutcome.SKIPPED
    return KickOutcome.REFUSED if board.fits(tried) else KickOutcome.BLOCKED


def _test(board: Board, before: Piece, tried: Piece, outcome: KickOutcome) -> KickTest:
    x, y = turned_in_box(before.shape, before.orientation, tried.orientation - before.orientation & 3)
    offset = tried.x - before.x - x, tried.y - before.y - y
    return KickTest(tried, offset, outcome, tuple(cell for cell in tried.cells if board.is_filled(*cell)))
