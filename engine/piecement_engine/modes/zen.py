"""Zen, which cannot be lost, with attacks at will."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.table import Table
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import modified, unmodified
from piecement_engine.modes.tables import attack_rule, choice, mode, number
from piecement_engine.rules.garbage_rules import GarbageRules
from piecement_engine.rules.rules import LONGEST_NS, Rules
from piecement_engine.rules.timing import MILLISECOND, SECOND

_MOST_AT_ONCE: Final = 100
"""Maximum number of times to make room at one instant: if pieces take no time, an update would never end."""


@register_modifier
@dataclass(frozen=True, slots=True)
class NoTopOut(Modifier):
    """No top out: if a new piece has no room, the lower rows vanish, uncounted, down to half the visible height."""

    kind = "no_top_out"

    def hooks(self) -> Hooks:
        return _NoTopOutHooks()


class _NoTopOutHooks(Hooks):
    def __init__(self) -> None:
        self._moment = -1
        self._times = 0

    def blocked(self, table: Table) -> bool:
        self._times = self._times + 1 if table.time_ns == self._moment else 1
        self._moment = table.time_ns
        if self._times > _MOST_AT_ONCE:
            return False
        table.set_rows(table.rows[-(table.skyline // 2) :])
        table.announce("Take a breath")
        return True

    def locked_out(self, table: Table) -> bool:
        return True


_ATTACKS: Final = (1, 1, 2, 2, 3, 4, 4, 5)
"""Numbers of rows of an attack, each equally likely."""


_MESSINESS: Final = 30


@register_modifier
@dataclass(frozen=True, slots=True)
class Sparring(Modifier):
    """Attacks as in a match: rows that wait, that clears cancel, and that rise with a lock."""

    kind = "sparring"

    rows_a_minute: int = 20
    """Mean number of rows per minute."""

    def __post_init__(self) -> None:
        self.check_whole("rows_a_minute", 1, 200)

    def hooks(self) -> Hooks:
        return _SparringHooks(self.rows_a_minute)


class _SparringHooks(Hooks):
    def __init__(self, rows_a_minute: int) -> None:
        self._row_ns = 60 * SECOND // rows_a_minute
        self._rows = 0
        """Number of rows of the next attack."""
        self._due_ns = 0

    def started(self, table: Table) -> None:
        self._plan(table)

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        while table.time_ns >= self._due_ns:
            hole, holes = table.rng.below(table.width), list[int]()
            for _ in range(self._rows):
                if table.rng.below(100) < _MESSINESS:
                    hole = table.rng.below(table.width)
                holes.append(hole)
            table.take_attack(holes)
            self._plan(table)

    def _plan(self, table: Table) -> None:
        self._rows = _ATTACKS[table.rng.below(len(_ATTACKS))]
        self._due_ns += self._rows * self._row_ns


_STRENGTHS: Final = {"none": 0, "light": 10, "even": 25, "heavy": 50}
"""Rows per minute."""


def _with_attacks(rules: Rules, strength: str) -> Rules:
    rows = _STRENGTHS[strength]
    if not rows:
        return replace(unmodified(rules, Sparring), garbage=None)
    return replace(modified(rules, Sparring(rows)), garbage=GarbageRules())


def _with_level(rules: Rules, level: int) -> Rules:
    """Return rules with the fall of a level; at 0 there is no fall, and soft drop has its own speed."""
    if level:
        return replace(rules, start_level=level, fall_delay_ns=None, soft_drop_interval_ns=None)
    return replace(rules, start_level=1, fall_delay_ns=LONGEST_NS, soft_drop_interval_ns=33 * MILLISECOND)


ZEN: Final[Mode] = mode(
    "zen",
    options=(
        number("zen.level", _with_level),
        choice(
            "zen.garbage",
            _with_attacks,
            choices={name: name if not rows else f"{name}, {rows} rows/min" for name, rows in _STRENGTHS.items()},
        ),
        attack_rule(
            lambda rules, name: replace(rules, garbage=replace(rules.garbage, attack=name)) if rules.garbage else rules
        ),
    ),
)
