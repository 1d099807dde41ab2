"""Pieces: cells, orientations, shapes, and pieces at a spot of the board, such as that of their spawn.

Coordinates: x grows to the right, y grows upward, (0, 0) is the lower left cell of the playfield. The spot of a piece
is the lower left corner of the tight bounding box of its cells in its present orientation.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache, lru_cache
from typing import Final, NamedTuple

from piecement_engine.quick import Made

Cell = tuple[int, int]
"""One square, (x, y)."""

Cells = tuple[Cell, ...]
"""Squares of a figure, sorted by (x, y)."""


Runs = tuple[tuple[int, int, int, tuple[int, ...]], ...]
"""Squares of a figure as runs along rows: (y, first x, x after the last, a tile for each square)."""


class Orientation(IntEnum):
    """Orientation of a piece; each is the one before rotated clockwise. A piece spawns as N."""

    N = 0
    E = 1
    S = 2
    W = 3


ORIENTATIONS: Final = ("N", "E", "S", "W")
"""Names of the orientations."""

EMPTY: Final = 0
"""Tile of a free cell."""

GREY: Final = 254
"""Tile of a cell that no piece left: garbage, puzzles, start boards."""


_SHARED_CELLS: Final[dict[Cell, Cell]] = {}
"""One shared object for each cell: thousands of large shapes have few different cells."""


def at_origin(cells: Iterable[Cell]) -> Cells:
    """Return the cells, sorted, moved so that their bounding box starts at (0, 0)."""
    cells = tuple(cells)
    left = min(x for x, _ in cells)
    bottom = min(y for _, y in cells)
    moved = sorted((x - left, y - bottom) for x, y in cells)
    return tuple(map(_SHARED_CELLS.setdefault, moved, moved))


def turned_clockwise(cells: Iterable[Cell]) -> Cells:
    """Return the cells rotated clockwise by a quarter, at the origin."""
    return at_origin((y, -x) for x, y in cells)


def beside(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return the cells that share an edge with any of these cells."""
    return frozenset(place for x, y in cells for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))


class Shape:
    """Kind of piece. Use `shape` to make one, so that equal shapes are one object."""

    __slots__ = ("heights", "name", "orientations", "runs", "tile", "widths")

    def __init__(self, name: str, tile: int, north: Cells) -> None:
        east = turned_clockwise(north)
        south = turned_clockwise(east)
        west = turned_clockwise(south)
        width, height = 1 + max([x for x, _ in north]), 1 + max([y for _, y in north])
        self.name: Final = name
        """Name for players: a letter for tetrominoes."""
        self.tile: Final = tile
        """Number that its cells leave on the board; drawing assigns it a colour."""
        self.orientations: Final = (north, east, south, west)
        """Cells in orientation N, E, S and W, each at the origin."""
        self.widths: Final = (width, height, width, height)
        """Width of the bounding box in orientation N, E, S and W."""
        self.heights: Final = (height, width, height, width)
        """Height of the bounding box in orientation N, E, S and W."""
        self.runs: Final = (_runs(north, tile), _runs(east, tile), _runs(south, tile), _runs(west, tile))
        """Cells in orientation N, E, S and W, as runs along rows."""

    @property
    def cells(self) -> Cells:
        """Cells in orientation N."""
        return self.orientations[0]

    def __repr__(self) -> str:
        return f"Shape({self.name})"

    def __reduce__(self) -> tuple[object, ...]:
        return shape, (self.name, self.tile, self.cells)


def shape(name: str, tile: int, cells: Cells) -> Shape:
    """Return the shape with these cells in orientation N; equal shapes are one object, also after a pickle."""
    return _shape(name, tile, at_origin(cells))


_shape: Final = cache(Shape)
"""Shapes by name, tile and cells in orientation N."""


def _runs(cells: Cells, tile: int) -> Runs:
    runs: list[tuple[int, int, int]] = []
    for y, x in sorted((y, x) for x, y in cells):
        if runs and runs[-1][0] == y and runs[-1][2] == x:
            runs[-1] = (y, runs[-1][1], x + 1)
        else:
            runs.append((y, x, x + 1))
    return tuple((y, start, end, _tiles(tile, end - start)) for y, start, end in runs)


@cache
def _tiles(tile: int, count: int) -> tuple[int, ...]:
    """Return a tuple of `count` equal tiles, which shapes share."""
    return (tile,) * count


class Piece(NamedTuple):
    """A shape in an orientation at a spot."""

    shape: Shape
    orientation: int
    x: int
    y: int

    @property
    def cells(self) -> Cells:
        """Cells on the board, sorted by (x, y)."""
        x, y = self.x, self.y
        return tuple([(x + dx, y + dy) for dx, dy in self.shape.orientations[self.orientation]])


FACINGS: Final = ("up", "down")
"""Directions in which the tip of a piece with one flat side can point as it spawns."""


SpawnPlaces = Made[Shape, Piece]
"""New piece of each shape."""


@lru_cache(maxsize=64)
def spawn_places(width: int, skyline: int, facing: str = "up") -> SpawnPlaces:
    """Return the new pieces on boards of this width and skyline; games share the result.

    A piece is in the middle, rounded to the left, with its lowest cells in the first row above the skyline.
    """

    def make(shape: Shape) -> Piece:
        return Piece(shape, spawn_orientation(shape, facing), (width - shape.widths[0]) // 2, skyline)

    return Made(make)


def spawn_orientation(shape: Shape, facing: str) -> int:
    """Return the orientation in which a shape spawns; 0 for a shape that is the same upside down."""
    return 2 if facing == "down" and shape.orientations[0] != shape.orientations[2] else 0


def as_spawned(drawn: Shape, facing: str) -> Shape:
    """Return the shape with the cells that `drawn` has when it spawns, for a preview."""
    turned = spawn_orientation(drawn, facing)
    return shape(drawn.name, drawn.tile, drawn.orientations[turned]) if turned else drawn


TETROMINOES: Final[dict[str, Shape]] = {
    name: shape(name, tile, cells)
    for tile, (name, cells) in enumerate(
        {
            "O": ((0, 0), (1, 0), (0, 1), (1, 1)),
            "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
            "S": ((0, 0), (1, 0), (1, 1), (2, 1)),
            "Z": ((1, 0), (2, 0), (0, 1), (1, 1)),
            "T": ((0, 0), (1, 0), (2, 0), (1, 1)),
            "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
            "J": ((0, 0), (1, 0), (2, 0), (0, 1)),
        }.items(),
        start=1,
    )
}
"""The seven tetrominoes by letter, flat side down, in the order of their tiles (1 to 7)."""

T_PIECE: Final = TETROMINOES["T"]
"""The tetromino of most spins."""

MIRRORED_LETTERS: Final = str.maketrans("JLSZ", "LJZS")
"""Table for `str.translate` that replaces the letters of tetrominoes by their mirror images."""
