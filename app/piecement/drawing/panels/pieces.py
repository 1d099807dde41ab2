"""How many pieces have been placed, in all and of each shape."""

from typing import Final, NamedTuple

from piecement.drawing.boxes import headed
from piecement.drawing.panel import panel
from piecement.drawing.pen import Pen, Row
from piecement.drawing.previews import StyledLine
from piecement.drawing.scene import Scene
from piecement.drawing.slots import Slot
from piecement_engine.piece_sets import piece_set

_LISTED: Final = 18
"""Sets of so many shapes are listed whole; of larger ones, the shapes placed most."""

_COUNT_WIDTH: Final = 5


class Count(NamedTuple):
    """How often a shape was placed."""

    name: str
    tile: int
    placed: int


def _pieces(scene: Scene) -> tuple[Count, ...]:
    counted = scene.view.pieces_locked
    shapes = piece_set(scene.view.rules.pieces)
    if len(shapes) <= _LISTED:
        return tuple(Count(shape.name, shape.tile, counted.get(shape.name, 0)) for shape in shapes)
    placed = [Count(shape.name, shape.tile, counted[shape.name]) for shape in shapes if counted.get(shape.name)]
    return tuple(sorted(placed, key=lambda entry: -entry.placed))


def _draw_pieces(pen: Pen, slot: Slot, seen: tuple[Count, ...]) -> list[Row]:
    total = sum(entry.placed for entry in seen)
    name_width = max((len(entry.name) for entry in seen), default=1)
    entries = [_entry(pen, entry, name_width) for entry in seen]
    if slot.height >= 2 + len(seen):
        lines = _with_bars(pen, slot, seen, entries)
    else:
        lines = _side_by_side(entries, max(1, (slot.width + 1) // (name_width + _COUNT_WIDTH)))
    rows = headed(pen, slot, "PIECES", lines)
    rows[0] = pen.row(slot.width, ("PIECES", pen.heading), (f"  {total}", pen.strong))
    return rows


def _entry(pen: Pen, entry: Count, name_width: int) -> StyledLine:
    name = (entry.name.ljust(name_width), pen.preview(entry.tile))
    return [name, (f" {entry.placed}".ljust(_COUNT_WIDTH), pen.text)]


def _side_by_side(entries: list[StyledLine], per_line: int) -> list[StyledLine]:
    return [[part for entry in entries[i : i + per_line] for part in entry] for i in range(0, len(entries), per_line)]


def _with_bars(pen: Pen, slot: Slot, seen: tuple[Count, ...], entries: list[StyledLine]) -> list[StyledLine]:
    """Return a line for each shape, with a bar as long as its count as long as the longest has room."""
    room = slot.width - sum(len(text) for text, _ in entries[0]) if entries else 0
    most = max(room, *(entry.placed for entry in seen), 1)
    bars = [pen.skin.box.bar * (entry.placed * room // most) for entry in seen]
    return [[*entry, (bar, entry[0][1])] for entry, bar in zip(entries, bars, strict=True)]


PIECES: Final = panel(_pieces, _draw_pieces)
