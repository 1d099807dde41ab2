"""Panels beside the field, and the placing of their lines."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Any, Generic, TypeVar

from rich.style import Style

from piecement.render.layout import FieldSide, Slot, indentation
from piecement.render.pen import Pen
from piecement.render.rows import Row, width_of
from piecement.render.scene import Scene

StyledLine = list[tuple[str, Style]]
"""Parts of text side by side."""


def line_width(line: Iterable[tuple[str, Style]]) -> int:
    """Return the number of columns of a line."""
    return sum([width_of(text) for text, _ in line])


V = TypeVar("V")


@dataclass(slots=True, eq=False)
class Panel(Generic[V]):
    """Panel in a slot, with the lines that it last drew, each as wide as the slot."""

    slot: Slot
    _pen: Pen
    _select: Callable[[Scene], V]
    _draw: Callable[[Pen, Slot, V], list[Row]]
    _lines: tuple[Row, ...] = ()
    _value: object = field(default_factory=object)
    """Value shown by the lines; at first equal to no other."""

    def lines(self, scene: Scene) -> tuple[Row, ...]:
        """Return the visible lines, none beyond the slot; unchanged lines stay the same objects."""
        value = self._select(scene)
        if value is not self._value and value != self._value:
            rows = self._draw(self._pen, self.slot, value)[: self.slot.height]
            pairs = zip(rows, chain(self._lines, repeat(())), strict=False)
            self._value, self._lines = value, tuple([old if old == row else row for row, old in pairs])
        return self._lines


PanelMaker = Callable[[Slot, Pen], Panel[Any]]
"""Function that makes the panel for a slot."""


def panel(select: Callable[[Scene], V], draw: Callable[[Pen, Slot, V], list[Row]]) -> PanelMaker:
    """Return the maker of a panel, from a function that selects its value and one that draws it."""
    return lambda slot, pen: Panel(slot, pen, select, draw)


def first_fitting(width: int, *forms: StyledLine) -> StyledLine:
    """Return the first form of a line that fits into a width whole, or an empty line."""
    nothing: StyledLine = []
    return next((form for form in forms if line_width(form) <= width), nothing)


def in_words(text: str, width: int) -> str:
    """Return as many whole words of a text, from the first, as fit into a width."""
    while width_of(text) > width:
        text = text.rpartition(" ")[0]
    return text


def indented(pen: Pen, slot: Slot, *parts: tuple[str, Style]) -> Row:
    """Return parts of text side by side, away from the wall of the field."""
    return pen.row(slot.width, (indentation(slot), pen.blank), *parts)


def placed(pen: Pen, slot: Slot, line: StyledLine) -> Row:
    """Return a line at the side of its slot that is next to the field, or at its left."""
    indent = max(0, slot.width - line_width(line)) if slot.side is FieldSide.LEFT else len(indentation(slot))
    return pen.row(slot.width, (" " * indent, pen.blank), *line)


def boxed(pen: Pen, slot: Slot, label: str, lines: Sequence[StyledLine]) -> list[Row]:
    """Return lines centred in a labelled box; a box that joins the field has no wall on that side."""
    box, frame = pen.skin.box, pen.frame
    has_left, has_right = slot.side is not FieldSide.RIGHT, slot.side is not FieldSide.LEFT
    left, right = box.vertical * has_left, box.vertical * has_right
    inside = slot.width - has_left - has_right
    before = (inside - width_of(label)) // 2
    start = box.top_left * has_left + box.horizontal * before
    end = box.horizontal * (inside - width_of(label) - before) + box.top_right * has_right
    rows = [pen.row(slot.width, (start, frame), (label, pen.muted), (end, frame))]
    above = (slot.box - 2 - len(lines)) // 2
    padded: list[StyledLine] = [*([] for _ in range(above)), *lines]
    for i in range(slot.box - 2):
        line = padded[i] if i < len(padded) else []
        indent = max(0, inside - line_width(line)) // 2
        middle = pen.row(inside, (" " * indent, pen.blank), *line)
        rows.append((*pen.row(len(left), (left, frame)), *middle, *pen.row(len(right), (right, frame))))
    floor = box.bottom_left * has_left + box.horizontal * inside + box.bottom_right * has_right
    return [*rows, pen.row(slot.width, (floor, frame))]


def headed(pen: Pen, slot: Slot, heading: str, lines: Sequence[StyledLine], figure: str = "") -> list[Row]:
    """Return lines under a heading and a figure beside it, with a rule between them if there is room for all."""
    box = pen.skin.box
    rows = [pen.row(slot.width, (heading, pen.heading), (figure, pen.strong))]
    if slot.height >= 2 + len(lines):
        rule = box.rule * (width_of(heading) - len(box.rule_end) + 1) + box.rule_end
        rows.append(pen.row(slot.width, (rule, pen.frame)))
    return rows + [pen.row(slot.width, *line) for line in lines]
