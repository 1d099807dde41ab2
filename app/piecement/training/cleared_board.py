"""A board that is empty again for each piece.

It is not registered, as no recording of a drill is ever written.
"""

from dataclasses import dataclass

from piecement_engine import Hooks, Modifier
from piecement_engine.table import Table


@dataclass(frozen=True, slots=True)
class ClearedBoard(Modifier):
    """Nothing lies on the board when a piece comes into play."""

    kind = "cleared_board"

    def hooks(self) -> Hooks:
        return _ClearedBoardHooks()


class _ClearedBoardHooks(Hooks):
    def spawning(self, table: Table) -> None:
        if table.rows:
            table.set_rows([])
