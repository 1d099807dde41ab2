"""Interface of rotation systems. The known ones (SRS, SRS+, ARS …) are in `known_systems`."""

from typing import Protocol, runtime_checkable

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import Piece

Turned = tuple[Piece, int]
"""A rotated piece, and the number of the kick test that found its spot; 0 is the rotation without a kick."""


class RotationSystem(Protocol):
    """Rotation system. Write a class with these members and pass an instance to `register_rotation_system`."""

    @property
    def name(self) -> str: ...

    def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
        """Return the piece rotated clockwise by `turns` quarters, or None if all tries are blocked.

        A negative number rotates counter-clockwise, and a multiple of 4 returns the piece unchanged. The piece itself
        need not fit at its spot: initial rotation calls this before the piece is in play.
        """
        ...

    def spawn(self, board: Board, piece: Piece) -> Piece | None:
        """Return a new piece at its usual spot or another one, or None if it is blocked."""
        ...


@runtime_checkable
class KnowsTurnBy0(Protocol):
    """Rotation system in which the button of the turn by 0 has an effect."""

    def rotate_0(self, board: Board, piece: Piece) -> Turned | None:
        """Return the piece after a turn by 0, or None if it is blocked."""
        ...
