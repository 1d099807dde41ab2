"""Palettes: the colours of pieces and inks, for each colour depth."""

from collections import ChainMap
from collections.abc import Iterator, Mapping
from colorsys import hls_to_rgb
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from piecement.terminal.background import Background
from piecement_base.tables import read_table
from piecement_engine.board.pieces import GREY

WHITE: Final = 252
"""Tile id of flashes, used by no piece."""

BLACK: Final = 255
"""Tile id of cells that are about to vanish."""

YELLOW: Final = 1
CYAN: Final = 2
RED: Final = 4
PURPLE: Final = 5
ORANGE: Final = 6
"""Tile ids from `YELLOW` on, each named by the colour that it is nearest to in most palettes."""

RAINBOW: Final = (4, 6, 1, 3, 2, 7, 5)
"""Tiles in the order of the rainbow."""

Colour = str
"""`#RRGGBB`, or `color(N)` for one of the terminal's sixteen."""

BLACK_COLOUR: Final[Colour] = "#000000"
WHITE_COLOUR: Final[Colour] = "#FFFFFF"


class Depth(StrEnum):
    """Colour depth that a palette needs."""

    NONE = "none"
    """No colour codes at all, even for the frame and the text."""
    ANSI = "ansi"
    """The sixteen colours."""
    RGB = "rgb"
    """24-bit colours."""


_GOLDEN_TURN: Final = 0.6180339887498949
_LIGHTNESS: Final = (0.62, 0.74, 0.5)
_BLENDS: Final = (("#FFFFFF", 0.0), ("#FFFFFF", 0.4), ("#000000", 0.3))


class Palette(NamedTuple):
    """Colours of the tiles, including those of larger pieces, however many there are."""

    title: str
    levels: tuple[tuple[Colour | None, ...], ...]
    """Colours of O I S Z T L J; several rows for colours that rotate with the level."""
    grey: Colour | None = "#7F7F7F"
    white: Colour | None = "#FFFFFF"
    black: Colour | None = "#000000"
    depth: Depth = Depth.RGB
    lit: Colour | None = None
    """Colour of lit text; None for that of the first piece."""
    has_spread_hues: bool = False
    """Whether larger pieces have hues from all around the colour wheel, instead of the seven colours in turn."""
    sentence: str = ""
    """Description for the player, where the title is not enough."""

    @property
    def tile_depth(self) -> Depth:
        """Depth of the tiles' own colours, which may be none although the terminal has some."""
        return self.depth if self.levels[0][0] else Depth.NONE

    def colour(self, tile: int, level: int = 0) -> Colour | None:
        """Return the colour of a tile or ink; None for the terminal's own."""
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


@lru_cache(maxsize=1024)
def blend(colour: Colour, other: Colour, part: float) -> Colour:
    """Return a mixture of two `#RRGGBB` colours with the given fraction of the other."""
    channels = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join([f"{round(own + (others - own) * part):02X}" for own, others in channels])


_DARK_INDICES: Final = frozenset(f"color({index})" for index in (0, 1, 4, 5, 8))


def readable_on(colour: Colour) -> Colour:
    """Return black or white, whichever is easier to read on a colour."""
    if not colour.startswith("#"):
        return "color(15)" if colour in _DARK_INDICES else "color(0)"
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 110_000 else "#FFFFFF"


def _ansi(*indices: int) -> tuple[Colour, ...]:
    return tuple(f"color({index})" for index in indices)


def _palettes() -> Iterator[tuple[str, Palette]]:
    """Yield the palettes of the table, each with its name; a palette has a row for each level."""
    for name, rows in groupby(read_table(__file__, "palettes.csv"), itemgetter("name")):
        first, *others = rows
        levels = (tuple(row[piece] or None for piece in "OISZTLJ") for row in (first, *others))
        grey, white, black = (first[ink] or None for ink in ("grey", "white", "black"))
        palette = Palette(first["title"], tuple(levels), grey, white, black, Depth(first["depth"]))
        yield name, palette._replace(has_spread_hues=first["hues"] == "spread", sentence=first["sentence"])


BUILT_IN_PALETTES: Final = dict(_palettes())
"""Palettes by name.

`tetrs`, `ansi` and `monochrome` are those of tetrs 0.2.0; `modern` stays distinct when locked pieces are darkened,
and `distinct` and `high_contrast` in protan, deutan and tritan sight, the latter 7 to 1 on black; `okabe_ito` is the
set of M. Okabe and K. Ito (Color Universal Design, 2008), `tol_light` the one that P. Tol made for filled cells (Colour
Schemes, 2021).
"""

OWN_PALETTES: Final[dict[str, Palette]] = {}
"""Palettes of the custom looks that were read last."""

PALETTES: Final = ChainMap(OWN_PALETTES, BUILT_IN_PALETTES)
"""Built-in palettes by name, then those of custom looks."""

_SIXTEEN: Final = BUILT_IN_PALETTES["ansi"]
_ON_ANY: Final = _SIXTEEN._replace(levels=(_ansi(3, 6, 2, 1, 5, 9, 12),), white=None, black=None, lit="color(5)")

SIXTEEN_COLOURS: Final[Mapping[Background, Palette]] = {
    Background.DARK: _SIXTEEN,
    Background.LIGHT: _ON_ANY._replace(levels=(_ansi(3, 6, 2, 1, 5, 9, 4),), lit="color(4)"),
    Background.UNKNOWN: _ON_ANY,
}
"""Palette `ansi` by background: on white only the L has a bright colour, and white is the colour of the terminal's own
text.
"""
