"""Cascade: blocks that hang in the air once rows are gone sink, and may fill rows again (the Java seed).

Blocks whose edges touch hold together, whatever pieces they came from; such a body hangs where none of it lies on the
floor. Only bodies that lost a neighbour row can come loose: blocks that hung before stay where they are. All loose
bodies sink side by side, row by row, until each has come to rest on what is at rest. One call is one link of the
chain: the rows that are full then are the next, and leave together.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from piecement_engine.board import Board
from piecement_engine.geometry import Geometry
from piecement_engine.pieces import EMPTY, Cell, Cells


class Sinker(NamedTuple):
    """A body that came loose."""

    cells: Cells
    """Where it hung."""
    depth: int
    """How many rows it sank, at least 1."""


def sink(board: Board, cleared: Sequence[int]) -> tuple[Sinker, ...]:
    """Let what came loose sink, when these rows have just been cleared from the board; return what did.

    The rows are given as they were numbered before they went, in any order.
    """
    bodies = _loose(board, cleared)
    sinkers = tuple(
        Sinker(tuple(_cells(board.geometry, body)), depth)
        for body, depth in zip(bodies, _depths(board.bits, bodies), strict=True)
    )
    if sinkers:
        _lower(board, sinkers)
    return sinkers


def _loose(board: Board, cleared: Sequence[int]) -> list[int]:
    """Return the bodies, as bits of the board, that touched a row that went and now hang."""
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
    """Return all filled cells that hold together with some of them."""
    lane = layout.lane
    while True:
        grown = (seed | seed << 1 | seed >> 1 | seed << lane | seed >> lane) & filled
        if grown == seed:
            return seed
        seed = grown


def _depths(bits: int, bodies: Sequence[int]) -> list[int]:
    """Return how far each body sinks when all go down together, a row at a time, until they rest."""
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


def _lower(board: Board, sinkers: Iterable[Sinker]) -> None:
    rows = [list(row) for row in board.tiles]
    landed: list[tuple[int, int, int]] = []
    for cells, depth in sinkers:
        for x, y in cells:
            landed.append((x, y - depth, rows[y][x]))
            rows[y][x] = EMPTY
    for x, y, tile in landed:
        rows[y][x] = tile
    board.set_rows([tuple(row) for row in rows])
