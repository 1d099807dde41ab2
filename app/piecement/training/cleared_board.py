"""Modifier that empties the board before each piece.

It is not registered, as no recording of a drill is ever written.
"""

from dataclasses import dataclass

from piecement_engine import Hooks, Modifier
from piecement_engine.table import Table


@dataclass(frozen=True, slots=True)
class ClearedBoard(Modifier):
    """Empties the board whenever a piece spawns."""

    kind = "cleared_board"

    def hooks(self) -> Hooks:
        return _ClearedBoardHooks()


class _ClearedBoardHooks(Hooks):
    def spawning(self, table: Table) -> None:
        if table.rows:
            table.set_rows([])
