"""Animations: the cells of the field that an effect covers for a moment."""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

MS: Final = 1_000_000
"""One millisecond in ns."""


class EffectCell(NamedTuple):
    """A cell that an effect covers with a glyph of two characters; the ink is a tile id."""

    x: int
    y: int
    glyph: str
    ink: int


class Layer(IntEnum):
    UNDER = 0
    """Seen only where the field is empty."""
    OVER = 1
    """Covers the tiles."""


class FieldSnapshot(NamedTuple):
    """The field as it is when an effect begins."""

    width: int
    height: int
    """How many rows are seen."""
    rows: Sequence[tuple[int, ...]]
    """The tiles, lowest row first."""


CellsAt = Callable[[int], Iterable[EffectCell]]
"""Returns the covered cells at an age in ns."""


class Animation(NamedTuple):
    """An effect that plays from one moment of game time to another."""

    start_ns: int
    end_ns: int
    layer: Layer
    cells_at: CellsAt
    follows_rows: bool = False
    """Whether it is over when the rows under it move."""
