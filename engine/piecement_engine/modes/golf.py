"""Golf: rows with gaps to be cleared with as few pieces as can be.

The board is made backwards: pieces that could be dropped are cut out of full rows, the last one first. So it can be
solved with these pieces, and with no fewer: each fills four cells at most, and any other row has more gaps.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from piecement_engine.board.pieces import EMPTY, GREY, TETROMINOES, Cells
from piecement_engine.errors import RuleError
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.table import Table
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.tables import mode
from piecement_engine.rng import Rng

ROWS: Final = 6
_PIECES: Final = 6
"""Number of pieces that are cut out."""

_TRIES: Final = 60
_MOST_GAPS: Final = 6
"""Most gaps of a row: one with more would take no fewer cells than a new row."""


@register_modifier
@dataclass(frozen=True, slots=True)
class Golf(Modifier):
    """Rows at the start from which pieces of the queue were cut out, by the seed of the game."""

    kind = "golf"

    def hooks(self) -> Hooks:
        return _GolfHooks()


class _GolfHooks(Hooks):
    def started(self, table: Table) -> None:
        if table.width <= _MOST_GAPS + 1:
            raise RuleError(f"width is {table.width}: golf takes at least {_MOST_GAPS + 2}")
        if table.height < ROWS:
            raise RuleError(f"height is {table.height}: golf takes at least {ROWS}")
        gaps, names = _cut(table.rng, table.width)
        board = [[EMPTY if (x, y) in gaps else GREY for x in range(table.width)] for y in range(ROWS)]
        table.set_rows([tuple(row) for row in board])
        table.queue_pieces(names)
        self.par = len(names)
        table.announce("Par {count}", count=self.par)


def _cut(rng: Rng, width: int) -> tuple[set[tuple[int, int]], str]:
    """Return the cells that are cut out of full rows, and the pieces that fill them in order, each straight down."""
    while True:
        gaps: set[tuple[int, int]] = set()
        names = ""
        for _ in range(_TRIES):
            shape = [*TETROMINOES.values()][rng.below(len(TETROMINOES))]
            cells = _lifted_out(shape.orientations[rng.below(4)], rng.below(width), gaps, width)
            if cells and max(Counter(y for _, y in gaps | cells).values()) <= _MOST_GAPS:
                gaps |= cells
                names = shape.name + names
            if len(names) == _PIECES:
                break
        if len(names) == _PIECES and len({y for _, y in gaps}) == ROWS:
            return gaps, names


def _lifted_out(cells: Cells, left: int, gaps: set[tuple[int, int]], width: int) -> set[tuple[int, int]]:
    """Return the highest cells, from a column on, that can be lifted straight up out of the rows; empty if none can."""
    for bottom in range(ROWS - 1, -1, -1):
        at = {(left + x, bottom + y) for x, y in cells}
        if all(x < width and y < ROWS and (x, y) not in gaps for x, y in at) and all(
            (x, above) in gaps or (x, above) in at for x, y in at for above in range(y + 1, ROWS)
        ):
            return at
    return set()


GOLF: Final[Mode] = mode("golf")
