"""Panels of the next pieces and the hold."""

from collections.abc import Iterable, Sequence
from typing import Final

from piecement.language import _
from piecement.render.panel import boxed, panel
from piecement.render.pen import Pen, Row
from piecement.render.previews import StyledLine, large, line_width, small, tiny
from piecement.render.scene import Scene
from piecement.render.slots import REST_INDENT, Slot
from piecement_engine.pieces import Shape
from piecement_engine.spawn_place import as_spawned


def _next(scene: Scene) -> tuple[Shape, ...]:
    return tuple(as_spawned(shape, scene.view.rules.spawn_facing) for shape in scene.view.next)


def _draw_next(pen: Pen, slot: Slot, seen: tuple[Shape, ...]) -> list[Row]:
    rows = boxed(pen, slot, _("next"), _large_ones(pen, slot, seen[: slot.previews]))
    rest = seen[slot.previews :]
    left = slot.height - len(rows)
    if left <= 0:
        return rows
    shown, lines = _in_line(pen, slot.width - REST_INDENT, [small(shape, pen) for shape in rest])
    dots = [[tiny(shape, pen)] for shape in rest[shown:]]
    while dots:
        shown, line = _in_line(pen, slot.width - REST_INDENT, dots)
        lines += line
        dots = dots[max(1, shown) :]
    return rows + [pen.row(slot.width, (" " * REST_INDENT, pen.blank), *line) for line in lines]


def _large_ones(pen: Pen, slot: Slot, shapes: Sequence[Shape]) -> list[StyledLine]:
    """Return the lines of large previews below each other, each as high as its share of the box."""
    each = (slot.box - 1) // max(1, slot.previews) - 1
    lines: list[StyledLine] = []
    for shape in shapes:
        drawn = large(shape, pen, slot.scale)
        if len(drawn) > each or max(map(line_width, drawn)) > slot.width - 2:
            drawn = small(shape, pen)
        lines += [[] for _ in range(bool(lines) + (each - len(drawn) + 1) // 2)]
        lines += drawn
        lines += [[] for _ in range((each - len(drawn)) // 2)]
    return lines


def _in_line(pen: Pen, width: int, figures: Iterable[list[StyledLine]]) -> tuple[int, list[StyledLine]]:
    """Return the number of figures that fit side by side, and the lines they make."""
    lines: list[StyledLine] = []
    shown = used = 0
    for figure in figures:
        figure_width = max(map(line_width, figure))
        if used + figure_width > width:
            break
        lines += [[(" " * used, pen.blank)] for _ in range(len(figure) - len(lines))]
        for i in range(len(lines)):
            lines[i] += figure[i] if i < len(figure) else [(" " * figure_width, pen.blank)]
            lines[i].append((" ", pen.blank))
        used += figure_width + 1
        shown += 1
    return shown, lines


def _hold(scene: Scene) -> tuple[Shape, bool] | None:
    hold = scene.view.hold
    return None if hold is None else (as_spawned(hold.shape, scene.view.rules.spawn_facing), hold.may_swap)


def _draw_hold(pen: Pen, slot: Slot, seen: tuple[Shape, bool] | None) -> list[Row]:
    if seen is None:
        return boxed(pen, slot, _("hold"), [])
    shape, may_swap = seen
    if not slot.scale or not may_swap:
        return boxed(pen, slot, _("hold"), small(shape, pen, is_faint=not may_swap))
    return boxed(pen, slot, _("hold"), large(shape, pen, slot.scale))


NEXT: Final = panel(_next, _draw_next)
HOLD: Final = panel(_hold, _draw_hold)
