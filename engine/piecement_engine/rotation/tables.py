"""Rotation by table: for each turn a list of places to try, the first that is free wins."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from piecement_engine.board import Board
from piecement_engine.pieces import TETROMINOES, Piece, Shape

Offset = tuple[int, int]
"""How far the lower left corner of the bounding box goes, (dx, dy)."""

Kicks = tuple[Sequence[Offset], Sequence[Offset], Sequence[Offset]]
"""The places to try for a quarter turn clockwise, a half turn, and a quarter turn counter-clockwise."""

KickTable = Mapping[str, tuple[Kicks, Kicks, Kicks, Kicks]]
"""For each tetromino letter, the kicks from N, E, S and W."""

Turned = tuple[Piece, int]
"""A turned piece, and the number of the try that found its place; 0 is the turn without a kick."""


class RotationSystem(Protocol):
    """What turns pieces. Write one by giving it a name and a `rotate`, then `register_rotation_system` it."""

    @property
    def name(self) -> str:
        """The name by which rules and recordings know the system."""
        ...

    def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
        """Return the piece turned clockwise `turns` times (0 to 3), or None where it cannot be.

        The piece itself need not fit where it is: initial rotation asks before the piece is in play.
        """
        ...


def turned_in_box(shape: Shape, orientation: int, turns: int) -> Offset:
    """Return how the corner goes when the shape turns inside its square box.

    The box is as wide as the longer side of the shape as it spawns, which then lies in its middle, rounded to the left
    and upward. For all tetrominoes this is the box of SRS.
    """
    old_x, old_y = _corner_in_box(shape, orientation)
    new_x, new_y = _corner_in_box(shape, orientation + turns & 3)
    return new_x - old_x, new_y - old_y


def _corner_in_box(shape: Shape, orientation: int) -> Offset:
    side = max(shape.widths[0], shape.heights[0])
    left = (side - shape.widths[0]) // 2
    bottom = (side - shape.heights[0] + 1) // 2
    right = side - left - shape.widths[0]
    top = side - bottom - shape.heights[0]
    return ((left, bottom), (bottom, right), (right, top), (top, left))[orientation]


class TableSystem:
    """A rotation system that tries the places of a table; shapes outside the table turn in their box, unkicked."""

    def __init__(self, name: str, kicks: KickTable) -> None:
        self.name = name
        self._kicks: dict[Shape, tuple[Kicks, Kicks, Kicks, Kicks]] = {
            TETROMINOES[letter]: table for letter, table in kicks.items()
        }

    def kicks(self, shape: Shape) -> tuple[Kicks, Kicks, Kicks, Kicks]:
        """Return the kicks of a shape from N, E, S and W."""
        table = self._kicks.get(shape)
        if table is None:
            table = self._kicks[shape] = self._kicks_outside_table(shape)
        return table

    def _kicks_outside_table(self, shape: Shape) -> tuple[Kicks, Kicks, Kicks, Kicks]:
        def from_orientation(orientation: int) -> Kicks:
            first, half, last = ((turned_in_box(shape, orientation, turns),) for turns in (1, 2, 3))
            return first, half, last

        return from_orientation(0), from_orientation(1), from_orientation(2), from_orientation(3)

    def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
        """Return the piece turned clockwise `turns` times (0 to 3), or None where it cannot be."""
        shape, orientation, x, y = piece
        if not turns:
            return None
        layout = board.geometry
        lane = layout.lane
        turned = orientation + turns & 3
        mask, base = layout.footprints(shape)[turned]
        start = base + x * lane - y
        bits = board.bits
        for number, (dx, dy) in enumerate(self.kicks(shape)[orientation][turns - 1]):
            if not bits & mask << start + dx * lane - dy:
                return Piece(shape, turned, x + dx, y + dy), number
        return None
