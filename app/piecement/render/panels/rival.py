"""Panel of the rival game, drawn small."""

from typing import Final

from piecement.language import _
from piecement.render.panel import panel
from piecement.render.pen import Pen, Row
from piecement.render.scene import Scene
from piecement.render.slots import Slot
from piecement.render.small_board import small_lines
from piecement.session.live_stats import Rival

_LABEL: Final = _("best")
_NOTHING: Final = Rival((), None)

Seen = tuple[int, int, Rival]
"""Columns, visible rows and content of the rival game."""


def _rival(scene: Scene) -> Seen:
    width, skyline = scene.caption.rival or (0, 0)
    return width, skyline, scene.rival or _NOTHING


def _draw_rival(pen: Pen, slot: Slot, seen: Seen) -> list[Row]:
    width, skyline, rival = seen
    box = pen.skin.box
    wall = box.vertical, pen.frame
    rows = [_edge(pen, slot, box.top_left, f"{_LABEL:{box.horizontal}^{width}}", box.top_right)]
    for cells in small_lines(pen, width, skyline, rival.rows, rival.piece):
        inside = [(segment.text, segment.style or pen.blank) for segment in cells]
        rows.append(pen.row(slot.width, wall, *inside, wall))
    return [*rows, _edge(pen, slot, box.bottom_left, box.horizontal * width, box.bottom_right)]


def _edge(pen: Pen, slot: Slot, left: str, line: str, right: str) -> Row:
    return pen.row(slot.width, (left + line + right, pen.frame))


RIVAL: Final = panel(_rival, _draw_rival)
