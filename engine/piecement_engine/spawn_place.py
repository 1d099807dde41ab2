"""Where a new piece spawns, and which way it points."""

from functools import lru_cache
from typing import Final

from piecement_engine.pieces import Piece, Shape, shape

FACINGS: Final = ("up", "down")
"""Which way pieces can point as they spawn."""


class SpawnPlaces(dict[Shape, Piece]):
    """Each shape as a new piece, made when first asked for.

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
    """Return where pieces spawn on boards of a width with a skyline; games share it."""
    return SpawnPlaces(width, skyline, facing)


def spawn_orientation(shape: Shape, facing: str) -> int:
    """Return the orientation in which a shape spawns; 0 for one that looks the same upside down."""
    return 2 if facing == "down" and shape.orientations[0] != shape.orientations[2] else 0


def as_spawned(drawn: Shape, facing: str) -> Shape:
    """Return a shape with the cells that `drawn` has when it spawns: for drawing it in a preview."""
    turned = spawn_orientation(drawn, facing)
    return shape(drawn.name, drawn.tile, drawn.orientations[turned]) if turned else drawn
