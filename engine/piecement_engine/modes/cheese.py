"""Cheese: rows with one hole each. Cleared rows are replaced from below."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from piecement_engine.board.pieces import GREY
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.table import Table
from piecement_engine.modes.garbage import HoleRows, insert_below
from piecement_engine.modes.mode import RACE
from piecement_engine.modes.options import Number, Switch, limited, with_fields
from piecement_engine.rules.goals import Limit, Limits
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
        insert_below(table, [self._holes.row(table.rng, table.width) for _ in range(self._drawn(self._cheese.rows))])

    def clearing(self, table: Table, rows: Sequence[int]) -> None:
        self._cleared_cheese = sum(GREY in table.rows[y] for y in rows)
        self._cleared_others = len(rows) - self._cleared_cheese

    def cleared(self, table: Table) -> None:
        table.count_lines(-self._cleared_others)
        count = self._drawn(self._cleared_cheese)
        if count:
            table.raise_rows([self._holes.row(table.rng, table.width) for _ in range(count)])

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


_MESSINESS: Final = Number(
    name="messiness",
    title="Messiness",
    sentence="How often a hole is in another column than the one above.",
    default=100,
    low=0,
    high=100,
    step=5,
    unit="%",
    apply=lambda rules, messiness: with_fields(rules, Cheese, messiness=messiness),
)

CHEESE: Final = RACE(
    name="cheese",
    title="Cheese",
    sentence="Clear 32 rows of cheese with few pieces.",
    bot="dig",
    rules=Rules(limits=Limits(lines=Limit(32)), modifiers=(Cheese(),)),
    ranking=("-lines", "pieces"),
    headline="pieces",
    options=(
        Number(
            name="rows",
            title="Rows at once",
            sentence="How many rows of cheese there are at a time.",
            default=8,
            low=1,
            high=_MOST_ROWS,
            unit="rows",
            apply=lambda rules, rows: with_fields(rules, Cheese, rows=rows),
        ),
        Number(
            name="goal",
            title="Goal",
            sentence="How many rows of cheese win the game.",
            default=32,
            low=0,
            high=500,
            step=2,
            unit="rows",
            titles={0: "endless"},
            apply=_with_goal,
        ),
        _MESSINESS,
        Switch(
            name="endless_supply",
            title="Endless supply",
            sentence="New rows keep coming after the last ones of the goal.",
            default=False,
            apply=_with_endless_supply,
        ),
    ),
)


DIG: Final = RACE(
    name="dig",
    title="Dig",
    sentence="Dig through all the rows of garbage as fast as you can.",
    rules=Rules(limits=Limits(lines=Limit(10)), modifiers=(Cheese(rows=10, supply=10, repeats=False),)),
    options=(
        Number(
            name="rows",
            title="Depth",
            sentence="How many rows of garbage there are.",
            default=10,
            low=1,
            high=_MOST_ROWS,
            unit="rows",
            apply=lambda rules, rows: limited(with_fields(rules, Cheese, rows=rows, supply=rows), "lines", rows),
        ),
        _MESSINESS,
    ),
)
