"""Cheese and Dig: garbage rows at the bottom, which alone count as lines; in Cheese, cleared ones are replaced."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from piecement_engine.board.pieces import GREY
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.table import Table
from piecement_engine.modes.garbage import HoleRows, insert_below
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import limited, with_fields
from piecement_engine.modes.tables import mode, number, switch
from piecement_engine.rules.rules import Rules

_MOST_ROWS: Final = 18


@register_modifier
@dataclass(frozen=True, slots=True)
class Cheese(Modifier):
    """Rows of cheese at the bottom. Only these count as lines."""

    kind = "cheese"

    rows: int = 8
    """Number of rows on the board at once, while the supply lasts."""
    supply: int | None = 32
    """Total number of rows, or None if endless."""
    messiness: int = 100
    """Probability that a hole is drawn anew instead of lying below the one above (percent)."""
    repeats: bool = True
    """Whether a hole drawn anew may lie below the one above."""

    def __post_init__(self) -> None:
        self.check_whole("rows", 1, 100)
        if self.supply is not None:
            self.check_whole("supply", 1, 1_000_000)
        self.check_whole("messiness", 0, 100)
        self.check_switch("repeats")

    def hooks(self) -> Hooks:
        return _CheeseHooks(self)


class _CheeseHooks(Hooks):
    def __init__(self, cheese: Cheese) -> None:
        self._cheese = cheese
        self._holes = HoleRows(cheese.messiness, repeats=cheese.repeats)
        self._left = cheese.supply
        self._cleared_cheese = 0
        self._cleared_others = 0

    def started(self, table: Table) -> None:
        insert_below(table, self._holes.rows(table, self._drawn(self._cheese.rows)))

    def clearing(self, table: Table, rows: Sequence[int]) -> None:
        self._cleared_cheese = sum(GREY in table.rows[y] for y in rows)
        self._cleared_others = len(rows) - self._cleared_cheese

    def cleared(self, table: Table) -> None:
        table.count_lines(-self._cleared_others)
        count = self._drawn(self._cleared_cheese)
        if count:
            table.raise_rows(self._holes.rows(table, count))

    def _drawn(self, count: int) -> int:
        """Use up to `count` rows of the supply; return the number used."""
        if self._left is None:
            return count
        drawn = min(count, self._left)
        self._left -= drawn
        return drawn


def _with_goal(rules: Rules, goal: int) -> Rules:
    """Return rules with `goal` rows of cheese to win and in supply; 0 is endless."""
    return limited(with_fields(rules, Cheese, supply=goal or None), "lines", goal or None)


def _with_endless_supply(rules: Rules, endless: bool) -> Rules:
    limit = rules.limits.lines
    supply = None if endless or limit is None else limit.value
    return with_fields(rules, Cheese, supply=supply)


_MESSINESS: Final = number("messiness", lambda rules, messiness: with_fields(rules, Cheese, messiness=messiness))

CHEESE: Final[Mode] = mode(
    "cheese",
    options=(
        number("cheese.rows", lambda rules, rows: with_fields(rules, Cheese, rows=rows), high=_MOST_ROWS),
        number("cheese.goal", _with_goal),
        _MESSINESS,
        switch("cheese.endless_supply", _with_endless_supply),
    ),
)


DIG: Final[Mode] = mode(
    "dig",
    options=(
        number(
            "dig.rows",
            lambda rules, rows: limited(with_fields(rules, Cheese, rows=rows, supply=rows), "lines", rows),
            high=_MOST_ROWS,
        ),
        _MESSINESS,
    ),
)
