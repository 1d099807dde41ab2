"""How a game can look: skins, palettes, tones and effects, as data."""

from piecement.skins.hard_drops import HARD_DROPS
from piecement.skins.inks import BLACK, WHITE
from piecement.skins.legibility import PALE, TEXT_CONTRAST, TILE_CONTRAST, contrast, legible, usual_colour
from piecement.skins.locks import LOCKS
from piecement.skins.look import SKINS_OWN, Figure, HudPart, LockedColour, Look
from piecement.skins.palette import Depth, Palette, blend, readable_on
from piecement.skins.palettes import PALETTES
from piecement.skins.particles import LINE_CLEARS
from piecement.skins.plain_text import in_ascii
from piecement.skins.registry import SKINS
from piecement.skins.skin import HALF, Box, Frame, Skin, TileKind, tile_letter
from piecement.skins.stage import Animation, Layer, Spot, Stage
from piecement.skins.tones import TERMINAL, TONES, Tones

__all__ = [
    "BLACK",
    "HALF",
    "HARD_DROPS",
    "LINE_CLEARS",
    "LOCKS",
    "PALE",
    "PALETTES",
    "SKINS",
    "SKINS_OWN",
    "TERMINAL",
    "TEXT_CONTRAST",
    "TILE_CONTRAST",
    "TONES",
    "WHITE",
    "Animation",
    "Box",
    "Depth",
    "Figure",
    "Frame",
    "HudPart",
    "Layer",
    "LockedColour",
    "Look",
    "Palette",
    "Skin",
    "Spot",
    "Stage",
    "TileKind",
    "Tones",
    "blend",
    "contrast",
    "in_ascii",
    "legible",
    "readable_on",
    "tile_letter",
    "usual_colour",
]
