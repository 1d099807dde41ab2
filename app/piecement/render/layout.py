"""Layout of a picture: slots of panels, stacked in a column or placed one by one, and where the field is."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, Self

from textual.geometry import Region, Size

from piecement.render.field_place import FieldPlace
from piecement.render.skins.look import Look, PanelKind


class FieldSide(StrEnum):
    LEFT = "left"
    RIGHT = "right"


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
    most: int
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


class Slot(NamedTuple):
    part: PanelKind
    x: int
    y: int
    width: int
    height: int
    box: int = 0
    scale: int = 0
    previews: int = 0
    side: FieldSide | None = None
    """Side of the field whose wall the box joins."""
    figure: str = ""
    """Name of a figure of a calm HUD."""
    label_width: int = 0
    """Least columns of the label on the same line as its value; 0 for a label above."""
    is_marked: bool = False
    """Whether a footer shows the mark of the game."""
    each: int = 0
    """Lines of each large preview of a calm HUD, with the blank one below it."""


REST_INDENT: Final = 3
"""Blanks before small previews."""


def indentation(slot: Slot) -> str:
    """Return the blanks between the wall of the field and text on its right."""
    return "  " if slot.side is FieldSide.RIGHT else ""


def stacked(requests: Sequence[PanelRequest], area: Region, side: FieldSide | None) -> list[Slot]:
    """Return slots for as many parts as fit below each other, separated by lines if there is room.

    The area may adjoin a side of the field.
    """
    x, y, width, height = area
    shown = _with_rest(_fitting(requests, height), width, height)
    spare = height - sum(request.least for request in shown)
    gaps = len(shown) - 1
    if spare < gaps:
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


class TextPlace(NamedTuple):
    x: int
    y: int
    width: int


class Layout(NamedTuple):
    size: Size
    minimum: Size
    """Minimum size for this game and look."""
    fits: bool
    """Whether the terminal is large enough; otherwise nothing is placed."""
    field: FieldPlace
    slots: tuple[Slot, ...]
    name: TextPlace | None = None
    """Place of a player's name; None for above the field."""

    @classmethod
    def too_small(cls, size: Size, minimum: Size) -> Self:
        """Return the layout of a terminal that is too small."""
        return cls(size, minimum, False, FieldPlace(0, 0, 0, 1, ()), ())

    @property
    def headline(self) -> TextPlace:
        """The place of a player's name and counts."""
        field = self.field
        return self.name or TextPlace(field.x, max(0, field.top - 2) if field.top > 1 else 0, field.width)

    @property
    def has_last_line(self) -> bool:
        """Whether the field leaves the last line of the terminal free."""
        return self.field.bottom < self.size.height

    @property
    def note(self) -> TextPlace | None:
        """The free line beside a field that leaves none below it; None if there is none."""
        if self.name is not None:
            return self.name._replace(y=self.name.y + (1 if self.name.y + 1 < self.field.bottom else -1))
        marks = (slot for slot in self.slots if slot.part is PanelKind.MARK)
        return next((TextPlace(slot.x, slot.y, slot.width) for slot in marks), None)


_FPS_WIDTH: Final = 8


def status_slots(size: Size, field: FieldPlace, slots: list[Slot], look: Look) -> Iterator[Slot]:
    """Yield the slots of held keys and of the frame rate, as the look asks for them and the other slots leave room."""
    if look.pressed_keys and field.bottom < size.height:
        yield Slot(PanelKind.PRESSED, field.x, field.bottom, field.width, 1)
    if look.show_fps:
        near = [slot for slot in slots if slot.x < _FPS_WIDTH]
        free = [y for y in (0, size.height - 1) if not any(slot.y <= y < slot.y + slot.height for slot in near)]
        if free and field.x >= _FPS_WIDTH:
            yield Slot(PanelKind.FPS, 0, free[0], _FPS_WIDTH, 1)
