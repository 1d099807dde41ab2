"""Background of the terminal: its brightness, and the colour to paint behind a glyph.

The first frame needs it before Textual is imported, so this module imports next to nothing.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Background(StrEnum):
    """Brightness of the terminal's own background."""

    DARK = "dark"
    LIGHT = "light"
    UNKNOWN = "unknown"
    """No report: text uses only colours that are readable on both."""


_LIGHT_INDICES: Final = frozenset({"7", "15"})
_INDICES: Final = frozenset(map(str, range(16)))
_HALFWAY: Final = 0.179
"""Luminance at which black and white text are equally readable."""
_FULL_BLOCK: Final = frozenset("█")
_CONSOLES: Final = frozenset({"linux", "linux-16color"})


def luminance(red: int, green: int, blue: int) -> float:
    """Return the relative luminance, 0 to 1, of a colour with sRGB channels from 0 to 255 (WCAG 2.1)."""
    parts = [channel / 255 for channel in (red, green, blue)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum([weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)])


def background_of_colour(red: int, green: int, blue: int) -> Background:
    """Return the brightness of a background colour with sRGB channels from 0 to 255."""
    return Background.LIGHT if luminance(red, green, blue) > _HALFWAY else Background.DARK


def background_of_environment(environment: Mapping[str, str]) -> Background:
    """Return the background according to the environment, for use before or without a reply of the terminal.

    `COLORFGBG` (rxvt, Konsole) ends with the number of the background among the sixteen colours.
    """
    index = environment.get("COLORFGBG", "").rpartition(";")[2]
    if index in _INDICES:
        return Background.LIGHT if index in _LIGHT_INDICES else Background.DARK
    return Background.DARK if environment.get("TERM") in _CONSOLES else Background.UNKNOWN


def colour_behind(glyph: str, colour: str | None, background: str | None) -> str | None:
    """Return the colour to paint behind a glyph: its own if it fills its cell, otherwise the background.

    Many terminals draw a full block slightly smaller than its cell, so the background would show between two blocks.
    """
    return colour if colour is not None and _FULL_BLOCK.issuperset(glyph) else background
