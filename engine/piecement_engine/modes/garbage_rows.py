"""Garbage: rows of blocks that no piece left, and the modifier that starts a game with some."""

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from piecement_engine.board import Row
from piecement_engine.errors import RuleError
from piecement_engine.hooks import Hooks, Modifier, register_modifier
from piecement_engine.pieces import EMPTY, GREY
from piecement_engine.rng import Rng
from piecement_engine.table import Table


class HoleRows:
    """Makes full rows with one hole each, from the top down."""

    __slots__ = ("_last", "_messiness", "_repeats")

    def __init__(self, messiness: int, *, repeats: bool) -> None:
        self._messiness = messiness
        self._repeats = repeats
        self._last: int | None = None

    def row(self, rng: Rng, width: int) -> Row:
        hole = self._last
        if hole is None or (self._messiness == 100 or rng.below(100) < self._messiness):
            hole = self._drawn(rng, width)
        self._last = hole
        return tuple(EMPTY if x == hole else GREY for x in range(width))

    def _drawn(self, rng: Rng, width: int) -> int:
        if self._last is None or self._repeats:
            return rng.below(width)
        other = rng.below(width - 1)
        return other + 1 if other >= self._last else other

    def copy(self) -> Self:
        return copy.copy(self)


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


class _StartRowsHooks(Hooks):
    def __init__(self, modifier: StartRows) -> None:
        self._modifier = modifier

    def started(self, table: Table) -> None:
        modifier = self._modifier
        holes = HoleRows(modifier.messiness, repeats=True)
        insert_below(
            table,
            [
                _noise(table.rng, table.width) if modifier.style == "noise" else holes.row(table.rng, table.width)
                for _ in range(modifier.rows)
            ],
        )

    def copy(self) -> Self:
        return self


def _noise(rng: Rng, width: int) -> Row:
    """Return a random row that is not full."""
    while True:
        row = tuple(GREY if rng.below(2) else EMPTY for _ in range(width))
        if EMPTY in row:
            return row
