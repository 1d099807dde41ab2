"""Slots: the rectangles that the parts beside the field are drawn in."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple


class Side(StrEnum):
    """A side of the field."""

    LEFT = "left"
    RIGHT = "right"


class Part(StrEnum):
    """What is drawn in a slot."""

    MODE = "mode"
    GOAL = "goal"
    FOCUS = "focus"
    NEXT = "next"
    HOLD = "hold"
    STATS = "stats"
    TIME = "time"
    PIECES = "pieces"
    EXTRAS = "extras"
    RACE = "race"
    RIVAL = "rival"
    MESSAGES = "messages"
    LEGEND = "legend"
    PRESSED = "pressed"
    FPS = "fps"


class Want(NamedTuple):
    """A part that asks for lines of a column."""

    part: Part
    least: int
    most: int
    weight: int
    """The part of the least weight is left out first."""
    box: int = 0
    """How many of its lines, from the first, are a box."""
    scale: int = 0
    """The scale of its large previews; 0 has none."""
    previews: int = 0
    """How many of its previews are large."""


class Slot(NamedTuple):
    """Where a part is drawn."""

    part: Part
    x: int
    y: int
    width: int
    height: int
    box: int = 0
    scale: int = 0
    previews: int = 0
    side: Side | None = None
    """The side of the field whose wall its box joins."""


def indentation(slot: Slot) -> str:
    """Return the blanks between the wall of the field and text on its right."""
    return "  " if slot.side is Side.RIGHT else ""


class Plot(NamedTuple):
    """The rectangle of a column."""

    x: int
    y: int
    width: int
    height: int
    side: Side | None
    """The side of the field that it adjoins."""


def stacked(wants: Sequence[Want], plot: Plot) -> list[Slot]:
    """Return slots for as many parts as fit below each other, with a line between them where there is room."""
    x, y, width, height, side = plot
    kept = _fitting(wants, height)
    spare = height - sum(want.least for want in kept)
    gap = 1 if spare >= len(kept) - 1 else 0
    heights = _grown(kept, spare - gap * (len(kept) - 1))
    slots: list[Slot] = []
    for want, lines in zip(kept, heights, strict=True):
        slots.append(Slot(want.part, x, y, width, lines, want.box, want.scale, want.previews, side))
        y += lines + gap
    return slots


def _fitting(wants: Iterable[Want], height: int) -> list[Want]:
    kept = list(wants)
    while kept and sum(want.least for want in kept) > height:
        kept.remove(min(kept, key=lambda want: want.weight))
    return kept


def _grown(wants: Sequence[Want], spare: int) -> list[int]:
    heights = [want.least for want in wants]
    for i in sorted(range(len(wants)), key=lambda i: -wants[i].weight):
        more = min(spare, wants[i].most - wants[i].least)
        heights[i] += more
        spare -= more
    return heights
