"""The place of a menu over a game, where it hides the least."""

from textual.geometry import Region, Size

from piecement.render.layout import Layout


def place_beside(menu: Size, layout: Layout) -> Region:
    """Return a place for a menu beside the lower part of the field, wider if need be."""
    field, size = layout.field, layout.size
    y = max(0, min(field.bottom, size.height) - menu.height)
    if field.x < menu.width:
        return Region(max(0, min(field.x + field.width, size.width - menu.width)), y, *menu)
    x = max(0, min((slot.x for slot in layout.slots), default=1) - 1)
    end = _whole_parts(x + menu.width, layout)
    at_floor = end > x + menu.width  # which is wider than the field
    return Region(x, max(0, y - at_floor), end - x, menu.height)


def _whole_parts(end: int, layout: Layout) -> int:
    """Return the column where a menu has to end so that it hides no part beside the field by half."""
    cut = [slot.x + slot.width for slot in layout.slots if slot.x < end < slot.x + slot.width <= layout.field.x]
    return max([end, *cut])
