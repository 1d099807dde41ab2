"""Contrast of colours, and its correction if it is too low."""

from functools import lru_cache
from typing import Final

from piecement.render.skins.palette import BLACK_COLOUR, WHITE_COLOUR, Colour, blend
from piecement.terminal.background import Background, luminance

TEXT_CONTRAST: Final = 3.0
"""Minimum contrast of text in the colour of a piece; 1 is none, 21 is that of black and white (WCAG 2.1)."""

TILE_CONTRAST: Final = 1.8
"""Minimum contrast of a tile, which is larger than a letter; a yellow tile on white has 1.5."""

_STEPS: Final = 20

PALE: Final = frozenset(f"color({index})" for index in (2, 3, 6, 7, 10, 11, 14, 15))
"""Colours of the sixteen that are unreadable on white in the usual colour schemes."""


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two `#RRGGBB` colours, from 1 to 21 (WCAG 2.1)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    return luminance(*(int(colour[i : i + 2], 16) for i in (1, 3, 5)))


@lru_cache(maxsize=1024)
def legible(colour: Colour | None, background: Colour | None, least: float) -> Colour | None:
    """Return a `#RRGGBB` colour, darkened or lightened if its contrast is too low; others stay unchanged."""
    if colour is None or background is None or not colour.startswith("#") or contrast(colour, background) >= least:
        return colour
    end = max((BLACK_COLOUR, WHITE_COLOUR), key=lambda pole: contrast(pole, background))
    steps = (blend(colour, end, step / _STEPS) for step in range(1, _STEPS))
    return next((shade for shade in steps if contrast(shade, background) >= least), end)


_OWN: Final = {Background.DARK: BLACK_COLOUR, Background.LIGHT: WHITE_COLOUR, Background.UNKNOWN: None}


def usual_colour(background: Background) -> Colour | None:
    """Return the approximate colour of the terminal's own background, or None if unknown."""
    return _OWN[background]
