"""Perfect clear solver: a way to empty the board with the known pieces.

It searches for ways within the rows to be cleared, and gives up boards that no pieces can finish, because their columns
part the empty cells into regions that the piece size does not divide.
"""

import sys
import warnings
from collections.abc import Generator, Iterator
from typing import Final

from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import Piece, Shape
from piecement_engine.bots.arena import Arena
from piecement_engine.bots.bit_boards import cleared
from piecement_engine.bots.movers import Mover
from piecement_engine.bots.placement import Placement, PlacementSite
from piecement_engine.bots.position import Position, options
from piecement_engine.errors import RuleError, cut_repr
from piecement_engine.json_values import is_whole

_MOST_STORED: Final = 20_000
"""Maximum number of boards stored from one position to the next; beyond, all are deleted."""


class PerfectClears:
    """Solver; it stores the placements on a board for the next positions."""

    def __init__(self, arena: Arena | None = None) -> None:
        """Make a solver. An arena, which it needed formerly, has no effect."""
        if arena is not None:
            warnings.warn("PerfectClears() solves positions of any arena now", DeprecationWarning, stacklevel=2)
        self._after: dict[tuple[Mover, int, Shape, int], tuple[tuple[int, int, Piece], ...]] = {}
        self.boards = 0
        """Number of boards examined so far."""

    def solve(self, position: Position, rows: int, boards: int = 100_000) -> list[Placement] | None:
        """Return choices that clear everything within the lowest rows, or None if none are found.

        `boards` is the maximum number of boards to examine.
        """
        return next(filter(None, self.ways(position, rows, boards)), None)

    def solving(self, position: Position, rows: int, boards: int) -> Generator[None, None, list[Placement] | None]:
        """Solve as `solve` does, and yield at times, so that the caller can stop."""
        for way in self.ways(position, rows, boards):
            if way:
                return way
            yield
        return None

    def solutions(self, position: Position, rows: int) -> Iterator[list[Placement]]:
        """Yield all choices that clear everything within the lowest rows."""
        return filter(None, self.ways(position, rows))

    def ways(self, position: Position, rows: int, boards: int = sys.maxsize) -> Iterator[list[Placement] | None]:
        """Yield all choices that clear everything within the lowest rows, and None at every board.

        Raises `RuleError` for a number of rows that the board does not have.
        """
        layout = position.arena.layout
        if not is_whole(rows, 1, layout.height):
            raise RuleError(f"rows is {cut_repr(rows)}: it must be a whole number from 1 to {layout.height}")
        if len(self._after) > _MOST_STORED:
            self._after.clear()
        queue = position.queue
        if queue and _is_open(layout, position.bits, rows, len(queue[0].cells)):
            solver = _Solver(self, position, queue, self.boards + boards)
            yield from solver.ways(position.bits, rows, position.hold, 0)

    def placements(self, mover: Mover, bits: int, start: Piece, rows: int) -> tuple[tuple[int, int, Piece], ...]:
        """Return (board after, rows left to clear, piece) for each useful placement within the lowest rows."""
        key = (mover, bits, start.shape, rows)
        known = self._after.get(key)
        if known is None:
            self.boards += 1
            known = self._after[key] = tuple(_useful(mover, bits, start, rows))
        return known


def _useful(mover: Mover, bits: int, start: Piece, rows: int) -> list[tuple[int, int, Piece]]:
    layout = mover.layout
    size = len(start.shape.cells)
    too_high = layout.above[rows - 1]
    found: dict[int, tuple[int, int, Piece]] = {}
    for piece in mover.reach(bits, start).placements():
        placed = bits | layout.cells(piece)
        if placed & too_high:
            continue
        after, lines = cleared(layout, placed)
        if after not in found and _is_open(layout, after, rows - lines, size):
            found[after] = (after, rows - lines, piece)
    return list(found.values())


def _is_open(layout: Geometry, bits: int, rows: int, size: int) -> bool:
    """Return whether the piece size divides every region of the empty cells that no piece can bridge."""
    column = (1 << rows) - 1
    lowest = layout.bit(0, rows - 1) if rows else 0
    empty = 0
    before = 0
    for x in range(layout.width):
        filled = bits >> lowest + x * layout.column_stride & column
        if before | filled == column and empty % size:
            return False
        empty += rows - filled.bit_count()
        before = filled
    return empty % size == 0


class _Solver:
    """Depth-first search from one position."""

    def __init__(self, clears: PerfectClears, position: Position, queue: tuple[Shape, ...], most_boards: int) -> None:
        self._clears = clears
        self._position = position
        self._arena = position.arena
        self._queue = queue
        self._most_boards = most_boards
        self._failed: set[tuple[int, Shape | None, int]] = set()

    def ways(self, bits: int, rows: int, hold: Shape | None, used: int) -> Iterator[list[Placement] | None]:
        """Yield the choices that clear all rows from here, way by way, and None at every board."""
        key = (bits, hold, used)
        if key in self._failed or self._clears.boards >= self._most_boards:
            return
        yield None
        has_way = False
        may_hold = self._arena.holds if used else self._position.may_hold
        for shape, hold_after, used_after, held in options(self._queue, hold, used, may_hold=may_hold):
            start = self._arena.entry(bits, shape) if used or held else self._position.piece
            if start is None:
                continue
            site = PlacementSite(self._arena, bits)
            for after, left, piece in self._clears.placements(self._arena.mover, bits, start, rows):
                choice = Placement(piece, held, site=site)
                for rest in self.ways(after, left, hold_after, used_after) if left else [list[Placement]()]:
                    has_way |= rest is not None
                    yield None if rest is None else [choice, *rest]
        if not has_way:
            self._failed.add(key)
