"""Panels of the calm HUD: figures, hold and next pieces without boxes, the mode, and the footer."""

from typing import Final

from piecement.language import _
from piecement.render.field_place import FieldSide, Slot, indentation
from piecement.render.hud_figures import HudFigure, HudValue, value_of
from piecement.render.panels.panel import Panel, PanelMaker, StyledLine, large, line_width, panel, small
from piecement.render.panels.pieces import held_shape, next_shapes
from piecement.render.pen import Pen, Row
from piecement.render.scene import Legend
from piecement.render.skins.look import PanelKind
from piecement.session.statistics import RaceSplit
from piecement_engine.board.pieces import Shape

_BETWEEN: Final = 3
"""Blanks between the keys of the footer."""

_BAR: Final = 8
"""Characters of a bar."""


def _placed(pen: Pen, slot: Slot, line: StyledLine) -> Row:
    """Return a line at the side of its slot that is next to the field, or at its left."""
    indent = max(0, slot.width - line_width(line)) if slot.side is FieldSide.LEFT else len(indentation(slot))
    return pen.row(slot.width, (" " * indent, pen.blank), *line)


def _draw_figure(pen: Pen, slot: Slot, seen: HudValue) -> list[Row]:
    label = seen.label.upper()
    shown = seen.value, pen.strong if seen.ahead is None else pen.good if seen.ahead else pen.bad
    if slot.label_width:
        return [pen.row(slot.width, (f"{label} ".ljust(slot.label_width), pen.muted), shown)]
    rows = [_placed(pen, slot, [(label, pen.muted)]), _placed(pen, slot, [shown])]
    if seen.bar is not None:
        filled = round(seen.bar * _BAR)
        rows.append(_placed(pen, slot, [("━" * filled, pen.heading), ("╌" * (_BAR - filled), pen.muted)]))
    elif seen.more:
        rows.append(_placed(pen, slot, [(seen.more, pen.muted)]))
    return rows


def figure_panel(slot: Slot, pen: Pen) -> Panel[HudValue]:
    """Return the panel of the figure that a slot names."""
    figure = HudFigure(slot.figure)
    return Panel(slot, pen, lambda scene: value_of(scene, figure), _draw_figure)


def _draw_hold(pen: Pen, slot: Slot, seen: tuple[Shape, bool] | None) -> list[Row]:
    lines = large(seen[0], pen, slot.scale, is_spent=not seen[1]) if seen else []
    return [_placed(pen, slot, line) for line in ([(_("hold").upper(), pen.muted)], *lines)]


def _draw_next(pen: Pen, slot: Slot, seen: tuple[Shape, ...]) -> list[Row]:
    rows = [_placed(pen, slot, [(_("next").upper(), pen.muted)])]
    for shape in seen[: slot.previews]:
        drawn = [_placed(pen, slot, line) for line in large(shape, pen, slot.scale)[: slot.each]]
        rows += [*drawn, *(pen.row(slot.width) for _ in range(slot.each - len(drawn)))]
    for shape in seen[slot.previews :]:
        rows += [*(_placed(pen, slot, line) for line in small(shape, pen)), pen.row(slot.width)]
    return rows


def _draw_splits(pen: Pen, slot: Slot, seen: tuple[RaceSplit, ...]) -> list[Row]:
    steps = max((len(split.step) for split in seen), default=0)
    values = max((len(split.value) for split in seen), default=0)
    rows: list[Row] = []
    for step, value, difference, ahead in seen:
        line = [(f"{step:>{steps}}  ", pen.muted), (f"{value:>{values}}  ", pen.text)]
        rows.append(_placed(pen, slot, [*line, (difference, pen.good if ahead else pen.bad)]))
    return rows


def _draw_headline(pen: Pen, slot: Slot, seen: tuple[str, str, str]) -> list[Row]:
    title, best, mark = seen
    lines = (title.upper(), pen.key), (best, pen.muted), (mark.upper(), pen.warn)
    return [pen.row(slot.width, line) for line in lines if line[0]]


def _draw_footer(pen: Pen, slot: Slot, seen: tuple[str, Legend]) -> list[Row]:
    """Return the line of keys, without the first ones if there is no room for all."""
    mark, hints = seen
    parts: list[StyledLine] = [[(key, pen.key), (f" {verb}", pen.muted)] for verb, key in hints]
    if mark and slot.is_marked:
        parts.append([(mark.upper(), pen.warn)])
    while parts and sum(line_width(part) + _BETWEEN for part in parts) - _BETWEEN > slot.width:
        parts.pop(0)
    line: StyledLine = []
    for part in parts:
        line += [(" " * _BETWEEN, pen.blank)] * bool(line) + part
    return [pen.row(slot.width, (" " * ((slot.width - line_width(line)) // 2), pen.blank), *line)]


PANELS: Final[dict[PanelKind, PanelMaker]] = {
    PanelKind.HELD: panel(held_shape, _draw_hold),
    PanelKind.QUEUE: panel(next_shapes, _draw_next),
    PanelKind.HEADLINE: panel(
        lambda scene: (scene.caption.title, scene.caption.best, scene.caption.mark), _draw_headline
    ),
    PanelKind.MARK: panel(
        lambda scene: scene.caption.mark, lambda pen, slot, mark: [pen.row(slot.width, (mark.upper(), pen.warn))]
    ),
    PanelKind.SPLITS: panel(lambda scene: scene.stats.splits, _draw_splits),
    PanelKind.FOOTER: panel(lambda scene: (scene.caption.mark, scene.caption.hints), _draw_footer),
    PanelKind.FIGURE: figure_panel,
}
