"""Planner of layouts: for the full HUD here, for the calm one in `calm_layout`.

The full HUD fills the columns of an arrangement with boxes; the calm HUD places each part around the field and leaves
out what does not fit. They order, align and drop the same panels by different rules, so one planner for both would have
to hold both sets of rules.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from textual.geometry import Region, Size

from piecement.render import arrangements
from piecement.render.arrangements import ARRANGEMENTS, Arrangement, LayoutContext, TextColumn
from piecement.render.calm_layout import calm_layout
from piecement.render.field_place import FieldPlace, Role, field_lines, field_width
from piecement.render.layout import FieldSide, Layout, Slot, status_slots
from piecement.render.panel_columns import stacked
from piecement.render.requirements import Requirements
from piecement.render.scene import Caption
from piecement.render.skins.look import Look
from piecement.render.skins.skins import HALF, Skin
from piecement_base.language import _, current_language
from piecement_engine import Rules
from piecement_engine.game.view import GameView

_COLUMN_HEIGHT: Final = 22
"""Minimum height that is centred: a lower field starts where one of this height would (lines)."""
_MARGIN: Final = 1
"""Free columns at the edge of a terminal with columns on both sides of the field."""


def layout_for(width: int, height: int, view: GameView, look: Look, caption: Caption) -> Layout:
    """Return the layout of a game for a terminal size."""
    return plan_layout(Size(width, height), Requirements.of(view, caption), look)


def plan_layout(size: Size, needs: Requirements, look: Look) -> Layout:
    """Return the most spacious layout that fits, among the scales of the skin."""
    return _plan(size, needs, look, current_language())


def size_warning(rules: Rules, look: Look, size: Size) -> str:
    """Return a sentence if a terminal is too small for a game by these rules, or an empty text."""
    layout = plan_layout(size, Requirements.of_rules(rules), look)
    if layout.fits:
        return ""
    width, height = layout.minimum
    sentence = _("Needs a terminal of {width}x{height}; this one is {columns}x{rows}.")
    return sentence.format(width=width, height=height, columns=size.width, rows=size.height)


@lru_cache(maxsize=64)  # a preview asks for each skyline, at two sizes
def _plan(size: Size, needs: Requirements, look: Look, _language: str) -> Layout:
    """Plan a layout, whose columns are as wide as the labels in the language."""
    if look.is_calm:
        return calm_layout(size, needs, look)
    minimum = _minimum(needs, look)
    if size.height >= minimum.height:
        for scale, arrange in product(look.chosen_skin.scales, ARRANGEMENTS):
            if arrange is arrangements.compact and scale > look.chosen_skin.compact_scale:
                continue
            field = field_at(size.height, needs, look.chosen_skin, scale)
            inner, outer = _inner_bottom(size, field) - field.top, size.height - field.top
            arrangement = arrange(LayoutContext(needs, look, int(max(1, scale)), inner, outer))
            width = arrangement.left_width + field.width + arrangement.right_width
            if width <= size.width and field.bottom <= size.height:
                return _placed(size, minimum, field, arrangement, look)
    return Layout.too_small(size, minimum)


def field_at(height: int, needs: Requirements, skin: Skin, scale: float) -> FieldPlace:
    """Return the field at the left edge of a terminal, as high as it goes beside columns of text."""
    lines = field_lines(skin, needs.skyline, scale)
    y = max(0, (height - max(len(lines), _COLUMN_HEIGHT)) // 2)
    rim = y + next(i for i, line in enumerate(lines) if line.role is Role.RIM)
    top = rim if skin.frame.top_fill.strip() else rim + 1
    return FieldPlace(0, y, field_width(skin, needs.width, scale), scale, lines, top)


def _minimum(needs: Requirements, look: Look) -> Size:
    scale = min(look.chosen_skin.scales)
    context = LayoutContext(needs, look, 1, 0, 0)
    arrangement = arrangements.compact(context)
    field = field_at(0, needs, look.chosen_skin, scale)
    height = max(field.bottom, arrangements.least_column_height(context))
    return Size(field.width + arrangement.right_width, height)


def _inner_bottom(size: Size, field: FieldPlace) -> int:
    """Return the line at which columns next to the field end, leaving room for its floor."""
    return size.height if field.scale == HALF else field.bottom - 1


def _placed(size: Size, minimum: Size, field: FieldPlace, arrangement: Arrangement, look: Look) -> Layout:
    x = _field_x(size.width, field.width, arrangement)
    field = field._replace(x=x)
    # A box joins the field only if the wall is as long as the box.
    beside = [slot for side in FieldSide for slot in _side_slots(size, field, arrangement, side)]
    slots = [slot if slot.y + slot.box <= field.bottom else slot._replace(side=None) for slot in beside]
    slots += status_slots(size, field, slots, look)
    return Layout(size, minimum, True, field, tuple(slots))


def _field_x(width: int, field_width: int, arrangement: Arrangement) -> int:
    """Return the column of the field: the middle, or as near to it as the columns allow."""
    spare = width - field_width
    if not arrangement.left:
        return (spare - min(spare, arrangement.right[0].most)) // 2
    return min(max(spare // 2, arrangement.left_width), spare - arrangement.right_width)


def _side_slots(size: Size, field: FieldPlace, arrangement: Arrangement, side: FieldSide) -> Iterator[Slot]:
    is_left = side is FieldSide.LEFT
    columns = arrangement.left if is_left else arrangement.right
    edge = field.x if is_left else field.x + field.width
    space = edge if is_left else size.width - edge - (_MARGIN if arrangement.left else 0)
    for i, (column, width) in enumerate(zip(columns, _widths(columns, space, arrangement.gap), strict=True)):
        x = edge - width if is_left else edge
        bottom = size.height if i or not arrangement.left else _inner_bottom(size, field)
        area = Region(x, field.top, width, bottom - field.top)
        yield from stacked(column.requests, area, None if i else side)
        edge = x - arrangement.gap if is_left else x + width + arrangement.gap


def _widths(columns: tuple[TextColumn, ...], space: int, gap: int) -> list[int]:
    spare = space - sum(column.least for column in columns) - gap * max(0, len(columns) - 1)
    widths: list[int] = []
    for column in columns:
        more = max(0, min(spare, column.most - column.least))
        widths.append(column.least + more)
        spare -= more
    return widths
