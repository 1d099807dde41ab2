"""Columns of panels: what each asks for, and the slots of those that fit below each other."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from textual.geometry import Region

from piecement.render.layout import FieldSide, Slot
from piecement.render.skins.look import PanelKind

REST_INDENT: Final = 3
"""Blanks before small previews."""


class SmallPreviews(NamedTuple):
    """Small previews: one line of small pieces, and tiny ones on the lines below."""

    previews: int
    width: int
    """Columns of the widest small piece, including the following blank."""
    height: int
    """Lines of a small piece."""
    tiny_width: int
    """Columns of the widest tiny piece, including the following blank."""

    def lines(self, width: int) -> int:
        """Return the number of lines that all of them take in a given width."""
        tiny = max(0, self.previews - max(1, (width + 1) // self.width))
        return self.height + -(-tiny // max(1, (width + 1) // self.tiny_width))


class PanelRequest(NamedTuple):
    """Request of a part for lines of a column."""

    part: PanelKind
    least: int
    """Minimum number of lines."""
    most: int
    """Maximum number of lines."""
    weight: int
    """Priority; the part with the lowest one is dropped first."""
    box: int = 0
    """Number of lines, from the first, that form a box."""
    scale: int = 0
    """Scale of the large previews; 0 for none."""
    previews: int = 0
    """Number of large previews."""
    rest: SmallPreviews | None = None
    """Small previews."""


def stacked(requests: Sequence[PanelRequest], area: Region, side: FieldSide | None) -> list[Slot]:
    """Return slots for as many parts as fit below each other, separated by lines if there is room.

    The area may adjoin a side of the field.
    """
    x, y, width, height = area
    shown = _with_rest(_fitting(requests, height), width, height)
    spare = height - sum(request.least for request in shown)
    gaps = len(shown) - 1
    if spare < gaps:  # messages, which are last, need no line before them
        gaps = gaps - 1 if spare == gaps - 1 and shown[-1].part is PanelKind.MESSAGES else 0
    heights = _grown(shown, spare - gaps)
    slots: list[Slot] = []
    for i, (request, lines) in enumerate(zip(shown, heights, strict=True)):
        slots.append(Slot(request.part, x, y, width, lines, request.box, request.scale, request.previews, side))
        y += lines + (i < gaps)
    return slots


def _with_rest(requests: Sequence[PanelRequest], width: int, height: int) -> list[PanelRequest]:
    """Return the requests with lines for all previews, unless that would cost lines between other parts."""
    spare = height - sum(request.least for request in requests) - max(0, len(requests) - 2)
    grown: list[PanelRequest] = []
    for request in requests:
        needed = request.box + request.rest.lines(width - REST_INDENT) if request.rest else 0
        more = max(0, min(needed - request.least, spare))
        spare -= more
        grown.append(request._replace(least=request.least + more, most=max(request.most, needed)))
    return grown


def _fitting(requests: Iterable[PanelRequest], height: int) -> list[PanelRequest]:
    shown = list(requests)
    while shown and sum(request.least for request in shown) > height:
        shown.remove(min(shown, key=lambda request: request.weight))
    return shown


def _grown(requests: Sequence[PanelRequest], spare: int) -> list[int]:
    heights = [request.least for request in requests]
    for i in sorted(range(len(requests)), key=lambda i: -requests[i].weight):
        more = min(spare, requests[i].most - requests[i].least)
        heights[i] += more
        spare -= more
    return heights
