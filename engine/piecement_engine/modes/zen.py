"""Zen: an endless game that cannot be lost."""

import copy
from dataclasses import dataclass, replace
from typing import Final, Self

from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.table import Table
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import Number
from piecement_engine.rules.rules import LONGEST_NS, Rules
from piecement_engine.rules.timing import MILLISECOND

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

    def copy(self) -> Self:
        return copy.copy(self)


def _with_level(rules: Rules, level: int) -> Rules:
    """Return rules with the fall of a level; at 0 there is no fall, and soft drop has its own speed."""
    if level:
        return replace(rules, start_level=level, fall_delay_ns=None, soft_drop_interval_ns=None)
    return replace(rules, start_level=1, fall_delay_ns=LONGEST_NS, soft_drop_interval_ns=33 * MILLISECOND)


ZEN: Final = Mode(
    name="zen",
    title="Zen",
    sentence="Play as long as you like: you cannot lose.",
    group="Practice",
    rules=Rules(modifiers=(NoTopOut(),)),
    ranking=("-lines", "-score"),
    headline="lines",
    options=(
        Number(
            name="level",
            title="Level",
            sentence="How fast pieces fall.",
            default=1,
            low=0,
            high=20,
            titles={0: "no gravity"},
            apply=_with_level,
        ),
    ),
)
