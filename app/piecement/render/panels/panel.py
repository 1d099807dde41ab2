"""Panels beside the field, and previews of pieces."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Any, Final, Generic, TypeVar

from rich.style import Style

from piecement.render.pen import Pen
from piecement.render.rows import Cell, Row, merged, width_of
from piecement.render.scene import Scene
from piecement.render.skins.skins import SmallPieces
from piecement.render.slots import FieldSide, Slot, indentation
from piecement_engine.board.pieces import Shape

_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bits of a braille character from the top, left and right."""

StyledLine = list[tuple[str, Style]]
"""Parts of text side by side."""


def line_width(line: Iterable[tuple[str, Style]]) -> int:
    return sum([width_of(text) for text, _ in line])


def large(shape: Shape, pen: Pen, scale: int, *, is_spent: bool = False) -> list[StyledLine]:
    """Return the lines of a piece in full cells; a spent one must not be swapped yet."""
    cells = set(shape.cells)
    blank: Cell = ("  ", pen.blank)
    tile = pen.spent_tile(shape.tile) if is_spent else pen.previews[shape.tile]
    lines: list[StyledLine] = []
    for y in reversed(range(shape.heights[0])):
        row = [tile if (x, y) in cells else blank for x in range(shape.widths[0])]
        for line in range(scale):
            enlarged = ((pen.skin.enlarge(glyph, scale)[line], style) for glyph, style in row)
            lines.append([(segment.text, segment.style or pen.blank) for segment in merged(enlarged)])
    return lines


def small(shape: Shape, pen: Pen, *, is_faint: bool = False) -> list[StyledLine]:
    """Return the lines of a small piece."""
    if pen.skin.small is not SmallPieces.BLOCKS:
        return [tiny(shape, pen, is_faint=is_faint)]
    style = pen.preview_style(shape.tile, is_faint=is_faint)
    cells = set(shape.cells)
    top = shape.heights[0] + shape.heights[0] % 2
    return [
        [("".join(_HALVES[(x, y + 1) in cells, (x, y) in cells] for x in range(shape.widths[0])), style)]
        for y in reversed(range(0, top, 2))
    ]


def tiny(shape: Shape, pen: Pen, *, is_faint: bool = False) -> StyledLine:
    """Return a piece of at most four rows in dots, or its name where small pieces are letters."""
    if pen.skin.small is SmallPieces.LETTERS:
        return [(pen.words(shape.name), pen.name_style(shape.tile, is_faint=is_faint))]
    style = pen.preview_style(shape.tile, is_faint=is_faint)
    lowest = 2 if shape.heights[0] < len(_DOTS) else 3
    characters = [0x2800] * ((shape.widths[0] + 1) // 2)
    for x, y in shape.cells:
        if y <= lowest:
            characters[x // 2] |= _DOTS[lowest - y][x % 2]
    return [("".join(map(chr, characters)), style)]


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
    left = box.vertical if slot.side is not FieldSide.RIGHT else ""
    right = box.vertical if slot.side is not FieldSide.LEFT else ""
    inside = slot.width - len(left) - len(right)
    rows = [_edge(pen, slot, box.top_left, box.top_right, label)]
    above = (slot.box - 2 - len(lines)) // 2
    padded: list[StyledLine] = [*([] for _ in range(above)), *lines]
    for i in range(slot.box - 2):
        line = padded[i] if i < len(padded) else []
        indent = max(0, inside - line_width(line)) // 2
        middle = pen.row(inside, (" " * indent, pen.blank), *line)
        rows.append((*pen.row(len(left), (left, frame)), *middle, *pen.row(len(right), (right, frame))))
    rows.append(_edge(pen, slot, box.bottom_left, box.bottom_right, ""))
    return rows


def _edge(pen: Pen, slot: Slot, left: str, right: str, label: str) -> Row:
    left = left if slot.side is not FieldSide.RIGHT else ""
    right = right if slot.side is not FieldSide.LEFT else ""
    inside = slot.width - len(left) - len(right)
    before = (inside - width_of(label)) // 2
    line = pen.skin.box.horizontal
    after = line * (inside - width_of(label) - before) + right
    return pen.row(slot.width, (left + line * before, pen.frame), (label, pen.muted), (after, pen.frame))


def headed(pen: Pen, slot: Slot, heading: str, lines: Sequence[StyledLine]) -> list[Row]:
    """Return lines under a heading, with a rule between them if there is room for all."""
    box = pen.skin.box
    rows = [pen.row(slot.width, (heading, pen.heading))]
    if slot.height >= 2 + len(lines):
        rule = box.rule * (width_of(heading) - len(box.rule_end) + 1) + box.rule_end
        rows.append(pen.row(slot.width, (rule, pen.frame)))
    return rows + [pen.row(slot.width, *line) for line in lines]
