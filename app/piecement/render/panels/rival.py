"""The game that runs beside this one, small."""

from collections.abc import Iterator
from typing import Final

from piecement.language import _
from piecement.render.field import HalfField, RowContent
from piecement.render.panel import panel
from piecement.render.pen import Pen, Row
from piecement.render.scene import Scene
from piecement.render.skins.skin import TileKind
from piecement.render.slots import Slot
from piecement.session.live_stats import Rival

_LABEL: Final = _("best")
_NOTHING: Final = Rival((), None)

Seen = tuple[int, int, Rival]
"""The columns, the visible rows, and what lies there."""


def _rival(scene: Scene) -> Seen:
    width, skyline = scene.caption.rival or (0, 0)
    return width, skyline, scene.rival or _NOTHING


def _draw_rival(pen: Pen, slot: Slot, seen: Seen) -> list[Row]:
    width, skyline, rival = seen
    box = pen.skin.box
    wall = box.vertical, pen.frame
    rows = [_edge(pen, slot, box.top_left, f"{_LABEL:{box.horizontal}^{width}}", box.top_right)]
    for cells in _lines(pen, width, skyline, rival):
        inside = [(segment.text, segment.style or pen.blank) for segment in cells]
        rows.append(pen.row(slot.width, wall, *inside, wall))
    return [*rows, _edge(pen, slot, box.bottom_left, box.horizontal * width, box.bottom_right)]


def _edge(pen: Pen, slot: Slot, left: str, line: str, right: str) -> Row:
    return pen.row(slot.width, (left + line + right, pen.frame))


def _lines(pen: Pen, width: int, skyline: int, rival: Rival) -> Iterator[Row]:
    field = HalfField(pen, width)
    for y in reversed(range(0, skyline, 2)):
        upper, lower = _content(y + 1, rival), _content(y, rival)
        yield _letters(pen, width, upper, lower) if pen.skin.is_ascii else field.row(upper, lower)


def _content(y: int, rival: Rival) -> RowContent:
    tiles = rival.rows[y] if y < len(rival.rows) else ()
    piece = rival.piece
    floating = tuple((x, TileKind.ACTIVE, piece.shape.tile) for x, its_y in piece.cells if its_y == y) if piece else ()
    return tiles, (), floating, ()


def _letters(pen: Pen, width: int, upper: RowContent, lower: RowContent) -> Row:
    """Return a line of two rows in ASCII: where the upper half is taken, the lower, or both."""
    tops, bottoms = _taken(upper), _taken(lower)
    text = "".join(" '.:"[(x in tops) + 2 * (x in bottoms)] for x in range(width))
    return pen.row(width, (text, pen.text))


def _taken(content: RowContent) -> set[int]:
    tiles, _, floating, _ = content
    return {x for x, tile in enumerate(tiles) if tile} | {x for x, _, _ in floating}


RIVAL: Final = panel(_rival, _draw_rival)
