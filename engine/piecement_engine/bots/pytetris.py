"""Player of pytetris, which does not search: it looks one piece ahead."""

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import Piece, Shape
from piecement_engine.bots.features import pytetris_features
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position
from piecement_engine.bots.weights import EL_TETRIS
from piecement_engine.rotation.table_system import corner_in_box


class PytetrisBot:
    """Player of pytetris, exactly: straight drops only, one piece ahead, no hold, six features of its own.

    It examines the field with the piece in it and before full rows are cleared. Differences from MDPTetris (see
    `features`): the landing height is that of the highest cell, wells end where a neighbour does, and the line above
    the field is empty.
    """

    def think(self, position: Position) -> Iterator[Placement | None]:
        piece = position.piece
        candidate = pytetris_choice(position.arena.layout, position.bits, piece.shape) if piece else None
        yield Placement(candidate.piece, value=candidate.value, site=position.site) if candidate else None


_COLUMN_PENALTY: Final = 100
"""Penalty of a column away from the middle, in rotations, among placements of equal value."""


class Candidate(NamedTuple):
    """A placement that the player examines."""

    value: float
    turn: int
    """Number of quarters counter-clockwise."""
    box_x: int
    """Left edge of the box in which the piece rotates."""
    piece: Piece


def pytetris_value(layout: Geometry, bits: int, piece: Piece) -> float:
    value = 0.0
    for feature, weight in zip(pytetris_features(layout, bits, piece), EL_TETRIS, strict=True):
        value += feature * weight
    return value


def pytetris_choice(layout: Geometry, bits: int, shape: Shape) -> Candidate | None:
    """Return the best straight drop: at equal value the nearest to the middle, then the least rotated."""
    candidates = (
        Candidate(pytetris_value(layout, bits, piece), turn, box_x, piece)
        for turn, box_x, piece in _straight_drops(layout, bits, shape)
    )
    return max(candidates, key=partial(_rank, layout), default=None)


def _rank(layout: Geometry, candidate: Candidate) -> tuple[float, int]:
    shape = candidate.piece.shape
    side = max(shape.widths[0], shape.heights[0])
    away = abs((layout.width - side) // 2 - candidate.box_x)
    return candidate.value, -(_COLUMN_PENALTY * away + candidate.turn)


def _straight_drops(layout: Geometry, bits: int, shape: Shape) -> Iterator[tuple[int, int, Piece]]:
    """Yield the turn, the left edge of the box and the resting piece of every drop from inside the field."""
    for turn in range(len(set(shape.orientations))):
        orientation = -turn & 3
        places = layout.places[shape][orientation]
        left, bottom = corner_in_box(shape, orientation)
        for x in range(layout.width - shape.widths[orientation] + 1):
            y = layout.height - max(shape.widths[0], shape.heights[0]) + bottom  # the box is at the top
            placed = places.mask << places.base + x * layout.column_stride - y
            if bits & placed:
                continue
            while not bits & placed << 1:
                placed <<= 1
                y -= 1
            yield turn, x - left, Piece(shape, orientation, x, y)
