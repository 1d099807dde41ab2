"""Whether a game can be played in a terminal of some size, told before it begins."""

from typing import TYPE_CHECKING

from piecement.render.skins.look import Look
from piecement_engine import Rules

if TYPE_CHECKING:
    from textual.geometry import Size


def lack_of_room(rules: Rules, look: Look, size: "Size") -> str:
    """Return in a sentence that a terminal is too small for a game by these rules, or nothing where it is not."""
    from piecement.render.layout import Size as Room  # noqa: PLC0415 - as above
    from piecement.render.layout import plan_layout  # noqa: PLC0415 - comes with all that is drawn
    from piecement.render.needs import Needs  # noqa: PLC0415 - as above

    layout = plan_layout(Room(size.width, size.height), Needs.of_rules(rules), look)
    if layout.fits:
        return ""
    width, height = layout.minimum
    return f"Needs a terminal of {width}x{height}: this one is {size.width}x{size.height}."
