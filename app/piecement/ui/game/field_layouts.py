"""Parts of the terminal for the sides of a game, the layouts of their fields in these, and the regions that follow."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from textual.geometry import Region, Size

from piecement.render.field_place import Role
from piecement.render.layout import Layout
from piecement.render.overlay import Overlay, inside_field, shifted, too_small
from piecement.render.skins.look import Look
from piecement.ui.game.side import Side

_FULL_WIDTH: Final = 36
"""The columns for a field with the most important figures beside it."""

_CALM_WIDTH: Final = 30
"""The columns for a field with a calm HUD beside it."""

_SMALL_FIELD: Final = 12
"""The columns for a field alone, drawn small."""


def full_width(look: Look) -> int:
    """Return the columns for a field with what stands beside it."""
    return _CALM_WIDTH if look.is_calm else _FULL_WIDTH


def shares(size: Size, sides: int, full: int) -> list[Size]:
    """Divide a terminal among sides: equally, or `full` columns for the first one and the rest for the others."""
    others = sides - 1
    is_wide = size.width >= sides * full
    rest = size.width - size.width // sides if is_wide else max(others * _SMALL_FIELD, size.width - full)
    widths = [rest * number // others for number in range(sides)] if others else [0]
    return [Size(size.width - widths[-1], size.height), *(Size(b - a, size.height) for a, b in pairwise(widths))]


class FieldLayouts:
    """Layouts of all sides, each in its part of the terminal, from left to right."""

    def __init__(self, sides: Sequence[Side], parts: Sequence[Size]) -> None:
        self._sides: Final = sides
        self.layouts: Final = [side.layout(part) for side, part in zip(sides, parts, strict=True)]
        self.fit: Final = all(layout.fits for layout in self.layouts)
        """Whether there is room for all sides."""

    def needs(self, room: Size, look: Look) -> Iterator[Overlay]:
        """Yield each side's part of one text over all of them: how large the terminal has to be."""
        minima = [layout.minimum for layout in self.layouts]
        least = sum(width for width, _ in minima), max(height for _, height in minima)
        text, x = too_small(*room, least, look), 0
        for layout in self.layouts:
            yield shifted(text, -x)
            x += layout.size.width

    @property
    def insides(self) -> list[Region]:
        """The regions inside the walls of all fields."""
        return self._regions(Role.INSIDE)

    @property
    def rims(self) -> list[Region]:
        """The regions above the insides of all fields, in which a piece may still be seen, below names of players."""
        rims = self._regions(Role.ABOVE, Role.RIM)
        if len(rims) == 1:
            return rims
        below = [0 if layout.name else layout.field.top - 1 for layout in self.layouts]
        return [rim.shrink((max(0, y - rim.y), 0, 0, 0)) for rim, y in zip(rims, below, strict=True)]

    @property
    def end(self) -> int:
        """The column where the player's field ends."""
        field = self.layouts[0].field
        return field.x + field.width

    def place_for(self, menu: Size, room: Size, *, is_alone: bool) -> Region:
        """Return the region of a menu that hides the least: beside the player's field, over any other."""
        place = _place_beside(menu, self.layouts[0])
        if is_alone:
            return place
        x = max(place.x, min(self.end, room.width - place.width))
        return Region(x, place.y, *place.size)

    def _regions(self, *roles: Role) -> list[Region]:
        regions: list[Region] = []
        offset = 0
        for layout, side in zip(self.layouts, self._sides, strict=True):
            left, width = inside_field(layout, side.look)
            lines = [y for y, line in enumerate(layout.field.lines, layout.field.y) if line.role in roles]
            regions.append(Region(offset + left, lines[0] if lines else 0, max(0, width), len(lines)))
            offset += layout.size.width
        return regions


def _place_beside(menu: Size, layout: Layout) -> Region:
    """Return a place for a menu beside the lower part of the field, wider if need be."""
    field, size = layout.field, layout.size
    y = max(0, min(field.bottom, size.height) - menu.height)
    if field.x < menu.width:
        return Region(max(0, min(field.x + field.width, size.width - menu.width)), y, *menu)
    x = max(0, min((slot.x for slot in layout.slots), default=1) - 1)
    end = x + menu.width
    cut = [slot.x + slot.width for slot in layout.slots if slot.x < end < slot.x + slot.width <= layout.field.x]
    end = max([end, *cut])  # hides a panel beside the field wholly or not at all
    at_floor = end > x + menu.width  # it would cover the floor of the field: one row higher
    return Region(x, max(0, y - at_floor), end - x, menu.height)
