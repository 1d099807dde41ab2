"""How many pieces have been placed, in all and of each shape."""

from typing import Final

from piecement.drawing.boxes import headed
from piecement.drawing.panel import panel
from piecement.drawing.pen import Pen, Row
from piecement.drawing.previews import StyledLine
from piecement.drawing.scene import Scene
from piecement.drawing.slots import Slot
from piecement_engine.pieces import TETROMINOES

_ENTRY: Final = 6

Counts = tuple[tuple[str, int], ...]


def _pieces(scene: Scene) -> Counts:
    counted = scene.view.pieces_locked
    if all(name in TETROMINOES for name in counted):
        return tuple((name, counted.get(name, 0)) for name in TETROMINOES)
    return tuple(counted.items())


def _draw_pieces(pen: Pen, slot: Slot, seen: Counts) -> list[Row]:
    total = sum(count for _, count in seen)
    lines = _tall(pen, slot, seen) if slot.height >= 2 + len(seen) else _short(pen, slot, seen)
    rows = headed(pen, slot, "PIECES", lines)
    rows[0] = pen.row(slot.width, ("PIECES", pen.heading), (f"  {total}", pen.strong))
    return rows


def _short(pen: Pen, slot: Slot, seen: Counts) -> list[StyledLine]:
    """Return the counts side by side."""
    entries = [_entry(pen, name, count) for name, count in seen]
    per_line = max(1, (slot.width + 1) // _ENTRY)
    return [[part for entry in entries[i : i + per_line] for part in entry] for i in range(0, len(entries), per_line)]


def _entry(pen: Pen, name: str, count: int) -> StyledLine:
    shape = TETROMINOES.get(name)
    style = pen.preview(shape.tile) if shape else pen.muted
    width = _ENTRY - 1 - len(name)
    return [(name, style), (f"{count:>{width}} ", pen.text)]


def _tall(pen: Pen, slot: Slot, seen: Counts) -> list[StyledLine]:
    """Return a line for each shape, with a bar as long as its share."""
    most = max((count for _, count in seen), default=0)
    room = slot.width - _ENTRY - 1
    lines: list[StyledLine] = []
    for name, count in seen:
        bar = pen.skin.box.horizontal.strip() or "="
        entry = _entry(pen, name, count)
        entry.append((" " + bar * (count * room // max(most, room)), entry[0][1]))
        lines.append(entry)
    return lines


PIECES: Final = panel(_pieces, _draw_pieces)
