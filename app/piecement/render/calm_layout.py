"""Layout of the calm HUD: each part around the field, and what does not fit left out."""

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len
from textual.geometry import Size

from piecement.render.field_place import FieldLine, FieldPlace, Role, field_lines, field_width
from piecement.render.hud_figures import MORE_FIGURES, height_of, label_of
from piecement.render.layout import FieldSide, Layout, Slot, TextPlace, status_slots
from piecement.render.requirements import Requirements
from piecement.render.skins.look import HudStyle, Look, PanelKind
from piecement.render.skins.skins import HALF, Skin
from piecement_base.language import _

_GAP: Final = 2
"""Columns between the field and what stands beside it."""

_LEFT_LEAST: Final = 11
_RIGHT_LEAST: Final = 10
"""Minimum columns on either side of the field."""

_ONE_LINE: Final = 14
"""Columns of a figure beside its label."""

_SHORT: Final = 18
"""Columns of a figure, with its label, beside half blocks."""

_HEADLINE_LEAST: Final = 16
_HEADLINE_MOST: Final = 28
"""Minimum and maximum columns of the mode."""

_EDGE: Final = 2
"""Columns at the edge of the terminal that stay free."""

_FIGURES_AT: Final = 5
"""Lines from the top of the field to the figures below a hold."""

_NAME_LINES: Final = 2
_MESSAGES: Final = 3
_PRESSED: Final = 2
_SPLITS: Final = 2
"""Lines of a player's name, of messages, of the keys that are down with their label, and of splits."""
_LEAST_FOR_FIGURES: Final = 17
"""Minimum lines of a column that shows figures."""
_VALUE: Final = 7
"""Columns of a value beside its label."""


def calm_layout(size: Size, needs: Requirements, look: Look) -> Layout:
    """Return the layout with the largest cells that fit.

    A few figures stand on the left of the field, next pieces on the right; where there is no room on both sides, all
    stand on the right. What does not fit is left out, never drawn smaller.
    """
    skin = look.chosen_skin
    minimum = _calm_minimum(needs, look)
    for scale in skin.scales:
        lines = _lines(size.height, needs, skin, scale)
        if not lines:
            continue
        spare = size.height - len(lines)
        y = max(int(needs.caption.has_attack and spare > 1), (spare - 1) // 2)  # a name stands above, the footer below
        first_inside = next(i for i, line in enumerate(lines) if line.role is Role.INSIDE)
        field = FieldPlace(0, y, field_width(skin, needs.width, scale), scale, lines, y + first_inside)
        planner = _Planner(size, needs, look, field)
        if placed := planner.beside() or planner.on_the_right():
            return placed._replace(minimum=minimum)
    return Layout.too_small(size, minimum)


def _calm_minimum(needs: Requirements, look: Look) -> Size:
    skin = look.chosen_skin
    scale = min(skin.scales)
    width = field_width(skin, needs.width, scale) + 2 * needs.pieces.width * bool(look.hud)
    bare = [line for line in field_lines(skin, needs.skyline, scale) if line.role is Role.INSIDE]
    return Size(width, max(len(bare), 1 + needs.pieces.height))


def _lines(height: int, needs: Requirements, skin: Skin, scale: float) -> tuple[FieldLine, ...]:
    """Return the lines of the field, without its rim and floor if only so it fits, or none if it does not."""
    lines = field_lines(skin, needs.skyline, scale)
    if len(lines) <= height:
        return lines
    bare = tuple(line for line in lines if line.role is Role.INSIDE)
    return bare if len(bare) <= height and scale in {1, HALF} else ()


class _Planner:
    """Places a field of a size, and what stands beside it."""

    def __init__(self, size: Size, needs: Requirements, look: Look, field: FieldPlace) -> None:
        self._size = size
        self._needs = needs
        self._look = look
        self._field: Final = field
        """The field at the left edge; a layout moves it to its column."""
        self._scale: int = int(max(1, field.scale))
        self._bottom = field.y + 1 + max(i for i, line in enumerate(field.lines) if line.role is Role.INSIDE)
        self._is_bare = all(line.role is Role.INSIDE for line in field.lines)
        self._piece = 2 * needs.pieces.width * self._scale, needs.pieces.height * self._scale
        more = MORE_FIGURES if look.hud_style == HudStyle.NORMAL and not needs.caption.has_attack else ()
        self._figures = (*needs.caption.figures, *more) if PanelKind.STATS in look.hud else ()
        fits_hold = field.top + 1 + self._piece[1] <= size.height
        self._has_hold = needs.has_hold and fits_hold and PanelKind.HOLD in look.hud
        self._previews = needs.previews if PanelKind.NEXT in look.hud else 0

    def beside(self) -> Layout | None:
        """Return the layout with columns on both sides, or None if they do not fit."""
        field, width = self._field, self._size.width
        left = _GAP + max(_LEFT_LEAST, self._piece[0])
        right = _GAP + max(_RIGHT_LEAST, self._piece[0])
        if left + field.width + right > width or not self._look.hud:
            return None
        x = min(max((width - field.width) // 2, left), width - field.width - right)
        slots = [*self._left_slots(x - _GAP), *self._right_slots(x + field.width, width - x - field.width)]
        is_named = self._needs.caption.has_attack and self._is_bare
        name = TextPlace(_EDGE, self._bottom - 1, x - _GAP - _EDGE) if is_named else None
        return self._layout(x, slots, name)

    def on_the_right(self) -> Layout | None:
        """Return the layout with one column, or None if it does not fit."""
        field, width = self._field, self._size.width
        spare = width - field.width
        if not self._look.hud:
            return self._layout(spare // 2, [], None) if spare >= 0 else None
        if spare < self._piece[0]:
            return None
        column = max(self._piece[0], _ONE_LINE)
        x = max(0, (spare - _GAP - column) // 2)
        gap = min(_GAP, max(0, spare - x - self._piece[0]))
        start = x + field.width + gap
        room = width - start
        top, name = field.top, None
        if self._needs.caption.has_attack and self._is_bare:
            name, top = TextPlace(start, top, room), top + _NAME_LINES
        return self._layout(x, list(self._column(start, top, room)), name)

    def _layout(self, x: int, slots: list[Slot], name: TextPlace | None) -> Layout:
        """Return the layout with the field at a column."""
        size, field = self._size, self._field._replace(x=x)
        bottom = max([field.bottom + self._look.pressed_keys, *(slot.y + slot.height for slot in slots)])
        if bottom < size.height and self._look.hud:
            is_marked = all(slot.part is not PanelKind.MODE for slot in slots)
            slots.append(Slot(PanelKind.FOOTER, 0, size.height - 1, size.width, 1, is_marked=is_marked))
        has_keys = any(slot.part is PanelKind.PRESSED for slot in slots)
        look = self._look._replace(pressed_keys=False) if has_keys else self._look
        slots += status_slots(size, field, slots, look)
        return Layout(size, size, True, field, tuple(slots), name)

    def _left_slots(self, edge: int) -> Iterator[Slot]:
        """Yield the hold, the mode and the figures up to a column."""
        top = self._field.top
        held = max(self._piece[0], cell_len(_("hold").upper()))
        if self._has_hold:
            yield Slot(PanelKind.HOLD, edge - held, top, held, 1 + self._piece[1], 0, self._scale, 1, FieldSide.LEFT)
        # Half blocks are so low that values below their labels would leave out half of the figures.
        is_short = self._field.scale == HALF and not self._is_bare and edge >= _SHORT
        figures = _SHORT if is_short else max(_LEFT_LEAST, min(edge, _ONE_LINE))
        free = edge - (held if self._has_hold else figures) - _EDGE - _GAP
        if free >= _HEADLINE_LEAST and (self._has_hold or not self._is_bare):
            yield Slot(PanelKind.MODE, _EDGE + max(0, free - _HEADLINE_MOST), top, min(free, _HEADLINE_MOST), 3)
        top += max(_FIGURES_AT, 3 + self._piece[1]) if self._has_hold else 0
        if is_short:
            yield from self._figure_lines(edge - _SHORT, top, _SHORT, self._bottom - top)
        elif not self._is_bare:
            yield from self._tall_figures(edge, top)
        else:
            width = min(edge - _EDGE, 2 * _ONE_LINE)
            yield from self._figure_lines(min(_EDGE, edge - width), top, width, self._bottom - top - 2)
            if top < self._bottom and not self._needs.caption.has_attack:
                yield Slot(PanelKind.MARK, _EDGE, self._bottom - 1, width, 1)

    def _tall_figures(self, edge: int, top: int) -> Iterator[Slot]:
        """Yield the figures below each other, each value below its label."""
        shown = list(self._figures)
        while shown and top + sum(map(height_of, shown)) > self._bottom:
            shown.pop()
        spare = self._bottom - top - sum(map(height_of, shown))
        width = max(_LEFT_LEAST, min(edge, _ONE_LINE))
        for i, figure in enumerate(shown):
            height = height_of(figure)
            yield Slot(PanelKind.STATS, edge - width, top, width, height, side=FieldSide.LEFT, figure=figure)
            top += height + (spare > i)

    def _figure_lines(self, x: int, top: int, width: int, room: int) -> Iterator[Slot]:
        """Yield the figures on a line each, as many as there is room for."""
        labels = max((cell_len(label_of(figure).upper()) for figure in self._figures), default=0) + 2
        if labels + _VALUE > width:
            labels = 1
        for i, figure in enumerate(self._figures[: max(0, room)]):
            yield Slot(PanelKind.STATS, x, top + i, width, 1, figure=figure, label_width=labels)

    def _right_slots(self, x: int, width: int) -> Iterator[Slot]:
        """Yield the next pieces, and the messages at the bottom."""
        top, room = self._field.top, self._bottom - self._field.top
        height = self._queue_height(room)
        if height:
            yield self._queue(x, top, width, height)
            top += height + 1
        bottom = self._bottom - 1
        if self._needs.caption.has_race and bottom - top >= _SPLITS:
            bottom -= _SPLITS
            yield Slot(PanelKind.SPLITS, x, bottom, width, _SPLITS, side=FieldSide.RIGHT)
        if self._look.pressed_keys and bottom - top >= _PRESSED:
            yield Slot(PanelKind.PRESSED, x, top, width, _PRESSED, side=FieldSide.RIGHT)
            top += _PRESSED
        lines = min(_MESSAGES, bottom - top)
        if lines > 0:
            yield Slot(PanelKind.MESSAGES, x, bottom - lines, width, lines, side=FieldSide.RIGHT)

    def _column(self, x: int, top: int, width: int) -> Iterator[Slot]:
        """Yield hold, next pieces and figures below each other."""
        bottom = self._bottom
        rows = len(self._figures) if bottom - top >= _LEAST_FOR_FIGURES else 0
        is_marked = self._is_bare and not self._needs.caption.has_attack and bool(rows)
        figures_at = bottom - rows - (not self._is_bare or is_marked)
        if is_marked:
            yield Slot(PanelKind.MARK, x, bottom - 1, width, 1)
        if self._has_hold and figures_at - top >= 2 * (2 + self._piece[1]):
            yield Slot(PanelKind.HOLD, x, top, width, 1 + self._piece[1], 0, self._scale, 1)
            top += 2 + self._piece[1]
        if height := self._queue_height(figures_at - top - bool(rows)):
            yield self._queue(x, top, width, height)._replace(side=None)
        if rows:
            yield from self._figure_lines(x, figures_at, width, rows)

    def _queue_height(self, room: int) -> int:
        """Return the lines of a label and as many next pieces as there is room for, 0 for none."""
        each = self._piece[1] + 1
        large = min(self._previews, self._look.large_previews, room // each)
        small_each = self._needs.small_height + 1
        small = 0
        if large == self._look.large_previews < self._previews:
            small = min(self._previews - large, (room - large * each) // small_each)
        return large * each + small * small_each

    def _queue(self, x: int, y: int, width: int, height: int) -> Slot:
        each = self._piece[1] + 1
        large = min(height // each, self._look.large_previews)
        return Slot(PanelKind.NEXT, x, y, width, height, 0, self._scale, large, FieldSide.RIGHT, each=each)
