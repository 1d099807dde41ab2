"""Garbage rows in modes: some at the start, or rising ever sooner (Survival)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from piecement_engine.board.board import Row
from piecement_engine.board.pieces import EMPTY, GREY
from piecement_engine.errors import RuleError
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.table import Table
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import unmodified, with_fields
from piecement_engine.modes.tables import lines_goal, mode, start_level
from piecement_engine.rng import Rng
from piecement_engine.rules.rules import Rules


class HoleRows:
    """Makes full rows with one hole each, from the top down."""

    __slots__ = ("_last", "_messiness", "_repeats")

    def __init__(self, messiness: int, *, repeats: bool) -> None:
        self._messiness = messiness
        self._repeats = repeats
        self._last: int | None = None

    def rows(self, table: Table, count: int) -> list[Row]:
        return [self.row(table.rng, table.width) for _ in range(count)]

    def row(self, rng: Rng, width: int) -> Row:
        hole = self._last
        if hole is None or self._messiness == 100 or rng.below(100) < self._messiness:  # 100 % takes no draw
            hole = self._drawn(rng, width)
        self._last = hole
        return tuple(EMPTY if x == hole else GREY for x in range(width))

    def _drawn(self, rng: Rng, width: int) -> int:
        if self._last is None or self._repeats:
            return rng.below(width)
        other = rng.below(width - 1)
        return other + 1 if other >= self._last else other


def insert_below(table: Table, rows: Iterable[Row]) -> None:
    """Insert rows, the highest first, below the stack. Rows without room on top are lost."""
    table.set_rows([*reversed(list(rows)), *table.rows][: table.height])


@register_modifier
@dataclass(frozen=True, slots=True)
class StartRows(Modifier):
    """Rows of garbage at the start, which count as lines."""

    kind = "start_rows"

    rows: int = 5
    """Number of rows."""
    style: str = "noise"
    """`noise` fills each cell with a probability of one half (pytetris); `holes` are full rows with one hole each."""
    messiness: int = 100
    """For `holes`: probability that a hole is drawn anew instead of lying below the one above (percent)."""

    def __post_init__(self) -> None:
        self.check_whole("rows", 0, 100)
        self.check_whole("messiness", 0, 100)
        if self.style not in ("noise", "holes"):
            raise RuleError(f"style of start_rows is {self.style!r}: it is noise or holes")

    def hooks(self) -> Hooks:
        return _StartRowsHooks(self)


def with_start_rows(rules: Rules, rows: int) -> Rules:
    return with_fields(rules, StartRows, rows=rows) if rows else unmodified(rules, StartRows)


class _StartRowsHooks(Hooks):
    def __init__(self, modifier: StartRows) -> None:
        self._modifier = modifier

    def started(self, table: Table) -> None:
        modifier = self._modifier
        if modifier.style == "noise":
            insert_below(table, [_noise(table.rng, table.width) for _ in range(modifier.rows)])
        else:
            insert_below(table, HoleRows(modifier.messiness, repeats=True).rows(table, modifier.rows))


def _noise(rng: Rng, width: int) -> Row:
    """Return a random row that is not full."""
    while True:
        row = tuple(GREY if rng.below(2) else EMPTY for _ in range(width))
        if EMPTY in row:
            return row


_HALF_PIECES: Final = (
    *(16, 15, 15, 14, 13, 13, 12, 12, 11, 11),
    *(10, 10, 9, 9, 8, 8, 8, 7, 7, 7),
    *(6, 6, 6, 6, 5, 5, 5, 5, 4, 4),
)
"""Number of half pieces per rising row, for each ten lines: 16 / 4 ** (lines / 300), rounded (tetro-tui)."""

_LEAST_HALF_PIECES: Final = 4
"""Number of half pieces per rising row, from 300 lines on."""


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
        insert_below(table, self._holes.rows(table, self._modifier.rows))
        self._set_rises_in(table)

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        self._half_pieces += 2
        budget = half_pieces_for_a_row(table.lines)
        self._due = not rows and self._half_pieces >= budget
        if self._due:
            self._half_pieces -= budget
        self._set_rises_in(table)

    def cleared(self, table: Table) -> None:
        self._set_rises_in(table)

    def spawning(self, table: Table) -> None:
        if self._due:
            self._due = False
            table.raise_rows(self._holes.rows(table, 1))

    def _set_rises_in(self, table: Table) -> None:
        self.rises_in = max(1, (half_pieces_for_a_row(table.lines) - self._half_pieces + 1) // 2)


def half_pieces_for_a_row(lines: int) -> int:
    """Return the number of half pieces per rising row, after a number of lines."""
    tens = lines // 10
    return _HALF_PIECES[tens] if tens < len(_HALF_PIECES) else _LEAST_HALF_PIECES


SURVIVAL: Final[Mode] = mode("survival", options=(lines_goal(300, high=1000), start_level()))
