"""The palettes by name."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from piecement.render.skins.palette import Colour, Depth, Palette
from piecement.terminal.ground import Ground


def _ansi(*indices: int) -> tuple[Colour, ...]:
    return tuple(f"color({index})" for index in indices)


def _rgb(*colours: str) -> tuple[Colour, ...]:
    return tuple(f"#{colour}" for colour in colours)


def _nes(first: str, second: str) -> tuple[Colour, ...]:
    white = "FCFCFC"
    return _rgb(white, white, second, first, white, first, second)


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
"""Per level, the colour of Z and L, and that of S and J; O, I and T are white."""

PALETTES: Final[dict[str, Palette]] = {
    "tetrs": Palette(
        title="Tetrs",
        levels=(_rgb("FECB00", "009FDA", "69BE28", "ED2939", "952D98", "FF7900", "0065BD"),),
        has_spread_hues=True,
    ),
    "ansi": Palette(
        title="16 colours",
        levels=(_ansi(11, 6, 10, 1, 5, 9, 12),),
        grey="color(8)",
        white="color(15)",
        black="color(0)",
        depth=Depth.ANSI,
    ),
    "monochrome": Palette(
        title="Monochrome", levels=((None,) * 7,), grey=None, white=None, black=None, depth=Depth.NONE
    ),
    "tetro_pastel": Palette(
        title="Tetro Pastel",
        levels=(_rgb("EFAF32", "00C7C6", "6CBD46", "FF577E", "A482FF", "F57A3E", "319FFD"),),
        grey="#8F8F8F",
        has_spread_hues=True,
    ),
    "guideline": Palette(
        title="Guideline",
        levels=(_rgb("FECB01", "009FDB", "69BE29", "ED293A", "952D99", "FF6901", "0065BE"),),
        has_spread_hues=True,
    ),
    "gruvbox": Palette(
        title="Gruvbox", levels=(_rgb("FABD2F", "8EC07C", "B8BB26", "FB4934", "D3869B", "FE8019", "83A598"),)
    ),
    "solarized": Palette(
        title="Solarized",
        levels=(_rgb("B58900", "2AA198", "859900", "D33682", "6C71C4", "CB4B16", "268BD2"),),
        grey="#657B83",
        white="#FDF6E3",
        black="#002B36",
    ),
    "terafox": Palette(
        title="Terafox",
        levels=(_rgb("FDB292", "A1CDD8", "8EB2AF", "E85C51", "AD5C7C", "ED7A6D", "73A3B7"),),
        grey="#4E5157",
        white="#DEE4E6",
        black="#1D1F23",
    ),
    "fahrenheit": Palette(
        title="Fahrenheit",
        levels=(_rgb("FD9F4D", "979796", "FECEA0", "CC734D", "734C4D", "CB4A05", "CDA074"),),
        white="#FFFFCE",
    ),
    "matrix": Palette(
        title="Matrix",
        levels=(_rgb("E9E200", "2FC079", "409931", "90D762", "23755A", "50B45A", "4F7E7E"),),
        grey="#717F73",
        white="#EAFFF4",
        black="#0F191C",
    ),
    "sequoia": Palette(
        title="Sequoia",
        levels=(_rgb("E2E4ED", "9498A9", "D3D5DE", "999EB2", "7C829D", "B6BAC8", "626983"),),
        grey="#868690",
        white="#E8EAF2",
        black="#131317",
    ),
    "amber": Palette(title="Just amber", levels=(_rgb(*["FF9400"] * 7),), grey="#FF9400", white="#FF9400"),
    "white": Palette(title="Just white", levels=(_rgb(*["FFFFFF"] * 7),), grey="#FFFFFF"),
    "terminal_default": Palette(
        title="Terminal default", levels=((None,) * 7,), grey=None, white=None, black=None, depth=Depth.ANSI
    ),
    "nes_levels": Palette(title="NES levels", levels=tuple(_nes(*level) for level in _NES_LEVELS)),
    "okabe_ito": Palette(
        title="Okabe and Ito",
        levels=(_rgb("F0E442", "56B4E9", "009E73", "D55E00", "CC79A7", "E69F00", "0072B2"),),
        grey="#999999",
    ),
    "tol_light": Palette(
        title="Paul Tol, light",
        levels=(_rgb("EEDD88", "99DDFF", "44BB99", "FFAABB", "AAAA00", "EE8866", "77AADD"),),
        grey="#DDDDDD",
    ),
}
"""The palettes by name. The first three are those of the seed game; `okabe_ito` is the set of M. Okabe and K. Ito
(Color Universal Design, 2008), `tol_light` the one that P. Tol made for filled cells (Colour Schemes, 2021)."""

_SIXTEEN: Final = PALETTES["ansi"]
_ON_ANY: Final = replace(_SIXTEEN, levels=(_ansi(3, 6, 2, 1, 5, 9, 12),), white=None, black=None, lit="color(5)")

SIXTEEN_COLOURS: Final[Mapping[Ground, Palette]] = {
    Ground.DARK: _SIXTEEN,
    Ground.LIGHT: replace(_ON_ANY, levels=(_ansi(3, 6, 2, 1, 5, 9, 4),), lit="color(4)"),
    Ground.UNKNOWN: _ON_ANY,
}
"""The palette `ansi` for each ground: on white there are no bright colours but that of the L, and white is the colour
of the terminal's own text."""
