"""The skin of braille dots."""

from dataclasses import replace
from typing import Final

from piecement.skins.hard_drops import HARD_DROPS
from piecement.skins.locks import LOCKS
from piecement.skins.particles import LINE_CLEARS
from piecement.skins.skin import TileKind
from piecement.skins.unicode_skin import UNICODE

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
