"""Panels of text, keys and a rival."""

from textwrap import wrap
from typing import Final

from piecement.language import _
from piecement.render.messages import FieldMessage
from piecement.render.panels.panel import PanelMaker, StyledLine, boxed, headed, panel
from piecement.render.pen import Pen, Row
from piecement.render.scene import Legend
from piecement.render.skins.look import PanelKind
from piecement.render.skins.skins import HALF
from piecement.render.slots import FieldSide, Slot, indentation
from piecement.render.still_board import StillBoard, board_rows
from piecement.session.statistics import Rival
from piecement_engine import Button

_DRAWN: Final = (*tuple(Button)[:5], Button.ROTATE_0, *tuple(Button)[5:-1])
_SIGNS: Final = dict(zip(_DRAWN, "←→↺↻↔○↓⇓↨⇐⇒⇋", strict=True))
_PLAIN_SIGNS: Final = dict(zip(_DRAWN, "<>()@0vV|{}=", strict=True))


def _draw_legend(pen: Pen, slot: Slot, seen: Legend) -> list[Row]:
    shown = [(label, pen.words(keys)) for label, keys in seen]
    label_width = 1 + max((len(label) for label, _ in shown), default=0)
    lines = [_legend_line(pen, label, keys, label_width, slot.width) for label, keys in shown]
    return headed(pen, slot, _("CONTROLS"), lines)


def _legend_line(pen: Pen, label: str, keys: str, label_width: int, width: int) -> StyledLine:
    """Return a line with complete keys, moved closer together or dropping the last ones if necessary."""
    if label_width + len(keys) > width:
        names = keys.removeprefix("[").removesuffix("]").split("] [")
        while len(names) > 1 and len(label) + 1 + len("/".join(names)) > width:
            names.pop()
        keys = "/".join(names)
        label_width = min(label_width, max(len(label) + 1, width - len(keys)))
    return [(label.ljust(label_width), pen.muted), (keys, pen.text)]


def _draw_messages(pen: Pen, slot: Slot, seen: tuple[FieldMessage, ...]) -> list[Row]:
    indent = indentation(slot)
    rows: list[Row] = []
    for i, message in enumerate(seen):
        style = pen.muted if message.is_fading else pen.lit if i == 0 else pen.text
        style = pen.flash if message.is_flashing else style
        lines = wrap(pen.words(message.text), slot.width - len(indent), subsequent_indent=" ")
        rows += [pen.row(slot.width, (indent, pen.blank), (line, style)) for line in lines]
    return rows


def _draw_pressed(pen: Pen, slot: Slot, seen: frozenset[Button]) -> list[Row]:
    signs = _PLAIN_SIGNS if pen.skin.is_ascii else _SIGNS
    parts: StyledLine = [(sign + " ", pen.lit if button in seen else pen.muted) for button, sign in signs.items()]
    shown = [part for part, button in zip(parts, signs, strict=True) if button in seen]
    if slot.side is FieldSide.RIGHT:
        beside = indentation(slot), pen.blank
        return [pen.row(slot.width, beside, (_("keys").upper(), pen.muted)), pen.row(slot.width, beside, *shown)]
    indent = " " * max(0, (slot.width - 2 * len(shown)) // 2)
    return [pen.row(slot.width, (indent, pen.blank), *shown)]


def _draw_fps(pen: Pen, slot: Slot, seen: int | None) -> list[Row]:
    return [] if seen is None else [pen.row(slot.width, (f" {seen} fps", pen.muted))]


_LABEL: Final = _("best")

Seen = tuple[int, int, Rival]
"""Columns, visible rows and content of the rival game."""


def _draw_rival(pen: Pen, slot: Slot, seen: Seen) -> list[Row]:
    width, skyline, rival = seen
    box = pen.skin.box
    wall = box.vertical, pen.frame
    rows = [_edge(pen, slot, box.top_left, f"{_LABEL:{box.horizontal}^{width}}", box.top_right)]
    board = StillBoard(width, skyline + skyline % 2, rival.rows).with_piece(rival.piece)
    for cells in board_rows(board, pen, HALF):
        inside = [(segment.text, segment.style or pen.blank) for segment in cells]
        rows.append(pen.row(slot.width, wall, *inside, wall))
    return [*rows, _edge(pen, slot, box.bottom_left, box.horizontal * width, box.bottom_right)]


def _edge(pen: Pen, slot: Slot, left: str, line: str, right: str) -> Row:
    return pen.row(slot.width, (left + line + right, pen.frame))


PANELS: Final[dict[PanelKind, PanelMaker]] = {
    PanelKind.MODE: panel(
        lambda scene: scene.caption.title,
        lambda pen, slot, title: boxed(pen, slot, _("mode"), [[(title.upper(), pen.heading)]]),
    ),
    PanelKind.LEGEND: panel(lambda scene: scene.caption.legend, _draw_legend),
    PanelKind.MESSAGES: panel(lambda scene: scene.messages, _draw_messages),
    PanelKind.PRESSED: panel(lambda scene: scene.view.held, _draw_pressed),
    PanelKind.FPS: panel(lambda scene: scene.fps, _draw_fps),
    PanelKind.RIVAL: panel(
        lambda scene: (*(scene.caption.rival or (0, 0)), scene.rival or Rival((), None)), _draw_rival
    ),
}
