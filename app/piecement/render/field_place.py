"""Place of a field on a terminal, and its lines."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from piecement.render.skins.skins import HALF, ROOMY, Skin


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


def field_width(skin: Skin, columns: int, scale: float) -> int:
    """Return the number of characters of a field, with its walls."""
    return len(skin.frame.left) + cell_width(scale) * columns + len(skin.frame.right)


def field_lines(skin: Skin, skyline: int, scale: float) -> tuple[FieldLine, ...]:
    """Return the lines of a field with its rim and floor, the highest first."""
    if scale == ROOMY:
        lines = _roomy_lines(skyline)
    else:
        lines = _half_lines(skyline) if scale == HALF else _full_lines(skyline, int(scale))
    below = [FieldLine(Role.BELOW, -1, 0)] if skin.frame.below_fill else []
    return (*lines, FieldLine(Role.BOTTOM, -1, 0), *below)


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
