"""Animations: the cells that an effect covers, and the time for which it does.

A look that is to be steady has no effects: see `Look.hard_drop_effect` and those beside it.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Final, NamedTuple


class EffectCell(NamedTuple):
    """Cell covered by an effect with a glyph of two characters; the ink is a tile id."""

    x: int
    y: int
    glyph: str
    ink: int
    light: int = 0
    """Strength of a light in the colour of the ink, of `LIGHT_STEPS`; 0 for the glyph itself."""


LIGHT_STEPS: Final = 40
"""Number of strengths of a light in the field."""
GLOW_STEPS: Final = 8
"""Number of strengths of a light on the frame."""


class Layer(IntEnum):
    UNDER = 0
    """Visible only in empty cells of the field."""
    OVER = 1
    """Covers the tiles."""


class FieldSnapshot(NamedTuple):
    """Field at the start of an effect."""

    width: int
    height: int
    """Number of visible rows."""
    rows: Sequence[tuple[int, ...]]
    """Tiles of each row, lowest first."""


CellsAt = Callable[[int], Iterable[EffectCell]]
"""Function that returns the covered cells at an age (ns)."""


class Animation(NamedTuple):
    """Effect with a start and an end in game time."""

    start_ns: int
    end_ns: int
    layer: Layer
    cells_at: CellsAt
    follows_rows: bool = False
    """Whether the effect ends when the rows under it move."""


def no_effect(_event: object, _field: FieldSnapshot) -> list[Animation]:
    return []
