"""What a rotation system is."""

from typing import Protocol, runtime_checkable

from piecement_engine.board import Board
from piecement_engine.pieces import Piece

Turned = tuple[Piece, int]
"""A turned piece, and the number of the try that found its place; 0 is the turn without a kick."""


class RotationSystem(Protocol):
    """A rotation system. Write a class with these three members, and `register_rotation_system` an instance."""

    @property
    def name(self) -> str: ...

    def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
        """Return the piece turned clockwise `turns` times, or None where it cannot be.

        A number below 0 turns it the other way, and a multiple of 4 returns the piece as it is. The piece itself need
        not fit where it is: initial rotation calls it before the piece is in play.
        """
        ...

    def spawn(self, board: Board, piece: Piece) -> Piece | None:
        """Return where a new piece spawns, given its usual place, or None where it cannot."""
        ...


@runtime_checkable
class KnowsTurnBy0(Protocol):
    """A rotation system in which the button of the turn by 0 does something."""

    def rotate_0(self, board: Board, piece: Piece) -> Turned | None:
        """Return where the piece goes in a turn by 0, or None where it cannot go."""
        ...
