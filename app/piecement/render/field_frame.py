"""Walls and floor of the field."""

from typing import Final

from rich.segment import Segment
from rich.style import Style

from piecement.render.field_place import FieldPlace, Role
from piecement.render.pen import Pen
from piecement.render.rows import Row
from piecement.render.slots import FieldSide, Slot

_REVERSE: Final = Style(reverse=True)


class FieldFrame:
    """Draws the walls and the floor of the field, with joints for adjoining boxes."""

    def __init__(self, pen: Pen, place: FieldPlace, slots: tuple[Slot, ...], spill: int) -> None:
        self._pen = pen
        self._frame: Final = pen.skin.frame
        self._inside = place.width - len(self._frame.left) - len(self._frame.right)
        self._is_painted: Final = pen.skin.is_modern and pen.look.has_seams
        """Whether walls are background, where glyphs do not reach from line to line."""
        self._joints = {(y, slot.side) for slot in slots if slot.box for y in (slot.y, slot.y + slot.box - 1)}
        self.spill: Final = min(spill, len(self._frame.bottom_left) - len(self._frame.left))
        """Number of characters by which the floor extends beyond either wall."""

    def wall(self, role: Role, y: int, side: FieldSide, glow: tuple[int, int] | None = None) -> Row:
        """Return a wall on a line, in a light or in its own colour."""
        frame, style = self._frame, self._style(glow)
        joins = (y, side) in self._joints
        if role is Role.RIM:
            left = frame.top_left_joint if joins else frame.top_left
            right = frame.top_right_joint if joins else frame.top_right
        elif role is Role.INSIDE:
            left = frame.left_joint if joins else frame.left
            right = frame.right_joint if joins else frame.right
        else:
            left, right = " " * len(frame.left), " " * len(frame.right)
        wall = left if side is FieldSide.LEFT else right
        if self._is_painted and role is Role.INSIDE:
            return (Segment(" " * len(wall), style + _REVERSE),)
        return self._pen.row(len(wall), (wall, style))

    def floor(self, lit: int, glow: tuple[int, int] | None = None) -> Row:
        """Return the bottom line, with the given number of its characters lit, the others in a light."""
        pen, frame, style = self._pen, self._frame, self._style(glow)
        if self._is_painted and not lit:
            return (Segment("▄" * (self._inside + 2), style + _REVERSE),)
        start = len(frame.bottom_left) - len(frame.left) - self.spill
        left = frame.bottom_left[start:]
        right = frame.bottom_right[: len(frame.right) + self.spill]
        fill = (frame.bottom_fill * self._inside)[lit : self._inside]
        width = len(left) + self._inside + len(right)
        return pen.row(width, (left, style), (frame.meter * lit, pen.lit), (fill + right, style))

    def below(self) -> Row:
        pen, frame = self._pen, self._frame
        indent = " " * len(frame.left)
        fill = (frame.below_fill * self._inside)[: self._inside]
        return pen.row(2 * len(frame.left) + self._inside, (indent + fill, pen.frame))

    def _style(self, glow: tuple[int, int] | None) -> Style:
        return self._pen.frame if glow is None else self._pen.glows[glow]

    def lit(self, part: float) -> int:
        """Return the number of floor characters for a fraction from 0 to 1."""
        return round(max(0.0, min(1.0, part)) * self._inside)
