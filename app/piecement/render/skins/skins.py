"""The skins by name."""

from typing import Final

from piecement.render.skins.hard_drops import HARD_DROPS, SEED_TRAIL
from piecement.render.skins.line_clears import ASCII_BLINK, ELECTRONIKA_60_WIPE, LINE_CLEARS, UNICODE_SHRINK
from piecement.render.skins.locks import ASCII_FLASH, ELECTRONIKA_60_FLASH, LOCKS, UNICODE_FLASH
from piecement.render.skins.skin import HALF, Box, Frame, Skin, TileKind


def _tiles(*glyphs: str) -> dict[TileKind, str]:
    """Return the glyphs of locked and active tiles, ghost, preview, spawn place and hint."""
    return dict(zip(TileKind, glyphs, strict=True))


_UNICODE: Final = Skin(
    name="unicode",
    title="Unicode",
    sentence="Block characters, as in the seed game.",
    tiles=_tiles("██", "▓▓", "░░", "██", "╱╱", "╱╲"),
    grid=" ⢀",
    frame=Frame(
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
    sentence="Nothing but ASCII characters; small previews are letters.",
    tiles=_tiles("##", "[]", "::", "[]", "//", "<>"),
    frame=Frame(
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
    title="Electronika 60",
    sentence="The looks of the first game of this kind; best in one colour, green or amber.",
    tiles=_tiles("▮▮", "▮▮", " .", "▮▮", "▯▯", "<>"),
    empty=" .",
    frame=Frame(
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
    title="Braille",
    sentence="Tiles of dots.",
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
    title="Half blocks",
    sentence="Two rows of the board to a line of text, for small terminals.",
    scales=(HALF,),
)

_DOUBLE: Final = _UNICODE._replace(
    name="double",
    title="Double size",
    sentence="Cells of twice the size, even if the side panels have to give way.",
    compact_scale=3,
)

_CONTRAST: Final = _UNICODE._replace(
    name="contrast",
    title="High contrast",
    sentence="Every piece bears its own letter on a solid ground, so that no colour is needed to know it.",
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
"""The skins, in the order in which a player meets them."""
