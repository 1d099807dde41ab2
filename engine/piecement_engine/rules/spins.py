"""Spin rules: the verdict whether a lock is a spin."""

from collections.abc import Callable
from typing import Final

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import T_PIECE, Orientation, Piece
from piecement_engine.events import Spin
from piecement_engine.registry import Registry
from piecement_engine.rotation.table_system import Offset, kick_of

LastTurn = tuple[Piece, Piece]
"""A piece before and after the rotation that was its last action."""

SpinRule = Callable[[Board, Piece, LastTurn | None], Spin]
"""Function from a board without the piece, the locking piece and its last rotation to a verdict.

The rotation is None if another action was later.
"""

_MIDDLE: Final[tuple[Offset, ...]] = ((1, 0), (0, 1), (1, 1), (1, 1))
"""Middle of T from its lower left corner, in orientation N, E, S and W."""
_FRONT: Final[tuple[tuple[Offset, Offset], ...]] = (
    ((-1, 1), (1, 1)),
    ((1, 1), (1, -1)),
    ((1, -1), (-1, -1)),
    ((-1, -1), (-1, 1)),
)
"""The two corners that T points to, from its middle, in orientation N, E, S and W."""
_LONG_KICKS: Final = frozenset(((1, 2), (1, -2), (-1, 2), (-1, -2)))
"""Kicks of the fifth test of SRS for T."""


def no_spins(board: Board, piece: Piece, last_turn: LastTurn | None) -> Spin:
    """No lock is a spin."""
    return Spin.NONE


def cannot_move_up(board: Board, piece: Piece, last_turn: LastTurn | None) -> Spin:
    """A spin is a lock that could not be lifted by a row, whatever the last action was (tetrs)."""
    shape, orientation, x, y = piece
    layout = board.geometry
    places = layout.places[shape][orientation]
    return Spin.FULL if board.bits >> places.base + x * layout.column_stride - y - 1 & places.mask else Spin.NONE


def immobile(board: Board, piece: Piece, last_turn: LastTurn | None) -> Spin:
    """A spin is a lock that could not move by one any way; any other is a mini after a kick (jminos)."""
    if is_immobile(board, piece):
        return Spin.FULL
    return Spin.MINI if last_turn and was_kicked(last_turn) else Spin.NONE


def t_three_corner(board: Board, piece: Piece, last_turn: LastTurn | None) -> Spin:
    """A spin is a T whose last action was a rotation and that has three of its corners filled (guideline).

    It is a mini if a corner is free on the side that T points to, unless the longest kick of SRS brought it there.
    Walls and floor count as filled.
    """
    if piece.shape is not T_PIECE or last_turn is None:
        return Spin.NONE
    return _by_corners(board, piece, promoted=_long_kick(last_turn))


def guideline_all_mini(board: Board, piece: Piece, last_turn: LastTurn | None) -> Spin:
    """A T counts by its corners (guideline); any other piece that rotated last and cannot move is a mini."""
    if piece.shape is T_PIECE:
        return t_three_corner(board, piece, last_turn)
    return Spin.MINI if last_turn and is_immobile(board, piece) else Spin.NONE


def all_mini_plus(board: Board, piece: Piece, last_turn: LastTurn | None) -> Spin:
    """A piece that rotated last and cannot move is a mini; a T also counts by its corners (TETR.IO, all-mini+).

    A mini by the corners is full after the longest kick of SRS, but only from N or S to E or W: the triple and the fin.
    Source: `detectSpin` and `isTSpinKick` in the engine of github.com/halp1/triangle, which follows TETR.IO.
    """
    if last_turn is None:
        return Spin.NONE
    if piece.shape is T_PIECE:
        to_the_side = piece.orientation in (Orientation.E, Orientation.W)
        spin = _by_corners(board, piece, promoted=to_the_side and _long_kick(last_turn))
        if spin is not Spin.NONE:
            return spin
    return Spin.MINI if is_immobile(board, piece) else Spin.NONE


def all_twists(board: Board, piece: Piece, last_turn: LastTurn | None) -> Spin:
    """A spin is any piece that a kick brought to a spot where it cannot move; a T also counts by its corners.

    Source: the README of the Java game by smk291, which calls a clear a twist if the piece was rotated and kicked "into
    an otherwise inaccessible position", and pays it more than others. By `guideline` that is its table of T-spins.
    """
    if last_turn and was_kicked(last_turn) and is_immobile(board, piece):
        return Spin.FULL
    return t_three_corner(board, piece, last_turn)


def is_immobile(board: Board, piece: Piece) -> bool:
    """Return whether a piece cannot move by one up, down, left or right."""
    shape, orientation, x, y = piece
    steps = ((x, y + 1), (x, y - 1), (x - 1, y), (x + 1, y))
    return not any(board.fits(Piece(shape, orientation, *step)) for step in steps)


def was_kicked(turn: LastTurn) -> bool:
    """Return whether a rotation was more than the rotation in the box; for a turn by 0, more than a fall by a row."""
    before, after = turn
    turned = before.orientation != after.orientation
    return kick_of(before, after) != ((0, 0) if turned else (0, -1))


def _by_corners(board: Board, piece: Piece, *, promoted: bool) -> Spin:
    front, all_corners = _filled_corners(board, piece)
    if all_corners < 3:
        return Spin.NONE
    return Spin.FULL if front == 2 or promoted else Spin.MINI


def _filled_corners(board: Board, piece: Piece) -> tuple[int, int]:
    """Return the number of filled corners of a T: on the side that it points to, and on both sides."""
    dx, dy = _MIDDLE[piece.orientation]
    x, y = piece.x + dx, piece.y + dy
    front, back = (
        sum(board.is_filled(x + across, y + along) for across, along in _FRONT[side & 3])
        for side in (piece.orientation, piece.orientation + Orientation.S)
    )
    return front, front + back


def _long_kick(turn: LastTurn) -> bool:
    before, after = turn
    return (after.orientation - before.orientation) % 2 == 1 and kick_of(before, after) in _LONG_KICKS


SPIN_RULES: dict[str, SpinRule] = Registry(
    "spin rule",
    {
        "none": no_spins,
        "cannot_move_up": cannot_move_up,
        "immobile": immobile,
        "t_three_corner": t_three_corner,
        "guideline_all_mini": guideline_all_mini,
        "all_mini_plus": all_mini_plus,
        "all_twists": all_twists,
    },
)
"""Spin rules by name."""
