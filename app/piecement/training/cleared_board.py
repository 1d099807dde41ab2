"""A board that is empty again for each piece."""

from dataclasses import dataclass

from piecement_engine import Hooks, Modifier, register_modifier
from piecement_engine.table import Table


@register_modifier
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
