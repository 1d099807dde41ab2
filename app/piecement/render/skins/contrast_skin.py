"""The skin that tells pieces apart without their colours."""

from dataclasses import replace
from typing import Final

from piecement.render.skins.locks import LOCKS
from piecement.render.skins.particles import LINE_CLEARS
from piecement.render.skins.skin import TileKind
from piecement.render.skins.unicode_skin import UNICODE

CONTRAST: Final = replace(
    UNICODE,
    name="contrast",
    title="High contrast",
    sentence="Every piece bears its own letter on a solid ground, so that no colour is needed to know it.",
    tiles={
        TileKind.LOCKED: "A ",
        TileKind.ACTIVE: "AA",
        TileKind.GHOST: "aa",
        TileKind.PREVIEW: "AA",
        TileKind.SPAWN: "··",
        TileKind.HINT: "<>",
    },
    grid=" ·",
    lock=LOCKS["white flash"],
    line_clear=LINE_CLEARS["left to right"],
    is_lettered=True,
    is_solid=True,
)
