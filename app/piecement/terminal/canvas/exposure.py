"""What of a canvas is seen."""

from collections.abc import Mapping

from textual.geometry import Region
from textual.widget import Widget

Placing = Mapping[Widget, tuple[Region, Region]]
"""Where the widgets of a screen are and what they are clipped to, the foremost first."""


def exposed(canvas: Widget, placing: Placing) -> Region | None:
    """Return where a canvas is if all of it is seen."""
    if canvas not in placing:
        return None
    place, clip = placing[canvas]
    for widget, (region, its_clip) in placing.items():
        if widget is canvas:
            break
        if region.intersection(its_clip).overlaps(place):
            return None
    return place if clip.contains_region(place) else None
