"""Skins by name."""

from typing import Final

from piecement.language import _
from piecement.render.skins.hard_drops import HARD_DROPS, SEED_TRAIL
from piecement.render.skins.line_clears import ASCII_BLINK, ELECTRONIKA_60_WIPE, LINE_CLEARS, UNICODE_SHRINK
from piecement.render.skins.locks import ASCII_FLASH, ELECTRONIKA_60_FLASH, LOCKS, UNICODE_FLASH
from piecement.render.skins.skin import HALF, Border, Box, Skin, TileKind


def _tiles(*glyphs: str) -> dict[TileKind, str]:
    """Return the glyphs of locked and active tiles, ghost, preview, spawn and hint."""
    return dict(zip(TileKind, glyphs, strict=True))


_UNICODE: Final = Skin(
    name="unicode",
    title=_("Unicode"),
    sentence=_("Block characters, as in the original game."),
    tiles=_tiles("██", "▓▓", "░░", "██", "╱╱", "╱╲"),
    grid=" ⢀",
    frame=Border(
        left="║", right="║", top_fill="╶╶", top_left="╓", top_right="╖",
        bottom_fill="▀▀", bottom_left="░▒▓█", bottom_right="█▓▒░",
        top_left_joint="╥", top_right_joint="╥", left_joint="╢", right_joint="╟", meter="█",
    ),
    box=Box(
        horizontal="─", vertical="│", top_left="┌", top_right="┐", bottom_left="└", bottom_right="┘",
        rule="─", rule_end="╴", bar="━",
    ),
    hard_drop=SEED_TRAIL,
    lock=UNICODE_FLASH,
    line_clear=UNICODE_SHRINK,
)  # fmt: skip

_ASCII: Final = Skin(
    name="ascii",
    title="ASCII",
    sentence=_("ASCII only; small previews are letters."),
    tiles=_tiles("##", "[]", "::", "[]", "//", "<>"),
    frame=Border(
        left="|", right="|", top_fill="- ", top_left="|", top_right="|",
        bottom_fill="==", bottom_left="~#", bottom_right="#~",
        top_left_joint="|", top_right_joint="+", left_joint="|", right_joint="+", meter="#",
    ),
    box=Box(
        horizontal="-", vertical="|", top_left="+", top_right="+", bottom_left="+", bottom_right="+",
        rule="-", rule_end="", bar="=",
    ),
    hard_drop=SEED_TRAIL,
    lock=ASCII_FLASH,
    line_clear=ASCII_BLINK,
    scales=(3, 2, 1),
    is_ascii=True,
    enlarged={
        ("- ", 2): ("- - ", "- - "),
        ("- ", 3): ("- - - ", "- - - ", "- - - "),
        ("[]", 2): ("[--]", "[__]"),
        ("[]", 3): ("[----]", "[    ]", "[____]"),
    },
)  # fmt: skip

_ELECTRONIKA_60: Final = Skin(
    name="electronika_60",
    title=_("Electronika 60"),
    sentence=_("Like the very first game of this kind; best in green or amber."),
    tiles=_tiles("▮▮", "▮▮", " .", "▮▮", "▯▯", "<>"),
    empty=" .",
    frame=Border(
        left="<!", right="!>", top_fill="  ", top_left="  ", top_right="  ",
        bottom_fill="==", bottom_left="<!", bottom_right="!>", below_fill="\\/",
        top_left_joint="  ", top_right_joint="  ", left_joint="<!", right_joint="!>", meter="#",
    ),
    box=Box(
        horizontal=" ", vertical=" ", top_left=" ", top_right=" ", bottom_left=" ", bottom_right=" ",
        rule="-", rule_end="", bar="=",
    ),
    hard_drop=HARD_DROPS["none"],
    lock=ELECTRONIKA_60_FLASH,
    line_clear=ELECTRONIKA_60_WIPE,
    scales=(3, 2, 1),
    enlarged={(" .", 2): ("    ", "  . "), (" .", 3): ("      ", "   .  ", "      ")},
)  # fmt: skip

_BRAILLE: Final = _UNICODE._replace(
    name="braille",
    title=_("Braille"),
    sentence=_("Tiles of dots."),
    tiles=_tiles("⣿⣿", "⣏⣹", "⠰⠆", "⣏⣹", "⢌⡡", "⠪⠕"),
    hard_drop=HARD_DROPS["helix"],
    lock=LOCKS["spiral"],
    line_clear=LINE_CLEARS["braille sparks"],
    enlarged={
        ("⣏⣹", 2): ("⡏⠉⠉⢹", "⣇⣀⣀⣸"),
        ("⣏⣹", 3): ("⡏⠉⠉⠉⠉⢹", "⡇    ⢸", "⣇⣀⣀⣀⣀⣸"),
        ("⠰⠆", 2): (" ⣀⣀ ", " ⠉⠉ "),
        ("⠰⠆", 3): ("      ", "  ⣿⣿  ", "      "),
    },
)

_HALF_BLOCK: Final = _UNICODE._replace(
    name="half_block",
    title=_("Half blocks"),
    sentence=_("Two rows per line of text, for small terminals."),
    scales=(HALF,),
)

_DOUBLE: Final = _UNICODE._replace(
    name="double",
    title=_("Double size"),
    sentence=_("Cells of twice the size; side panels may have to go."),
    compact_scale=3,
)

_CONTRAST: Final = _UNICODE._replace(
    name="contrast",
    title=_("High contrast"),
    sentence=_("Every piece has its letter on a solid colour, so you can tell them apart without colours."),
    tiles=_tiles("A ", "AA", "aa", "AA", "··", "<>"),
    grid=" ·",
    lock=LOCKS["white flash"],
    line_clear=LINE_CLEARS["left to right"],
    is_lettered=True,
    is_solid=True,
)

SKINS: Final[dict[str, Skin]] = {
    skin.name: skin for skin in (_UNICODE, _ASCII, _ELECTRONIKA_60, _BRAILLE, _HALF_BLOCK, _DOUBLE, _CONTRAST)
}
"""Skins in menu order."""
