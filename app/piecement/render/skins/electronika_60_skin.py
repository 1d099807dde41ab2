"""The skin after the machine on which the first game of this kind ran."""

from typing import Final

from piecement.render.skins.hard_drops import HARD_DROPS
from piecement.render.skins.line_clears import ELECTRONIKA_60_WIPE
from piecement.render.skins.locks import ELECTRONIKA_60_FLASH
from piecement.render.skins.skin import Box, Frame, Skin, TileKind

_NOWHERE: Final = Box(
    horizontal=" ",
    vertical=" ",
    top_left=" ",
    top_right=" ",
    bottom_left=" ",
    bottom_right=" ",
    rule="-",
    rule_end="",
    bar="=",
)

ELECTRONIKA_60: Final = Skin(
    name="electronika_60",
    title="Electronika 60",
    sentence="The looks of the first game of this kind; best in one colour, green or amber.",
    tiles={
        TileKind.LOCKED: "▮▮",
        TileKind.ACTIVE: "▮▮",
        TileKind.GHOST: " .",
        TileKind.PREVIEW: "▮▮",
        TileKind.SPAWN: "▯▯",
        TileKind.HINT: "<>",
    },
    empty=" .",
    frame=Frame(
        left="<!",
        right="!>",
        top_fill="  ",
        top_left="  ",
        top_right="  ",
        bottom_fill="==",
        bottom_left="<!",
        bottom_right="!>",
        below_fill="\\/",
        top_left_joint="  ",
        top_right_joint="  ",
        left_joint="<!",
        right_joint="!>",
        meter="#",
    ),
    box=_NOWHERE,
    hard_drop=HARD_DROPS["none"],
    lock=ELECTRONIKA_60_FLASH,
    line_clear=ELECTRONIKA_60_WIPE,
    scales=(3, 2, 1),
    enlarged={(" .", 2): ("    ", "  . "), (" .", 3): ("      ", "   .  ", "      ")},
)
