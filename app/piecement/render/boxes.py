"""Labelled boxes and headings."""

from collections.abc import Sequence

from piecement.render.pen import Pen, Row
from piecement.render.previews import StyledLine, line_width
from piecement.render.slots import FieldSide, Slot


def boxed(pen: Pen, slot: Slot, label: str, lines: Sequence[StyledLine]) -> list[Row]:
    """Return the lines centred in a box with a label; where the box joins the field it has no wall of its own."""
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
    before = (inside - len(label)) // 2
    line = pen.skin.box.horizontal
    after = line * (inside - len(label) - before) + right
    return pen.row(slot.width, (left + line * before, pen.frame), (label, pen.muted), (after, pen.frame))


def headed(pen: Pen, slot: Slot, heading: str, lines: Sequence[StyledLine]) -> list[Row]:
    """Return lines under a heading, with a rule between them where there is room for all."""
    box = pen.skin.box
    rows = [pen.row(slot.width, (heading, pen.heading))]
    if slot.height >= 2 + len(lines):
        rule = box.rule * (len(heading) - len(box.rule_end) + 1) + box.rule_end
        rows.append(pen.row(slot.width, (rule, pen.frame)))
    return rows + [pen.row(slot.width, *line) for line in lines]
