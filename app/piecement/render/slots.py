"""Slots: the rectangles that the parts beside the field are drawn in."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple


class FieldSide(StrEnum):
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
    ATTACK = "attack"
    RIVAL = "rival"
    MESSAGES = "messages"
    LEGEND = "legend"
    PRESSED = "pressed"
    FPS = "fps"


class Rest(NamedTuple):
    """Previews besides the large ones: small ones on a first line, as many as fit, and tiny ones on the lines below."""

    previews: int
    width: int
    """The columns of the widest small one, with the blank after it."""
    height: int
    """The lines of a small one."""
    tiny_width: int
    """The columns of the widest tiny one, with the blank after it."""

    def lines(self, width: int) -> int:
        """Return the lines that all of them take in so many columns."""
        tiny = max(0, self.previews - max(1, (width + 1) // self.width))
        return self.height + -(-tiny // max(1, (width + 1) // self.tiny_width))


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
    rest: Rest | None = None
    """Its other previews."""


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
    side: FieldSide | None = None
    """The side of the field whose wall its box joins."""


REST_INDENT: Final = 3
"""The blanks before previews that are not large."""


def indentation(slot: Slot) -> str:
    """Return the blanks between the wall of the field and text on its right."""
    return "  " if slot.side is FieldSide.RIGHT else ""


class Plot(NamedTuple):
    """The rectangle of a column."""

    x: int
    y: int
    width: int
    height: int
    side: FieldSide | None
    """The side of the field that it adjoins."""


def stacked(wants: Sequence[Want], plot: Plot) -> list[Slot]:
    """Return slots for as many parts as fit below each other, with a line between them where there is room."""
    x, y, width, height, side = plot
    kept = _with_rest(_fitting(wants, height), width, height)
    spare = height - sum(want.least for want in kept)
    gaps = len(kept) - 1
    if spare < gaps:
        gaps = gaps - 1 if spare == gaps - 1 and kept[-1].part is Part.MESSAGES else 0
    heights = _grown(kept, spare - gaps)
    slots: list[Slot] = []
    for i, (want, lines) in enumerate(zip(kept, heights, strict=True)):
        slots.append(Slot(want.part, x, y, width, lines, want.box, want.scale, want.previews, side))
        y += lines + (i < gaps)
    return slots


def _with_rest(wants: Sequence[Want], width: int, height: int) -> list[Want]:
    """Return the parts with lines for all previews, as far as that costs no line between two others."""
    spare = height - sum(want.least for want in wants) - max(0, len(wants) - 2)
    grown: list[Want] = []
    for want in wants:
        needed = want.box + want.rest.lines(width - REST_INDENT) if want.rest else 0
        more = max(0, min(needed - want.least, spare))
        spare -= more
        grown.append(want._replace(least=want.least + more, most=max(want.most, needed)))
    return grown


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
