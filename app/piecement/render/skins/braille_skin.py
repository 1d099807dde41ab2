"""The skin of braille dots."""

from dataclasses import replace
from typing import Final

from piecement.render.skins.hard_drops import HARD_DROPS
from piecement.render.skins.locks import LOCKS
from piecement.render.skins.particles import LINE_CLEARS
from piecement.render.skins.skin import TileKind
from piecement.render.skins.unicode_skin import UNICODE

BRAILLE: Final = replace(
    UNICODE,
    name="braille",
    title="Braille",
    sentence="Tiles of dots.",
    tiles={
        TileKind.LOCKED: "⣿⣿",
        TileKind.ACTIVE: "⣏⣹",
        TileKind.GHOST: "⠰⠆",
        TileKind.PREVIEW: "⣏⣹",
        TileKind.SPAWN: "⢌⡡",
        TileKind.HINT: "⠪⠕",
    },
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
