"""Position of the field on a terminal, and the content of each of its lines."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

from piecement.render.needs import Requirements
from piecement.render.skins.skin import HALF, Skin

_COLUMN_HEIGHT: Final = 22
"""Height that aligns the field with columns of text; a lower field starts no lower (lines)."""


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
    """Index of the line within that row, from above."""


class FieldPlace(NamedTuple):
    x: int
    """Column of the left wall."""
    y: int
    """First line."""
    width: int
    """Width including the walls."""
    scale: int
    lines: tuple[FieldLine, ...]

    top: int = 0
    """Line of the terminal on which the columns beside it begin."""

    @property
    def bottom(self) -> int:
        return self.y + len(self.lines)


def field_at(height: int, needs: Requirements, skin: Skin, scale: int) -> FieldPlace:
    """Return the field at the left edge of a terminal, as high as it goes beside columns of text."""
    lines = field_lines(skin, needs.skyline, scale)
    cell = 2 * scale or 1
    width = len(skin.frame.left) + cell * needs.width + len(skin.frame.right)
    y = max(0, (height - max(len(lines), _COLUMN_HEIGHT)) // 2)
    rim = y + next(i for i, line in enumerate(lines) if line.role is Role.RIM)
    top = rim if skin.frame.top_fill.strip() else rim + 1
    return FieldPlace(0, y, width, scale, lines, top)


def field_lines(skin: Skin, skyline: int, scale: int) -> tuple[FieldLine, ...]:
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
