"""Cascade: after a clear, bodies of blocks without support fall and may fill rows again (from the Java game by smk291).

Blocks that share an edge form one body, whatever pieces they came from. A body is loose if none of its blocks lies on
the floor. Only bodies that touched a cleared row can become loose: blocks that hung in the air before stay there. All
loose bodies fall together, row by row, until each rests on something that rests. One call is one link of the chain: the
next link clears the rows that are full then.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import EMPTY, Cell, Cells


class FallenBody(NamedTuple):
    """A body of blocks that fell together."""

    cells: Cells
    """Cells before the fall."""
    depth: int
    """Number of rows fallen, at least 1."""


def apply_cascade(board: Board, cleared: Sequence[int]) -> tuple[FallenBody, ...]:
    """Drop the bodies that a clear left loose, and return them.

    Args:
        board: The board after the clear.
        cleared: The numbers that the cleared rows had before the clear, in any order.
    """
    loose = _loose(board, cleared)
    fallen = tuple(
        FallenBody(tuple(_cells(board.geometry, body)), depth)
        for body, depth in zip(loose, _depths(board.bits, loose), strict=True)
    )
    if fallen:
        _lower(board, fallen)
    return fallen


def _loose(board: Board, cleared: Sequence[int]) -> list[int]:
    """Return the bodies, as bits of the board, that touched a cleared row and have no support."""
    layout = board.geometry
    filled = board.bits & layout.field
    near = 0
    for y in cleared:
        above = y - sum(other < y for other in cleared)
        near |= layout.rows[above] | layout.rows[max(above - 1, 0)]
    left = filled & near & ~_joined(layout, filled & layout.rows[0], filled)
    bodies: list[int] = []
    while left:
        bodies.append(_joined(layout, left & -left, filled))
        left &= ~bodies[-1]
    return bodies


def _joined(layout: Geometry, seed: int, filled: int) -> int:
    """Return all filled cells connected with the cells of `seed`."""
    stride = layout.column_stride
    while True:
        grown = (seed | seed << 1 | seed >> 1 | seed << stride | seed >> stride) & filled
        if grown == seed:
            return seed
        seed = grown


def _depths(bits: int, bodies: Sequence[int]) -> list[int]:
    """Return the number of rows that each body falls when all fall together."""
    resting = bits
    for body in bodies:
        resting &= ~body
    falling = dict(enumerate(bodies))
    depths = [0] * len(bodies)
    while falling:
        stopped = [index for index, body in falling.items() if body << 1 & resting]
        for index in stopped:
            resting |= falling.pop(index)
        if not stopped:
            for index, body in falling.items():
                falling[index] = body << 1
                depths[index] += 1
    return depths


def _cells(layout: Geometry, bits: int) -> Iterator[Cell]:
    """Yield the cells of bits, sorted by (x, y)."""
    for x in range(layout.width):
        column = bits >> layout.bit(x, layout.height - 1) & (1 << layout.height) - 1
        while column:
            top = column.bit_length() - 1
            yield x, layout.height - 1 - top
            column ^= 1 << top


def _lower(board: Board, fallen: Iterable[FallenBody]) -> None:
    rows = [list(row) for row in board.tiles]
    landed: list[tuple[int, int, int]] = []
    for cells, depth in fallen:
        for x, y in cells:
            landed.append((x, y - depth, rows[y][x]))
            rows[y][x] = EMPTY
    for x, y, tile in landed:
        rows[y][x] = tile
    board.set_rows([tuple(row) for row in rows])
