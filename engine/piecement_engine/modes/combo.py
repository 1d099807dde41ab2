"""Combo, in which every piece must clear a line, in a well between endless walls."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from piecement_engine.board.board import Row
from piecement_engine.board.pieces import EMPTY, GREY, TETROMINOES
from piecement_engine.errors import RuleError
from piecement_engine.events import End
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.table import Table
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import with_fields
from piecement_engine.modes.tables import choice, lines_goal, mode

LAYOUTS: Final[dict[str, tuple[str, ...]]] = {
    "r": ("#...", "##.."),
    "_": ("###.",),
    "f_": ("#.##", "#...", "##.."),
    "k.": ("##.#", "#...", "##.."),
    "L.": ("##.#", "#...", "#...", "#..."),
}
"""Blocks in the well at the start, lowest row first, by a name that looks like them."""


_WELL: Final = 4
"""Number of columns of the well."""


_RAINBOW: Final = tuple(TETROMINOES[name].tile for name in "ZLOSIJT")
"""Tiles of the walls, row by row: a rainbow."""


@register_modifier
@dataclass(frozen=True, slots=True)
class Combo(Modifier):
    """Endless walls around a well. The first piece without a clear ends the game."""

    kind = "combo"

    layout: str = "r"
    """Blocks in the well at the start: a name in `LAYOUTS`."""

    def __post_init__(self) -> None:
        if not isinstance(self.layout, str) or self.layout not in LAYOUTS:
            raise RuleError(f"layout of combo is {self.layout!r}: it must be one of {', '.join(LAYOUTS)}")

    def hooks(self) -> Hooks:
        return _ComboHooks(self)


class _ComboHooks(Hooks):
    def __init__(self, combo: Combo) -> None:
        self._combo = combo
        self._built = 0

    def started(self, table: Table) -> None:
        self._fill_up(table, [], LAYOUTS[self._combo.layout])

    def cleared(self, table: Table) -> None:
        self._fill_up(table, table.rows, ())

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        if not rows:
            table.finish(End.LIMIT_REACHED)

    def _fill_up(self, table: Table, rows: Sequence[Row], layout: Sequence[str]) -> None:
        """Build the walls up to the top, with a layout in the lowest of the new rows."""
        missing = table.height - len(rows)
        wells = [*layout, *["." * _WELL] * (missing - len(layout))]
        table.set_rows([*rows, *(self._built_row(table.width, well) for well in wells)])

    def _built_row(self, width: int, well: str) -> Row:
        colour = _RAINBOW[self._built % len(_RAINBOW)]
        self._built += 1
        left = (width - _WELL) // 2
        middle = tuple(EMPTY if cell == "." else GREY for cell in well)
        return (*(colour,) * left, *middle, *(colour,) * (width - _WELL - left))


COMBO: Final[Mode] = mode(
    "combo",
    options=(
        choice(
            "combo.layout",
            lambda rules, layout: with_fields(rules, Combo, layout=layout),
            choices={name: name for name in LAYOUTS},
        ),
        lines_goal(30, high=300, step=6),
    ),
)
