"""Tones, and the legibility of their colours."""

from functools import lru_cache
from typing import Final, NamedTuple

from piecement.render.skins.palettes import BLACK_COLOUR, WHITE_COLOUR, Colour, blend
from piecement.terminal.background import Background, luminance
from piecement_base.tables import read_table


class Tones(NamedTuple):
    """Colours as `#RRGGBB`; None for the terminal's own."""

    text: str | None = None
    muted: str | None = None
    """Colour of labels and hints; None for the text colour, dimmed."""
    accent: str | None = None
    """Colour of headings and current values."""
    frame: str | None = None
    grid: str | None = None
    background: str | None = None
    """Colour behind everything."""
    field: str | None = None
    """Colour behind the cells of the field; None for the background."""
    wall: str | None = None
    """Colour of the walls of the skin Modern; None for that of the frame."""
    key: str | None = None
    """Colour of keys; None for the accent."""
    good: str | None = None
    """Colour of what is ahead; None for the accent."""
    bad: str | None = None
    """Colour of what is behind or dangerous; None for that of a red piece."""
    warn: str | None = None
    """Colour of what is due; None for that of an orange piece."""


TERMINAL: Final = Tones()
"""Tones with the terminal's own colours."""

_ROWS: Final = read_table(__file__, "tones.csv")
TONES: Final = {row["name"]: Tones(**{part: row[part] for part in Tones._fields if row.get(part)}) for row in _ROWS}
"""Sets of tones by name, as alternatives to those of the application's theme."""


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
    return luminance(*[int(colour[i : i + 2], 16) for i in (1, 3, 5)])


@lru_cache(maxsize=1024)
def legible(colour: Colour | None, background: Colour | None, least: float) -> Colour | None:
    """Return a `#RRGGBB` colour, darkened or lightened if its contrast is too low; others stay unchanged."""
    if colour is None or background is None or not colour.startswith("#") or contrast(colour, background) >= least:
        return colour
    end = max((BLACK_COLOUR, WHITE_COLOUR), key=lambda pole: contrast(pole, background))
    steps = (blend(colour, end, step / _STEPS) for step in range(1, _STEPS))
    return next((shade for shade in steps if contrast(shade, background) >= least), end)


USUAL_COLOURS: Final = {Background.DARK: BLACK_COLOUR, Background.LIGHT: WHITE_COLOUR, Background.UNKNOWN: None}
"""Approximate colours of the terminal's own background, None if unknown."""
