"""What effects play on: the field, and the spots of it that they cover for a moment."""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple


class Spot(NamedTuple):
    """A cell that an effect covers with a glyph of two characters; the ink is a tile id."""

    x: int
    y: int
    glyph: str
    ink: int


class Layer(IntEnum):
    """Where an effect lies."""

    UNDER = 0
    """Seen only where the field is empty."""
    OVER = 1
    """Covers the tiles."""


class Stage(NamedTuple):
    """The field as it is when an effect begins."""

    width: int
    height: int
    """How many rows are seen."""
    rows: Sequence[tuple[int, ...]]
    """The tiles, lowest row first."""


class Animation(NamedTuple):
    """An effect that plays from one moment of game time to another."""

    start_ns: int
    end_ns: int
    layer: Layer
    spots: Callable[[int], Iterable[Spot]]
    """Tells the spots at an age in ns."""
    follows_rows: bool = False
    """Whether it is over when the rows under it move."""


MS = 1_000_000
"""One millisecond in ns."""
