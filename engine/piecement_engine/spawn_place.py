"""Where a new piece spawns, and which way it points."""

from functools import lru_cache
from typing import Final

from piecement_engine.pieces import Piece, Shape, shape

FACINGS: Final = ("up", "down")
"""Which way pieces can point as they spawn."""


@lru_cache(maxsize=16_384)
def spawned_piece(shape: Shape, width: int, skyline: int, facing: str = "up") -> Piece:
    """Return a new piece: in the middle, rounded to the left, its lowest cells in the first row above the skyline."""
    return Piece(shape, spawn_orientation(shape, facing), (width - shape.widths[0]) // 2, skyline)


def spawn_orientation(shape: Shape, facing: str) -> int:
    """Return the orientation in which a shape spawns; 0 for one that looks the same upside down."""
    return 2 if facing == "down" and shape.orientations[0] != shape.orientations[2] else 0


def as_spawned(drawn: Shape, facing: str) -> Shape:
    """Return a shape with the cells that `drawn` has when it spawns: for drawing it in a preview."""
    turned = spawn_orientation(drawn, facing)
    return shape(drawn.name, drawn.tile, drawn.orientations[turned]) if turned else drawn
