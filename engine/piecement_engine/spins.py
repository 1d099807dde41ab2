"""Spin rules: whether a lock counts as a spin."""

from collections.abc import Callable

from piecement_engine.board import Board
from piecement_engine.notices import Spin
from piecement_engine.pieces import Piece

LastTurn = tuple[Piece, Piece]
"""A piece before and after the turn that was the last thing to happen to it."""

SpinRule = Callable[[Board, Piece, LastTurn | None], Spin]
"""Judges a piece where it locks, on the board without it; the turn is None when something else came last."""


def cannot_move_up(board: Board, piece: Piece, last_turn: LastTurn | None) -> Spin:  # noqa: ARG001  # any way in counts
    """A spin is a lock that could not be lifted by a row, however the piece came there (tetrs)."""
    lifted = Piece(piece.shape, piece.orientation, piece.x, piece.y + 1)
    return Spin.NONE if board.fits(lifted) else Spin.FULL


SPIN_RULES: dict[str, SpinRule] = {"cannot_move_up": cannot_move_up}
"""The rules by name."""


def register_spin_rule(name: str, rule: SpinRule) -> None:
    """Make a spin rule of one's own known to rules and recordings."""
    SPIN_RULES[name] = rule
