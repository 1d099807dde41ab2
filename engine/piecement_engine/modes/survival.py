"""Survival: garbage rises, faster and faster."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from piecement_engine.hooks import Hooks, Modifier, register_modifier
from piecement_engine.limits import Limit, Limits
from piecement_engine.modes.common_options import lines_goal, start_level
from piecement_engine.modes.garbage_rows import HoleRows, insert_below
from piecement_engine.modes.mode import Mode
from piecement_engine.rules import Rules
from piecement_engine.table import Table

_HALF_PIECES: Final = (
    *(16, 15, 15, 14, 13, 13, 12, 12, 11, 11),
    *(10, 10, 9, 9, 8, 8, 8, 7, 7, 7),
    *(6, 6, 6, 6, 5, 5, 5, 5, 4, 4),
)
"""Number of half pieces per rising row, for each ten lines: 16 / 4 ** (lines / 300), rounded (tetro-tui)."""

_LEAST_HALF_PIECES: Final = 4
"""Number of half pieces per rising row, from 290 lines on."""


@register_modifier
@dataclass(frozen=True, slots=True)
class RisingRows(Modifier):
    """Rising garbage: a row for every eight pieces at first, for every two in the end. A clear delays it."""

    kind = "rising_rows"

    rows: int = 1
    """Number of rows at the start."""
    messiness: int = 100
    """Probability that a hole is drawn anew instead of lying below the one above (percent)."""
    repeats: bool = False
    """Whether a hole drawn anew may lie below the one above."""

    def __post_init__(self) -> None:
        self.check_whole("rows", 0, 100)
        self.check_whole("messiness", 0, 100)
        self.check_switch("repeats")

    def hooks(self) -> Hooks:
        return _RisingRowsHooks(self)


class _RisingRowsHooks(Hooks):
    def __init__(self, modifier: RisingRows) -> None:
        self._modifier = modifier
        self._holes = HoleRows(modifier.messiness, repeats=modifier.repeats)
        self._half_pieces = 0
        self._due = False

    def started(self, table: Table) -> None:
        insert_below(table, [self._holes.row(table.rng, table.width) for _ in range(self._modifier.rows)])

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        self._half_pieces += 2
        budget = half_pieces_for_a_row(table.lines)
        self._due = not rows and self._half_pieces >= budget
        if self._due:
            self._half_pieces -= budget

    def spawning(self, table: Table) -> None:
        if self._due:
            self._due = False
            table.raise_rows([self._holes.row(table.rng, table.width)])

    def copy(self) -> Self:
        other = type(self)(self._modifier)
        other._holes = self._holes.copy()
        other._half_pieces, other._due = self._half_pieces, self._due
        return other


def half_pieces_for_a_row(lines: int) -> int:
    """Return the number of half pieces per rising row, after a number of lines."""
    tens = lines // 10
    return _HALF_PIECES[tens] if tens < len(_HALF_PIECES) else _LEAST_HALF_PIECES


SURVIVAL: Final = Mode(
    name="survival",
    title="Survival",
    sentence="Clear 300 lines while garbage rises, sooner and sooner.",
    group="Race",
    rules=Rules(limits=Limits(lines=Limit(300)), modifiers=(RisingRows(),)),
    ranking=("-lines", "time"),
    headline="lines",
    options=(lines_goal(300, high=1000, step=10, endless=True), start_level()),
)
