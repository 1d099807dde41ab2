"""Layout of a picture: the place of the field, and the slots of the panels around it."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple, Self

from textual.geometry import Size

from piecement.render.field_place import FieldPlace
from piecement.render.skins.look import Look, PanelKind


class FieldSide(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class Slot(NamedTuple):
    part: PanelKind
    x: int
    y: int
    width: int
    height: int
    box: int = 0
    """Number of lines, from the first, that form a box; 0 for none."""
    scale: int = 0
    """Scale of the large previews; 0 for none."""
    previews: int = 0
    """Number of large previews."""
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


def indentation(slot: Slot) -> str:
    """Return the blanks between the wall of the field and text on its right."""
    return "  " if slot.side is FieldSide.RIGHT else ""


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
        return self.name or TextPlace(field.x, max(0, field.top - 2), field.width)

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
