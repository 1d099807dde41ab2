"""The glyphs and colours of the logo, which are those of the tiles in the game."""

from piecement.render.skins.look import Look
from piecement.render.skins.palettes import WHITE
from piecement.render.skins.skins import TileKind
from piecement.render.skins.tones import TILE_CONTRAST, legible
from piecement.ui.widgets.logo import FLASH, Paint
from piecement_engine import TETROMINOES


def paint_of(look: Look) -> Paint:
    skin, palette = look.chosen_skin, look.chosen_palette
    tiles = {name: shape.tile for name, shape in TETROMINOES.items()} | {FLASH: WHITE}
    return {
        name: (skin.glyph(TileKind.LOCKED, tile), legible(palette.colour(tile), look.seen_on, TILE_CONTRAST))
        for name, tile in tiles.items()
    }
