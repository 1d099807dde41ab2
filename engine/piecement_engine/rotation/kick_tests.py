"""Kick tests: all spots that a system tries for a rotation, in order, with their outcome."""

from enum import Enum
from typing import NamedTuple

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import Cell, Piece
from piecement_engine.rotation.system import RotationSystem
from piecement_engine.rotation.table_system import Offset, TableSystem, kick_of


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
