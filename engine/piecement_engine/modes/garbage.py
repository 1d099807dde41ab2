"""Garbage: rows of blocks that no piece left, and the modifier that has some lie there at the start."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from piecement_engine.board import Row
from piecement_engine.chance import Chance
from piecement_engine.errors import RuleError
from piecement_engine.modes.checks import check_whole
from piecement_engine.modifiers import Hooks, Modifier, Table, register_modifier
from piecement_engine.pieces import EMPTY, GREY


class HoleRows:
    """Makes full rows with one hole each, one after another from the top down."""

    __slots__ = ("_last", "_messiness", "_repeats")

    def __init__(self, messiness: int, *, repeats: bool) -> None:
        self._messiness = messiness
        self._repeats = repeats
        self._last: int | None = None

    def row(self, chance: Chance, width: int) -> Row:
        """Return the next row."""
        hole = self._last
        if hole is None or (self._messiness == 100 or chance.below(100) < self._messiness):
            hole = self._drawn(chance, width)
        self._last = hole
        return tuple(EMPTY if x == hole else GREY for x in range(width))

    def _drawn(self, chance: Chance, width: int) -> int:
        if self._last is None or self._repeats:
            return chance.below(width)
        other = chance.below(width - 1)
        return other + 1 if other >= self._last else other

    def copy(self) -> Self:
        """Return a maker that goes on alone from the same state."""
        other = type(self)(self._messiness, repeats=self._repeats)
        other._last = self._last
        return other


def lay_below(table: Table, rows: Iterable[Row]) -> None:
    """Put rows, the highest first, under what lies there; what has no room on top is left out."""
    table.set_rows([*reversed(list(rows)), *table.rows][: table.height])


@register_modifier
@dataclass(frozen=True, slots=True)
class StartRows(Modifier):
    """Rows of garbage that lie there at the start, and count as any others."""

    kind = "start_rows"

    rows: int = 5
    """How many."""
    style: str = "noise"
    """`noise` has each cell filled or not, as likely (pytetris); `holes` are full rows with one hole each."""
    messiness: int = 100
    """For `holes`: how likely, in percent, a hole is drawn anew instead of lying below the one above."""

    def __post_init__(self) -> None:
        check_whole(self, "rows", 0, 100)
        check_whole(self, "messiness", 0, 100)
        if self.style not in ("noise", "holes"):
            raise RuleError(f"style of start_rows is {self.style!r}: it is noise or holes")

    def hooks(self) -> Hooks:
        """Return new hooks for a new game."""
        return _StartRowsHooks(self)


class _StartRowsHooks(Hooks):
    def __init__(self, modifier: StartRows) -> None:
        self._modifier = modifier

    def started(self, table: Table) -> None:
        modifier = self._modifier
        holes = HoleRows(modifier.messiness, repeats=True)
        lay_below(
            table,
            [
                _noise(table.chance, table.width) if modifier.style == "noise" else holes.row(table.chance, table.width)
                for _ in range(modifier.rows)
            ],
        )

    def copy(self) -> Self:
        return self


def _noise(chance: Chance, width: int) -> Row:
    """Return a row of chance blocks that is not full."""
    while True:
        row = tuple(GREY if chance.below(2) else EMPTY for _ in range(width))
        if EMPTY in row:
            return row
