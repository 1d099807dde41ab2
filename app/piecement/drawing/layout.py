"""Where everything goes on a terminal of some size."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from typing import Final, NamedTuple

from piecement.drawing.columns import ARRANGEMENTS, Arrange, Arrangement, Column, Room, compact, least_column_height
from piecement.drawing.needs import Needs
from piecement.drawing.scene import Caption, View
from piecement.drawing.slots import Part, Plot, Side, Slot, stacked
from piecement.skins import HALF, Look, Skin

_FPS_WIDTH: Final = 8
_COLUMN_HEIGHT: Final = 22
"""What columns of text take; a lower field is put no lower than one of this height."""


class Size(NamedTuple):
    """Columns and lines."""

    width: int
    height: int


class Role(Enum):
    """What a line of the field is."""

    ABOVE = auto()
    """Higher than the frame."""
    RIM = auto()
    """The upper border, which the row above the skyline shares."""
    INSIDE = auto()
    BOTTOM = auto()
    BELOW = auto()


class FieldLine(NamedTuple):
    """A line of text of the field."""

    role: Role
    y: int
    """The row of the board; of two rows, the lower one."""
    line: int
    """Which of the lines of that row it is, from above."""


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """Where the field is, and how large."""

    x: int
    """Where the left wall begins."""
    y: int
    """The first line."""
    width: int
    """From wall to wall, walls included."""
    scale: int
    lines: tuple[FieldLine, ...]

    top: int = 0
    """The line of the terminal on which the columns beside it begin."""

    @property
    def bottom(self) -> int:
        """The line after the last."""
        return self.y + len(self.lines)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of everything on a terminal."""

    size: Size
    minimum: Size
    """The least size that the look can do with, for this game."""
    fits: bool
    """Whether there is room at all; nothing is placed where there is not."""
    field: FieldPlace
    slots: tuple[Slot, ...]


def layout_for(width: int, height: int, view: View, look: Look, caption: Caption) -> Layout:
    """Return the layout for a game on a terminal of some size."""
    return plan_layout(Size(width, height), Needs.of(view, caption), look)


@lru_cache(maxsize=64)
def plan_layout(size: Size, needs: Needs, look: Look) -> Layout:
    """Return the roomiest layout that fits, of those that the skin can be drawn in."""
    minimum = _minimum(needs, look)
    if size.height >= minimum.height:
        for scale, arrange in _candidates(look.chosen_skin):
            field = _field_at(size, needs, look.chosen_skin, scale)
            arrangement = arrange(Room(needs, look, max(1, scale), _inner_bottom(size, field) - field.top))
            asked = arrangement.left_width + field.width + arrangement.right_width
            if asked <= size.width and field.bottom <= size.height:
                return _placed(size, minimum, field, arrangement, look)
    return Layout(size, minimum, False, FieldPlace(0, 0, 0, 1, ()), ())


def _candidates(skin: Skin) -> Iterator[tuple[int, Arrange]]:
    for scale in skin.scales:
        for arrange in ARRANGEMENTS:
            if arrange is not compact or scale <= skin.compact_scale:
                yield scale, arrange


def _minimum(needs: Needs, look: Look) -> Size:
    scale = min(look.chosen_skin.scales)
    arrangement = compact(Room(needs, look, 1, 0))
    field = _field_at(Size(0, 0), needs, look.chosen_skin, scale)
    height = max(field.bottom, least_column_height(needs))
    return Size(field.width + arrangement.right_width, height)


def _field_at(size: Size, needs: Needs, skin: Skin, scale: int) -> FieldPlace:
    """Return the field at the left edge, and as high as it goes beside columns of text."""
    lines = field_lines(skin, needs.skyline, scale)
    cell = 2 * scale or 1
    width = len(skin.frame.left) + cell * needs.width + len(skin.frame.right)
    y = max(0, (size.height - max(len(lines), _COLUMN_HEIGHT)) // 2)
    rim = y + next(i for i, line in enumerate(lines) if line.role is Role.RIM)
    top = rim if skin.frame.top_fill.strip() else rim + 1
    return FieldPlace(0, y, width, scale, lines, top)


def _inner_bottom(size: Size, field: FieldPlace) -> int:
    """Return the line before which columns at the field end, so that they leave its foot room."""
    return size.height if field.scale == HALF else field.bottom - 1


def _placed(size: Size, minimum: Size, field: FieldPlace, arrangement: Arrangement, look: Look) -> Layout:
    x = _field_x(size.width, field.width, arrangement)
    field = replace(field, x=x)
    beside = (*_left_slots(size, field, arrangement), *_right_slots(size, field, arrangement))
    slots = [slot if _adjoins(slot, field) else slot._replace(side=None) for slot in beside]
    slots += _status_slots(size, field, slots, look)
    return Layout(size, minimum, True, field, tuple(slots))


def _field_x(width: int, field_width: int, arrangement: Arrangement) -> int:
    """Return where the field begins: in the middle, or where its columns let it."""
    spare = width - field_width
    if not arrangement.left:
        return (spare - min(spare, arrangement.right[0].most)) // 2
    return min(max(spare // 2, arrangement.left_width), spare - arrangement.right_width)


def _left_slots(size: Size, field: FieldPlace, arrangement: Arrangement) -> Iterator[Slot]:
    edge = field.x
    widths = _widths(arrangement.left, field.x, arrangement.gap)
    for i, (column, width) in enumerate(zip(arrangement.left, widths, strict=True)):
        edge -= width
        bottom = size.height if i else _inner_bottom(size, field)
        yield from stacked(column.wants, Plot(edge, field.top, width, bottom - field.top, None if i else Side.LEFT))
        edge -= arrangement.gap


def _right_slots(size: Size, field: FieldPlace, arrangement: Arrangement) -> Iterator[Slot]:
    edge = field.x + field.width
    widths = _widths(arrangement.right, size.width - edge, arrangement.gap)
    for i, (column, width) in enumerate(zip(arrangement.right, widths, strict=True)):
        bottom = size.height if i or not arrangement.left else _inner_bottom(size, field)
        yield from stacked(column.wants, Plot(edge, field.top, width, bottom - field.top, None if i else Side.RIGHT))
        edge += width + arrangement.gap


def _adjoins(slot: Slot, field: FieldPlace) -> bool:
    """Return whether the wall of the field is as long as a box that would use it."""
    return slot.y + slot.box <= field.bottom


def _widths(columns: tuple[Column, ...], space: int, gap: int) -> list[int]:
    spare = space - sum(column.least for column in columns) - gap * max(0, len(columns) - 1)
    widths: list[int] = []
    for column in columns:
        more = min(spare, column.most - column.least)
        widths.append(column.least + more)
        spare -= more
    return widths


def _status_slots(size: Size, field: FieldPlace, slots: list[Slot], look: Look) -> Iterator[Slot]:
    if look.pressed_keys and field.bottom < size.height:
        yield Slot(Part.PRESSED, field.x, field.bottom, field.width, 1)
    if look.show_fps:
        free = [y for y in (0, size.height - 1) if all(_is_clear(slot, y) for slot in slots)]
        if free and field.x >= _FPS_WIDTH:
            yield Slot(Part.FPS, 0, free[0], _FPS_WIDTH, 1)


def _is_clear(slot: Slot, y: int) -> bool:
    return slot.x >= _FPS_WIDTH or not slot.y <= y < slot.y + slot.height


def field_lines(skin: Skin, skyline: int, scale: int) -> tuple[FieldLine, ...]:
    """Return the lines of a field, from above."""
    return tuple(_half_lines(skyline) if scale == HALF else _full_lines(skyline, scale)) + tuple(_floor(skin))


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


def _floor(skin: Skin) -> Iterator[FieldLine]:
    yield FieldLine(Role.BOTTOM, -1, 0)
    if skin.frame.below_fill:
        yield FieldLine(Role.BELOW, -1, 0)
