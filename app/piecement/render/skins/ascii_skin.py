"""The skin that any terminal can show."""

from typing import Final

from piecement.render.skins.hard_drops import SEED_TRAIL
from piecement.render.skins.line_clears import ASCII_BLINK
from piecement.render.skins.locks import ASCII_FLASH
from piecement.render.skins.skin import Box, Frame, Skin, TileKind

ASCII: Final = Skin(
    name="ascii",
    title="ASCII",
    sentence="Nothing but ASCII characters; small previews are letters.",
    tiles={
        TileKind.LOCKED: "##",
        TileKind.ACTIVE: "[]",
        TileKind.GHOST: "::",
        TileKind.PREVIEW: "[]",
        TileKind.SPAWN: "//",
        TileKind.HINT: "<>",
    },
    frame=Frame(
        left="|",
        right="|",
        top_fill="- ",
        top_left="|",
        top_right="|",
        bottom_fill="==",
        bottom_left="~#",
        bottom_right="#~",
        top_left_joint="|",
        top_right_joint="+",
        left_joint="|",
        right_joint="+",
        meter="#",
    ),
    box=Box(
        horizontal="-",
        vertical="|",
        top_left="+",
        top_right="+",
        bottom_left="+",
        bottom_right="+",
        rule="-",
        rule_end="",
        bar="=",
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
)
