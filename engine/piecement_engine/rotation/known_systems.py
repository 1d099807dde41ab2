"""Known rotation systems: Ocular, SRS, SRS+, the first consoles, ARS and AutoRS. Their kicks are in `kicks.txt`.

Kick tests are all spots that a system tries for a rotation, in order, with their outcome.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import TETROMINOES, Cell, Orientation, Piece, Shape, beside
from piecement_engine.made import Made
from piecement_engine.rotation.system import RotationSystem, Turned
from piecement_engine.rotation.table_system import (
    Kicks,
    KickTable,
    Offset,
    ShapeKicks,
    TableSystem,
    each_turn,
    kick_of,
    turned_in_box,
    unkicked,
)

_Test = Callable[[int, int], bool]


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


_MIDDLE_COLUMN_BARS: Final = frozenset(TETROMINOES[letter] for letter in "LJT")


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
        if turned and turned[1] and piece.shape in _MIDDLE_COLUMN_BARS and self._is_barred(board, piece, turns & 3):
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


def from_box(shape: Shape, kicks: ShapeKicks) -> ShapeKicks:
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
    table = {letter: from_box(TETROMINOES[letter], kicks["J"]) for letter in "SZTLJ"}
    table["O"] = unkicked(TETROMINOES["O"])
    table["I"] = from_box(TETROMINOES["I"], kicks["I"])
    return TableSystem(name, table, partial(from_box, kicks=kicks["J"]))


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
    blocked = tuple(cell for cell in tried.cells if board.is_filled(*cell))
    return KickTest(tried, kick_of(before, tried), outcome, blocked)
