"""Spawn spot and orientation of new pieces."""

from functools import lru_cache
from typing import Final

from piecement_engine.pieces import Piece, Shape, shape

FACINGS: Final = ("up", "down")
"""Directions in which the tip of a piece with one flat side can point as it spawns."""


class SpawnPlaces(dict[Shape, Piece]):
    """New piece of each shape, made on first use.

    It is in the middle, rounded to the left, with its lowest cells in the first row above the skyline.
    """

    __slots__ = ("_facing", "_skyline", "_width")

    def __init__(self, width: int, skyline: int, facing: str) -> None:
        super().__init__()
        self._width: Final = width
        self._skyline: Final = skyline
        self._facing: Final = facing

    def __missing__(self, shape: Shape) -> Piece:
        x = (self._width - shape.widths[0]) // 2
        piece = self[shape] = Piece(shape, spawn_orientation(shape, self._facing), x, self._skyline)
        return piece


@lru_cache(maxsize=64)
def spawn_places(width: int, skyline: int, facing: str = "up") -> SpawnPlaces:
    """Return the new pieces on boards of this width and skyline; games share the result."""
    return SpawnPlaces(width, skyline, facing)


def spawn_orientation(shape: Shape, facing: str) -> int:
    """Return the orientation in which a shape spawns; 0 for a shape that is the same upside down."""
    return 2 if facing == "down" and shape.orientations[0] != shape.orientations[2] else 0


def as_spawned(drawn: Shape, facing: str) -> Shape:
    """Return the shape with the cells that `drawn` has when it spawns, for a preview."""
    turned = spawn_orientation(drawn, facing)
    return shape(drawn.name, drawn.tile, drawn.orientations[turned]) if turned else drawn
