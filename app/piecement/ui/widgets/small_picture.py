"""A picture of a game in a part of the screen."""

from piecement.render.layout import Layout
from piecement.render.skins.look import Look
from piecement.render.skins.skin import HALF


def is_clear(layout: Layout, look: Look) -> bool:
    """Return whether a layout fits, with cells as large as the skin has them in play."""
    return layout.fits and (layout.field.scale != HALF or look.chosen_skin.scales == (HALF,))
