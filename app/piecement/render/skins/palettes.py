"""Palettes."""

from collections.abc import Mapping
from colorsys import hls_to_rgb
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from piecement.language import _
from piecement.terminal.environment import Background
from piecement_engine.board.pieces import GREY

WHITE: Final = 252
"""Tile id of flashes, used by no piece."""

BLACK: Final = 255
"""Tile id of cells that are about to vanish."""

YELLOW: Final = 1
ORANGE: Final = 6
RED: Final = 4
"""Tiles whose colours are nearest to those of a fire."""

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
    """Whether other pieces than the seven take hues from all around the wheel, or the seven's in turn."""

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
    channels = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(mine + (its - mine) * part):02X}" for mine, its in channels)


_DARK_INDICES: Final = frozenset(f"color({index})" for index in (0, 1, 4, 5, 8))


def readable_on(colour: Colour) -> Colour:
    """Return black or white, whichever is easier to read on a colour."""
    if not colour.startswith("#"):
        return "color(15)" if colour in _DARK_INDICES else "color(0)"
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 110_000 else "#FFFFFF"


def _ansi(*indices: int) -> tuple[Colour, ...]:
    return tuple(f"color({index})" for index in indices)


def _flat(
    title: str,
    colours: str,
    grey: str = "7F7F7F",
    *,
    white: str = "FFFFFF",
    black: str = "000000",
    has_spread_hues: bool = False,
) -> Palette:
    """Return a palette of the same 24-bit colours at all levels, for O I S Z T L J."""
    seven = tuple(f"#{colour}" for colour in colours.split())
    return Palette(title, (seven,), f"#{grey}", f"#{white}", f"#{black}", has_spread_hues=has_spread_hues)


def _nes(first: str, second: str) -> tuple[Colour, ...]:
    white = "#FCFCFC"
    return white, white, f"#{second}", f"#{first}", white, f"#{first}", f"#{second}"


_NO_COLOURS: Final = ((None,) * 7,)

_NES_LEVELS: Final = (
    ("3CBDFC", "0058F8"),
    ("B8F818", "00A800"),
    ("F878F8", "D800CC"),
    ("58D854", "0058F8"),
    ("58F898", "E40058"),
    ("6888FC", "58F898"),
    ("7C7C7C", "F83800"),
    ("A80020", "6844FC"),
    ("F83800", "0058F8"),
    ("FCA044", "F83800"),
)
"""Colours per level: Z and L, then S and J; O, I and T are white."""

PALETTES: Final[dict[str, Palette]] = {
    "tetrs": _flat(_("Tetrs"), "FECB00 009FDA 69BE28 ED2939 952D98 FF7900 0065BD", has_spread_hues=True),
    "modern": _flat(_("Modern"), "FFCE1F 16B4EA 6FC832 F0404E B04CC0 FF8A1E 3A7DF0", "6A6A7C", has_spread_hues=True),
    "ansi": Palette(
        "16 colours", (_ansi(11, 6, 10, 1, 5, 9, 12),), "color(8)", "color(15)", "color(0)", depth=Depth.ANSI
    ),
    "monochrome": Palette(_("Monochrome"), _NO_COLOURS, None, None, None, depth=Depth.NONE),
    "tetro_pastel": _flat(
        _("Tetro Pastel"), "EFAF32 00C7C6 6CBD46 FF577E A482FF F57A3E 319FFD", "8F8F8F", has_spread_hues=True
    ),
    "guideline": _flat(_("Guideline"), "FECB01 009FDB 69BE29 ED293A 952D99 FF6901 0065BE", has_spread_hues=True),
    "gruvbox": _flat(_("Gruvbox"), "FABD2F 8EC07C B8BB26 FB4934 D3869B FE8019 83A598"),
    "solarized": _flat(
        _("Solarized"), "B58900 2AA198 859900 D33682 6C71C4 CB4B16 268BD2", "657B83", white="FDF6E3", black="002B36"
    ),
    "terafox": _flat(
        _("Terafox"), "FDB292 A1CDD8 8EB2AF E85C51 AD5C7C ED7A6D 73A3B7", "4E5157", white="DEE4E6", black="1D1F23"
    ),
    "fahrenheit": _flat(_("Fahrenheit"), "FD9F4D 979796 FECEA0 CC734D 734C4D CB4A05 CDA074", white="FFFFCE"),
    "matrix": _flat(
        _("Matrix"), "E9E200 2FC079 409931 90D762 23755A 50B45A 4F7E7E", "717F73", white="EAFFF4", black="0F191C"
    ),
    "sequoia": _flat(
        _("Sequoia"), "E2E4ED 9498A9 D3D5DE 999EB2 7C829D B6BAC8 626983", "868690", white="E8EAF2", black="131317"
    ),
    "amber": _flat(_("Just amber"), " ".join(["FF9400"] * 7), "FF9400", white="FF9400"),
    "white": _flat(_("Just white"), " ".join(["FFFFFF"] * 7), "FFFFFF"),
    "terminal_default": Palette(_("Terminal default"), _NO_COLOURS, None, None, None, depth=Depth.ANSI),
    "nes_levels": Palette(_("NES levels"), tuple(_nes(*level) for level in _NES_LEVELS)),
    "okabe_ito": _flat(_("Okabe-Ito"), "F0E442 56B4E9 009E73 D55E00 CC79A7 E69F00 0072B2", "999999"),
    "tol_light": _flat(_("Paul Tol light"), "EEDD88 99DDFF 44BB99 FFAABB AAAA00 EE8866 77AADD", "DDDDDD"),
}
"""Palettes by name, then those of the player's own looks. `tetrs`, `ansi` and `monochrome` are those of the seed game;
`modern` stays distinct when locked pieces are darkened; `okabe_ito` is the set of M. Okabe and K. Ito (Color
Universal Design, 2008), `tol_light` the one that P. Tol made for filled cells (Colour Schemes, 2021).
"""

_SIXTEEN: Final = PALETTES["ansi"]
_ON_ANY: Final = _SIXTEEN._replace(levels=(_ansi(3, 6, 2, 1, 5, 9, 12),), white=None, black=None, lit="color(5)")

SIXTEEN_COLOURS: Final[Mapping[Background, Palette]] = {
    Background.DARK: _SIXTEEN,
    Background.LIGHT: _ON_ANY._replace(levels=(_ansi(3, 6, 2, 1, 5, 9, 4),), lit="color(4)"),
    Background.UNKNOWN: _ON_ANY,
}
"""Palette `ansi` by background: on white only the L has a bright colour, and white is the colour of the terminal's own
text.
"""
