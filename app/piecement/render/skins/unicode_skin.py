"""The skins of block characters: the seed's, and those of other sizes."""

from dataclasses import replace
from typing import Final

from piecement.render.skins.hard_drops import SEED_TRAIL
from piecement.render.skins.line_clears import UNICODE_SHRINK
from piecement.render.skins.locks import UNICODE_FLASH
from piecement.render.skins.skin import HALF, Box, Frame, Skin, TileKind

LINES: Final = Box(
    horizontal="─",
    vertical="│",
    top_left="┌",
    top_right="┐",
    bottom_left="└",
    bottom_right="┘",
    rule="─",
    rule_end="╴",
    bar="━",
)

WALLS: Final = Frame(
    left="║",
    right="║",
    top_fill="╶╶",
    top_left="╓",
    top_right="╖",
    bottom_fill="▀▀",
    bottom_left="░▒▓█",
    bottom_right="█▓▒░",
    top_left_joint="╥",
    top_right_joint="╥",
    left_joint="╢",
    right_joint="╟",
    meter="█",
)

UNICODE: Final = Skin(
    name="unicode",
    title="Unicode",
    sentence="Block characters, as in the seed game.",
    tiles={
        TileKind.LOCKED: "██",
        TileKind.ACTIVE: "▓▓",
        TileKind.GHOST: "░░",
        TileKind.PREVIEW: "▒▒",
        TileKind.SPAWN: "╱╱",
        TileKind.HINT: "╱╲",
    },
    grid=" ⢀",
    frame=WALLS,
    box=LINES,
    hard_drop=SEED_TRAIL,
    lock=UNICODE_FLASH,
    line_clear=UNICODE_SHRINK,
)

HALF_BLOCK: Final = replace(
    UNICODE,
    name="half_block",
    title="Half blocks",
    sentence="Two rows of the board to a line of text, for small terminals.",
    scales=(HALF,),
)

DOUBLE: Final = replace(
    UNICODE,
    name="double",
    title="Double size",
    sentence="Cells of twice the size, even if the side panels have to give way.",
    compact_scale=3,
)
