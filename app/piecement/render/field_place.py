"""Place of a field and of what stands beside it."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

from textual.geometry import Size

from piecement.render.skins.look import Look, PanelKind
from piecement.render.skins.skins import HALF, ROOMY, Skin
from piecement.render.slots import Slot


class Role(Enum):
    ABOVE = auto()
    """Above the frame."""
    RIM = auto()
    """The upper border, shared with the row above the skyline."""
    INSIDE = auto()
    BOTTOM = auto()
    BELOW = auto()


class FieldLine(NamedTuple):
    role: Role
    y: int
    """Row of the board; of two rows, the lower one."""
    line: int
    """Index of the line within that row, or within two rows of three lines, from above."""

    def rows(self, scale: float) -> tuple[int, ...]:
        """Return the rows of the board on the line, the upper one first."""
        if scale == HALF:
            return self.y + 1, self.y
        if scale == ROOMY and self.role is Role.INSIDE:
            return ((self.y + 1,), (self.y + 1, self.y), (self.y,))[self.line]
        return (self.y,)


class FieldPlace(NamedTuple):
    x: int
    """Column of the left wall."""
    y: int
    """First line."""
    width: int
    """Width including the walls."""
    scale: float
    lines: tuple[FieldLine, ...]

    top: int = 0
    """Line of the terminal on which the columns beside it begin."""

    @property
    def bottom(self) -> int:
        return self.y + len(self.lines)


def cell_width(scale: float) -> int:
    """Return the number of characters of a cell."""
    return int(2 * scale) or 1


def field_lines(skin: Skin, skyline: int, scale: float) -> tuple[FieldLine, ...]:
    if scale == ROOMY:
        lines = _roomy_lines(skyline)
    else:
        lines = _half_lines(skyline) if scale == HALF else _full_lines(skyline, int(scale))
    return (*lines, *_floor(skin))


def _full_lines(skyline: int, scale: int) -> Iterator[FieldLine]:
    for line in range(scale):
        yield FieldLine(Role.RIM if line == scale - 1 else Role.ABOVE, skyline, line)
    for y in reversed(range(skyline)):
        for line in range(scale):
            yield FieldLine(Role.INSIDE, y, line)


def _half_lines(skyline: int) -> Iterator[FieldLine]:
    even = skyline + skyline % 2
    yield FieldLine(Role.RIM, even, 0)
    for y in reversed(range(0, even, 2)):
        yield FieldLine(Role.INSIDE, y, 0)


def _roomy_lines(skyline: int) -> Iterator[FieldLine]:
    yield FieldLine(Role.RIM, skyline, 0)
    for y in reversed(range(0, skyline, 2)):
        for line in range(y + 1 == skyline, 3):
            yield FieldLine(Role.INSIDE, y, line)


def _floor(skin: Skin) -> Iterator[FieldLine]:
    yield FieldLine(Role.BOTTOM, -1, 0)
    if skin.frame.below_fill:
        yield FieldLine(Role.BELOW, -1, 0)


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


_FPS_WIDTH: Final = 8


def status_slots(size: Size, field: FieldPlace, slots: list[Slot], look: Look) -> Iterator[Slot]:
    if look.pressed_keys and field.bottom < size.height:
        yield Slot(PanelKind.PRESSED, field.x, field.bottom, field.width, 1)
    if look.show_fps:
        near = [slot for slot in slots if slot.x < _FPS_WIDTH]
        free = [y for y in (0, size.height - 1) if not any(slot.y <= y < slot.y + slot.height for slot in near)]
        if free and field.x >= _FPS_WIDTH:
            yield Slot(PanelKind.FPS, 0, free[0], _FPS_WIDTH, 1)
