"""Ascent, in which a piece climbs a well of hinges by rotation."""

from dataclasses import dataclass
from typing import Final

from piecement_engine.board.board import Row
from piecement_engine.board.pieces import EMPTY, GREY, TETROMINOES, Cell, Piece, beside
from piecement_engine.errors import RuleError
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.inputs import Button
from piecement_engine.game.table import Table
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.tables import mode, time_limit

_STEP: Final = 2
"""Distance of the hinges, and so of a step by which the well moves down (rows)."""

_MARGIN: Final = 5
"""Minimum number of visible rows above the piece."""

_LEAST_SKYLINE: Final = _MARGIN + 3
"""Minimum number of visible rows: the margin and an upright piece, which would leave a lower well through its floor."""

_FIRST_GEM: Final = 5
"""Lowest row that may have a gem at the start."""

_COLOURS: Final = len(TETROMINOES)
"""Number of gem colours: their tiles are 1 to this."""


@register_modifier
@dataclass(frozen=True, slots=True)
class Ascent(Modifier):
    """A well of hinges with gems between them: each gem that a piece touches after a rotation is a point.

    The piece is an L or a J, exchanged by hold. It cannot be dropped. The well moves down as the piece climbs.
    """

    kind = "ascent"

    gems: int = 50
    """Probability that a row has a gem (percent)."""

    def __post_init__(self) -> None:
        self.check_whole("gems", 0, 100)

    def hooks(self) -> Hooks:
        return _AscentHooks(self)


class _AscentHooks(Hooks):
    barred = (Button.SOFT_DROP, Button.HARD_DROP, Button.SONIC_DROP)

    def __init__(self, ascent: Ascent) -> None:
        self._ascent = ascent
        self._place: Piece | None = None

    def started(self, table: Table) -> None:
        if not table.width % 2:
            raise RuleError(f"width is {table.width}: the ascent needs an odd one, for hinges between its walls")
        if table.skyline < _LEAST_SKYLINE:
            raise RuleError(f"skyline is {table.skyline}: the ascent needs at least {_LEAST_SKYLINE}")
        rows = [self._row(table, y, gems=y >= _FIRST_GEM) for y in range(table.skyline)]
        table.set_rows(rows)
        table.set_queue(("L", "J"))

    def _row(self, table: Table, y: int, *, gems: bool = True) -> Row:
        row = [GREY if x % 2 and y % 2 else EMPTY for x in range(table.width)]
        rng = table.rng
        if gems and rng.below(100) < self._ascent.gems:
            free = [x for x, tile in enumerate(row) if not tile]
            row[free[rng.below(len(free))]] = 1 + rng.below(_COLOURS)
        return tuple(row)

    def entering(self, table: Table, piece: Piece) -> Piece:
        """Spawn the first piece on the floor, and each later one at the spot of the piece before it."""
        if table.piece is not None:
            self._place = table.piece
        if self._place is None:
            middle = (table.width - piece.shape.widths[0]) // 2
            return Piece(piece.shape, 0, middle - middle % 2, 0)
        _, orientation, x, y = self._place
        return Piece(piece.shape, orientation, x, y)

    def turned(self, table: Table) -> None:
        piece = table.piece
        if piece is None:
            return
        touched = beside(piece.cells)
        gems = [(x, y) for y, row in enumerate(table.rows) for x, tile in enumerate(row) if _is_gem(tile)]
        table.add_points(len(touched.intersection(gems)))
        table.set_rows([_turned_gems(row, y, touched) for y, row in enumerate(table.rows)])
        while piece.y + piece.shape.heights[piece.orientation] > table.skyline - _MARGIN:
            piece = self._scroll(table, piece)

    def _scroll(self, table: Table, piece: Piece) -> Piece:
        """Move the well down by a step; return the moved piece."""
        rows = list(table.rows)
        rows += [(EMPTY,) * table.width] * (table.skyline - len(rows))
        rows = rows[_STEP:] + [self._row(table, table.skyline + up) for up in range(_STEP)]
        lower = Piece(piece.shape, piece.orientation, piece.x, piece.y - _STEP)
        table.set_rows(rows)
        table.place_piece(lower)
        return lower


def _is_gem(tile: int) -> bool:
    return 0 < tile <= _COLOURS


def _turned_gems(row: Row, y: int, touched: frozenset[Cell]) -> Row:
    """Return the row without its touched gems. The other gems take on the next colour."""
    return tuple(
        (EMPTY if (x, y) in touched else tile % _COLOURS + 1) if _is_gem(tile) else tile for x, tile in enumerate(row)
    )


ASCENT: Final[Mode] = mode("ascent", options=(time_limit(120, high=600),))
