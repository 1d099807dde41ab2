"""What a palette is: the colour of every tile id."""

from colorsys import hls_to_rgb
from enum import StrEnum
from typing import Final, NamedTuple

from piecement_engine.pieces import GREY

WHITE: Final = 252
"""The tile id of flashes, whose colour no piece has."""

BLACK: Final = 255
"""The tile id of what is as good as gone."""

YELLOW: Final = 1
ORANGE: Final = 6
RED: Final = 4
"""The tiles whose colours come nearest to those of a fire."""

Colour = str
"""`#RRGGBB`, or `color(N)` for one of the terminal's sixteen."""


class Depth(StrEnum):
    """What a palette asks of the terminal."""

    NONE = "none"
    """No colour codes at all, for the frame and the text neither."""
    ANSI = "ansi"
    """The sixteen colours."""
    RGB = "rgb"
    """24-bit colours."""


_GOLDEN_TURN: Final = 0.6180339887498949
_LIGHTNESS: Final = (0.62, 0.74, 0.5)
_BLENDS: Final = (("#FFFFFF", 0.0), ("#FFFFFF", 0.4), ("#000000", 0.3))


class Palette(NamedTuple):
    """The colours of the tiles. Larger pieces than the seven get colours too, however many there are."""

    title: str
    levels: tuple[tuple[Colour | None, ...], ...]
    """The colours of O I S Z T L J; more than one row where they change with the level, in turn."""
    grey: Colour | None = "#7F7F7F"
    white: Colour | None = "#FFFFFF"
    black: Colour | None = "#000000"
    depth: Depth = Depth.RGB
    lit: Colour | None = None
    """The colour of text that is lit; that of the first piece where it is None."""
    has_spread_hues: bool = False
    """Whether other pieces than the seven take hues from all around the wheel, or the seven's in turn."""

    def colour(self, tile: int, level: int = 0) -> Colour | None:
        """Return the colour of a tile or ink; None is the terminal's own."""
        special = {GREY: self.grey, WHITE: self.white, BLACK: self.black}
        if tile in special:
            return special[tile]
        seven = self.levels[level % len(self.levels)]
        if 1 <= tile <= len(seven):
            return seven[tile - 1]
        return _hue(tile) if self.has_spread_hues else _in_turn(tile, seven, self.depth)


def _hue(tile: int) -> Colour:
    index = tile % 10_000
    red, green, blue = hls_to_rgb(index * _GOLDEN_TURN % 1, _LIGHTNESS[index % len(_LIGHTNESS)], 0.72)
    return f"#{round(255 * red):02X}{round(255 * green):02X}{round(255 * blue):02X}"


def _in_turn(tile: int, seven: tuple[Colour | None, ...], depth: Depth) -> Colour | None:
    turn, place = divmod(tile % 10_000, len(seven))
    colour = seven[place]
    if colour is None or depth is not Depth.RGB:
        return colour
    return blend(colour, *_BLENDS[turn % len(_BLENDS)])


def blend(colour: Colour, other: Colour, part: float) -> Colour:
    """Return a mixture of two `#RRGGBB` colours that has this part of the other."""
    channels = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(mine + (its - mine) * part):02X}" for mine, its in channels)


_DARK_INDICES: Final = frozenset(f"color({index})" for index in (0, 1, 4, 5, 8))


def readable_on(colour: Colour) -> Colour:
    """Return black or white, whichever is easier to read on a colour."""
    if not colour.startswith("#"):
        return "color(15)" if colour in _DARK_INDICES else "color(0)"
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 110_000 else "#FFFFFF"
