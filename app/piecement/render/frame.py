"""The frame of the field, line by line."""

from typing import Final

from piecement.render.field_place import FieldPlace, Role
from piecement.render.pen import Pen, Row
from piecement.render.slots import FieldSide, Slot


class FieldFrame:
    """Draws the walls and the floor of the field; a wall shows where a box joins it."""

    def __init__(self, pen: Pen, place: FieldPlace, slots: tuple[Slot, ...], spill: int) -> None:
        self._pen = pen
        self._frame: Final = pen.skin.frame
        self._inside = place.width - len(self._frame.left) - len(self._frame.right)
        self._joints = {(y, slot.side) for slot in slots if slot.box for y in (slot.y, slot.y + slot.box - 1)}
        self.spill: Final = min(spill, len(self._frame.bottom_left) - len(self._frame.left))
        """How many characters the floor reaches out beyond either wall."""

    def wall(self, role: Role, y: int, side: FieldSide) -> Row:
        """Return the wall on a side of a line of the terminal."""
        frame = self._frame
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
        return self._pen.row(len(wall), (wall, self._pen.frame))

    def floor(self, lit: int) -> Row:
        """Return the bottom line, so many characters of it lit up."""
        pen, frame = self._pen, self._frame
        start = len(frame.bottom_left) - len(frame.left) - self.spill
        left = frame.bottom_left[start:]
        right = frame.bottom_right[: len(frame.right) + self.spill]
        fill = (frame.bottom_fill * self._inside)[lit : self._inside]
        width = len(left) + self._inside + len(right)
        return pen.row(width, (left, pen.frame), (frame.meter * lit, pen.lit), (fill + right, pen.frame))

    def below(self) -> Row:
        """Return the line under the bottom."""
        pen, frame = self._pen, self._frame
        indent = " " * len(frame.left)
        fill = (frame.below_fill * self._inside)[: self._inside]
        return pen.row(2 * len(frame.left) + self._inside, (indent + fill, pen.frame))

    def lit(self, part: float) -> int:
        """Return how many characters of the floor stand for a part, 0 to 1."""
        return round(max(0.0, min(1.0, part)) * self._inside)
