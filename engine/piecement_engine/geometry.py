"""Where each cell of a board lies in the one integer that holds the whole board.

The board is one Python integer, column-major. A column is a *lane* of `lane` bits; inside it bit 0 is
the top row and the floor lies below the last row. Everything that is not playfield, the walls, the
floor, the ceiling and the padding between lanes, is filled. So one shift and one AND test a piece
against the board and all its borders, `>> 1` looks one row up, `<< 1` one row down, and `<< lane` one
column to the right. The padding is wide enough for any kick from a place inside the board.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from piecement_engine.pieces import Shape

_MARGIN = 3
"""How far a table's kick reaches beyond the size of the piece."""


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """The layout of boards of one size. Make one with `geometry`."""

    width: int
    height: int
    pad: int
    """Filled lanes on either side, and filled bits between lanes."""
    lane: int
    """Bits from one column to the next."""
    field: int
    """The mask of all cells of the playfield."""
    empty: int
    """The bits of a board without blocks: all but the playfield."""
    folds: tuple[int, ...]
    """Shifts that AND all columns of a row into its leftmost one."""
    first_column: int
    """The mask of column 0."""
    rows: tuple[int, ...]
    """The mask of each row, lowest first."""
    above: tuple[int, ...]
    """The mask of all rows above each row."""
    footprints: "Footprints"
    """For each shape and orientation (mask, base): the piece at (x, y) covers `mask << base + x * lane - y`."""
    feet: "Feet"
    """For each shape and orientation, the bits of its cells without one below, when the piece is at (0, 0)."""

    def bit(self, x: int, y: int) -> int:
        """Return the number of the bit of a cell."""
        return (x + self.pad) * self.lane + self.height - 1 - y


class Footprints(dict[Shape, tuple[tuple[int, int], ...]]):
    """The footprints of shapes on boards of one size, made when first asked for."""

    def __init__(self, lane: int, origin: int) -> None:
        super().__init__()
        self._lane: Final = lane
        self._origin: Final = origin
        """The number of the bit of the cell (0, 0)."""

    def __missing__(self, shape: Shape) -> tuple[tuple[int, int], ...]:
        prints = tuple(self._footprint(shape, orientation) for orientation in range(4))
        self[shape] = prints
        return prints

    def _footprint(self, shape: Shape, orientation: int) -> tuple[int, int]:
        top = shape.heights[orientation] - 1
        mask = sum(1 << x * self._lane + top - y for x, y in shape.orientations[orientation])
        return mask, self._origin - top


class Feet(dict[Shape, tuple[tuple[int, ...], ...]]):
    """The feet of shapes on boards of one size, made when first asked for."""

    def __init__(self, lane: int, origin: int) -> None:
        super().__init__()
        self._lane: Final = lane
        self._origin: Final = origin
        """The number of the bit of the cell (0, 0)."""

    def __missing__(self, shape: Shape) -> tuple[tuple[int, ...], ...]:
        feet = self[shape] = tuple(
            tuple(self._origin + x * self._lane - y for x, y in cells if (x, y - 1) not in cells)
            for cells in shape.orientations
        )
        return feet


@lru_cache(maxsize=64)
def geometry(width: int, height: int, extent: int) -> Geometry:
    """Return the layout for boards of this size and pieces at most `extent` cells wide or high."""
    pad = extent + _MARGIN
    lane = height + pad
    origin = pad * lane
    first_column = ((1 << height) - 1) << origin
    columns = sum(1 << x * lane for x in range(width))
    rows = tuple(columns << origin + height - 1 - y for y in range(height))
    field = sum(rows)
    return Geometry(
        width=width,
        height=height,
        pad=pad,
        lane=lane,
        field=field,
        empty=((1 << (width + 2 * pad) * lane) - 1) & ~field,
        folds=_folds(width, lane),
        first_column=first_column,
        rows=rows,
        above=tuple(sum(rows[y + 1 :]) for y in range(height)),
        footprints=Footprints(lane, origin + height - 1),
        feet=Feet(lane, origin + height - 1),
    )


def _folds(width: int, lane: int) -> tuple[int, ...]:
    shifts: list[int] = []
    covered = 1
    while covered < width:
        step = min(covered, width - covered)
        shifts.append(step * lane)
        covered += step
    return tuple(shifts)
