"""The tests of a turn: every place that a rotation system tries, in order, and what came of each."""

from enum import Enum
from typing import NamedTuple

from piecement_engine.board import Board
from piecement_engine.pieces import Cell, Piece
from piecement_engine.rotation.systems import RotationSystem
from piecement_engine.rotation.tables import Offset, TableSystem, turned_in_box


class KickOutcome(Enum):
    """What came of a test."""

    BLOCKED = "blocked"
    """A cell of the piece is taken there, or lies outside."""
    FITS = "fits"
    """The piece goes there."""
    REFUSED = "refused"
    """There is room, but the system does not kick here."""
    SKIPPED = "skipped"
    """A test before it fits, so that this one is not made."""


class KickTest(NamedTuple):
    """One test of a turn."""

    piece: Piece
    """The turned piece where the test puts it."""
    offset: Offset
    """How far that is beyond the turn in the box, (dx, dy)."""
    outcome: KickOutcome
    blocked: tuple[Cell, ...]
    """The cells of the piece that are taken, or lie outside."""


def kick_tests(system: RotationSystem, board: Board, piece: Piece, turns: int) -> tuple[KickTest, ...]:
    """Return the tests of a turn by `turns` quarters clockwise, in order; none for a multiple of 4.

    Which one fits is what `rotate` answers. Of a system without a table, only that one is known.
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
