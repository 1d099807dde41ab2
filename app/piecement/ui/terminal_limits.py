"""Drawing within the limits of a terminal: scrollbars in ASCII, and the nearest of 256 colours."""

from functools import lru_cache
from typing import ClassVar, Final

from rich.color import Color as RichColor
from rich.color import ColorType
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.scrollbar import ScrollBar, ScrollBarRender


class _WholeCells(ScrollBarRender):
    """A scrollbar in nothing but blanks. Textual ends it with a block character of some eighths of a cell."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


def draw_scrollbars(*, ascii_only: bool) -> None:
    """Draw all scrollbars in ASCII from now on, or as Textual does."""
    ScrollBar.renderer = _WholeCells if ascii_only else ScrollBarRender


_TABLE: Final[tuple[tuple[int, ColorTriplet], ...]] = tuple(
    (number, RichColor.from_ansi(number).get_truecolor()) for number in (*range(232, 256), *range(16, 232))
)
"""Numbers and colours of the ramp of greys and of the cube, which xterm introduced and all terminals share."""


@lru_cache(maxsize=1024)
def nearest(red: int, green: int, blue: int) -> int:
    """Return the number of the nearest colour from 16 to 255; the first sixteen differ between terminals."""

    def distance(entry: tuple[int, ColorTriplet]) -> int:
        other_red, other_green, other_blue = entry[1]
        # The eye separates shades of green best, of blue worst.
        return 2 * (red - other_red) ** 2 + 4 * (green - other_green) ** 2 + (blue - other_blue) ** 2

    return min(_TABLE, key=distance)[0]


@lru_cache(maxsize=1024)
def _nearest_style(style: Style) -> Style:
    colour, background = _nearest_colour(style.color), _nearest_colour(style.bgcolor)
    if colour is style.color and background is style.bgcolor:
        return style
    return style + Style.from_color(colour, background)


def _nearest_colour(colour: RichColor | None) -> RichColor | None:
    if colour is None or colour.type is not ColorType.TRUECOLOR or colour.triplet is None:
        return colour
    return RichColor.from_ansi(nearest(*colour.triplet))


class NearestColours(LineFilter):
    """Line filter that replaces all 24-bit colours.

    Rich turns a dark colour of any hue into one of the 6x6x6 cube, whose steps are far apart there: a blackish
    background becomes black or navy. The nearest colour is on the ramp of greys.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(text, _nearest_style(style) if style else style, control) for text, style, control in segments]
