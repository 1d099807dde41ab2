"""Panel of the board of a rival game."""

from typing import Final

from piecement.render.layout import Slot
from piecement.render.panels.panel import PanelMaker, panel
from piecement.render.pen import Pen
from piecement.render.rows import Row
from piecement.render.skins.look import PanelKind
from piecement.render.skins.skins import HALF
from piecement.render.still_board import StillBoard, board_rows
from piecement.session.hud import Rival
from piecement_base.language import N_, _

_BEST: Final = N_("best")

_Seen = tuple[tuple[int, int], Rival]
"""Columns and visible rows, and the content of the rival game."""


def _draw_rival(pen: Pen, slot: Slot, seen: _Seen) -> list[Row]:
    (width, skyline), rival = seen
    box = pen.skin.box
    wall = box.vertical, pen.frame
    rows = [_edge(pen, slot, box.top_left, f"{_(_BEST):{box.horizontal}^{width}}", box.top_right)]
    board = StillBoard(width, skyline + skyline % 2, rival.rows).with_piece(rival.piece)
    for cells in board_rows(board, pen, HALF):
        inside = [(segment.text, segment.style or pen.blank) for segment in cells]
        rows.append(pen.row(slot.width, wall, *inside, wall))
    return [*rows, _edge(pen, slot, box.bottom_left, box.horizontal * width, box.bottom_right)]


def _edge(pen: Pen, slot: Slot, left: str, line: str, right: str) -> Row:
    return pen.row(slot.width, (left + line + right, pen.frame))


PANELS: Final[dict[PanelKind, PanelMaker]] = {
    PanelKind.RIVAL: panel(lambda scene: (scene.caption.rival or (0, 0), scene.rival or Rival((), None)), _draw_rival),
}
