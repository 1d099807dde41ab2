"""The pen: colours, text and tiles of a look."""

from typing import Final, NamedTuple

from rich.style import Style

from piecement.render.ascii_text import in_ascii
from piecement.render.rows import Cell, Row, fitted
from piecement.render.skins.animation import GLOW_STEPS, LIGHT_STEPS
from piecement.render.skins.look import LockedColour, Look
from piecement.render.skins.palettes import BLACK_COLOUR, WHITE_COLOUR, Depth, Palette, blend, readable_on
from piecement.render.skins.skins import EDGED, TileKind
from piecement.render.skins.tones import PALE, TERMINAL, TEXT_CONTRAST, TILE_CONTRAST, Tones, legible
from piecement.terminal.background import Background, colour_behind
from piecement_engine.board.pieces import GREY
from piecement_engine.quick import Made

Pixel = str
"""Colour of half a character, or `PLAIN` or `FAINT`."""

PLAIN: Final = ""
"""The terminal's own colour."""

FAINT: Final = "faint"
"""The terminal's own colour, dimmed."""

HATCH: Final = "╱"
"""Hatching of a goal and of a hint: a colour alone would not set them apart from a ghost."""

_OUTLINES: Final = frozenset({TileKind.GHOST, TileKind.SPAWN, TileKind.HINT})
"""Kinds that mark a placement instead of a piece."""

_GHOST_DEPTH: Final = 0.6
"""Blend of a ghost's colour with the background if no glyph can show it, from 0 to 1."""

_LIT_UP: Final = 0.22
"""Fraction of white in a piece in play, where the skin shades it."""
_DARKENED: Final = 0.14
"""Fraction of the field's ground in a locked piece, where the skin shades it."""

_GHOST_FILL: Final = 0.20
"""Fraction of the piece's colour in a ghost with edges."""
_HALF_GHOST_FILL: Final = 0.32
"""Fraction of the piece's colour in a ghost that has no room for edges."""

_GOAL_FILL: Final = 0.45
"""Fraction of the piece's colour in a goal or a hint, where it is drawn without a glyph."""

_EDGE: Final = 0.28
"""Fraction of white in the upper edge of a tile."""

_SPENT: Final = "#4A4A62"
"""Colour of a piece in hold that must not be swapped, in a skin that has a glyph for it."""

_SHADOW: Final = "color(0)"
_DIM_OUTLINE: Final = "color(8)"
"""Replacement for a pale one of the sixteen colours on a background that may be white, behind the glyphs of a tile and
for outlines.
"""

_ON_BLACK: Final = "color(15)"
"""Text on a black field of a terminal with sixteen colours."""

_PLAIN_STYLE: Final = Style.null()


_SIXTEEN: Final = {
    Background.DARK: Tones(key="color(11)", good="color(10)", bad="color(9)", warn="color(11)"),
    Background.LIGHT: Tones(key="color(4)", good="color(4)", bad="color(1)", warn="color(5)"),
    Background.UNKNOWN: Tones(key="color(5)", bad="color(1)", warn="color(5)"),
}
"""Tones of a terminal with sixteen colours, by its background."""


class _Surface(NamedTuple):
    """Surface that is drawn on: the field, or all that is beside it."""

    palette: Palette
    background: str | None
    """Colour painted on it; None for the terminal's own."""
    seen_on: str | None
    """Approximate colour seen behind glyphs; None if unknown."""

    def colour(self, tile: int, level: int, contrast: float = TILE_CONTRAST) -> str | None:
        """Return the colour of a tile or ink, adjusted for contrast with the surface."""
        return legible(self.palette.colour(tile, level), self.seen_on, contrast)


class Pen:
    """Drawing styles and glyphs of a look at one level.

    Styles of text and frame are attributes. Cells and colours of tiles are in tables, filled at their first use.
    """

    def __init__(self, look: Look, level: int = 0) -> None:
        tones = look.chosen_tones
        self.look: Final = look
        self.skin: Final = look.chosen_skin
        self.level: Final = level
        self._palette: Final = look.chosen_palette
        self._beside: Final = _Surface(self._palette, tones.background, look.seen_on)
        self._field: Final = _Surface(look.field_palette, look.field_background, look.field_seen_on)
        self._is_shaded: Final = look.chosen_skin.is_modern and self._palette.tile_depth is Depth.RGB
        """Whether the state of a tile shows in its shade."""
        self._field_ground: Final = look.field_seen_on or BLACK_COLOUR
        """Colour of the empty field; black if unknown."""
        self.blank: Final = Style(bgcolor=tones.background)
        self.text: Final = Style(color=tones.text, bgcolor=tones.background)
        self.strong: Final = Style(color=tones.text, bgcolor=tones.background, bold=True)
        self.muted: Final = Style(color=tones.muted or tones.text, bgcolor=tones.background, dim=tones.muted is None)
        self.heading: Final = Style(color=tones.accent or tones.text, bgcolor=tones.background, bold=True)
        self._frame_colour: Final = (tones.wall if self.skin.is_modern else None) or tones.frame or tones.text
        self.frame: Final = Style(color=self._frame_colour, bgcolor=tones.background)
        self.glows: Final = Made(self._glow)
        """Styles of the frame by the ink and the strength of its light, of `GLOW_STEPS`."""
        lit = legible(self._palette.lit or self._palette.colour(1, level), look.seen_on, TEXT_CONTRAST)
        self.lit: Final = Style(color=tones.accent or lit, bgcolor=tones.background, bold=True)
        sixteen = _SIXTEEN[look.background] if self._palette.tile_depth is Depth.ANSI else TERMINAL
        self.key: Final = self._strong_in(tones.key or tones.accent or sixteen.key)
        self.good: Final = self._strong_in(tones.good or tones.accent or sixteen.good)
        self.bad: Final = self._strong_in(tones.bad or sixteen.bad or tones.text)
        self.warn: Final = self._strong_in(tones.warn or sixteen.warn or tones.text)
        self.flash: Final = self.lit + Style(reverse=True)
        self.field_blank: Final = Style(bgcolor=self._field.background)
        on_black = Style(color=_ON_BLACK) if self._field.palette is not self._palette else _PLAIN_STYLE
        self.field_muted: Final = self.muted + self.field_blank + on_black
        self.grid: Final = Style(color=tones.grid, bgcolor=self._field.background, dim=tones.grid is None)
        self.tiles: Final = Made(self._tile)
        """Tiles of the field by their kind and number."""
        self.ghosts: Final = Made(self._ghost)
        """Cells of a ghost by their tile, and whether they have an edge at their left and right."""
        self.previews: Final = Made(self._preview)
        """Tiles beside the field by their number."""
        self.spots: Final = Made(self._spot)
        """Cells of effects by their glyph, ink and light."""
        self.pixels: Final = Made(self._pixel)
        """Colours of tiles that are drawn without a glyph, by their kind and number."""
        self.has_edges: Final = self._is_shaded and look.edges
        """Whether tiles have an upper edge."""
        self.edges: Final = Made(self._edge_of)
        """Colours of the upper edges of such tiles, by their kind and number; None for a tile without."""
        self.halves: Final = Made(self._halves)
        """Styles of half-blocks by their two pixels, of which the second may be missing."""

    def colour(self, tile: int) -> str | None:
        """Return the colour of a tile or ink in the field, adjusted for contrast with the field's background."""
        return self._field.colour(tile, self.level)

    @property
    def empty(self) -> Cell:
        """Empty cell of the field."""
        if self.look.grid:
            return self.skin.grid, self.grid
        own = self.skin.empty
        return own, self.field_muted if own.strip() else self.field_blank

    def lit_by(self, ink: int, light: int) -> str | None:
        """Return the colour of an ink, or that of the field's ground under its light."""
        colour = self.colour(ink)
        if not light:
            return colour
        if colour is None or not colour.startswith("#"):
            return self._field.background
        return blend(self._field_ground, colour, light / LIGHT_STEPS)

    def preview_style(self, shape_tile: int, *, is_faint: bool = False) -> Style:
        """Return the style of a small piece beside the field; a faint one must not be swapped."""
        colour = self._beside.colour(GREY if is_faint else shape_tile, self.level)
        return Style(color=colour, bgcolor=self._beside.background, dim=is_faint)

    def name_style(self, shape_tile: int, *, is_faint: bool = False) -> Style:
        """Return the style of a piece's name: the colour of the piece, adjusted so that text is readable."""
        colour = self._beside.colour(GREY if is_faint else shape_tile, self.level, TEXT_CONTRAST)
        return Style(color=None if self._is_pale(colour) else colour, bgcolor=self._beside.background, dim=is_faint)

    def spent_tile(self, shape_tile: int) -> Cell:
        """Return the tile of a piece in hold that must not be swapped yet."""
        if not self.skin.spent:
            return self.skin.glyph(TileKind.PREVIEW, shape_tile), self.preview_style(shape_tile, is_faint=True)
        if self._palette.tile_depth is not Depth.RGB:
            grey = self._palette.grey
            return self.skin.spent, Style(color=grey, bgcolor=self._beside.background, dim=grey is None)
        colour = legible(_SPENT, self._beside.seen_on, TILE_CONTRAST)
        return self.skin.spent, self._glyph_style(self.skin.spent, colour, self._beside.background, is_pale=False)

    def words(self, text: str) -> str:
        return in_ascii(text) if self.skin.is_ascii else text

    def row(self, width: int, *parts: tuple[str, Style]) -> Row:
        """Return parts of text side by side, cut or filled up to a width."""
        shown = [(in_ascii(text), style) for text, style in parts] if self.skin.is_ascii else parts
        return fitted(shown, width, self.blank)

    def _strong_in(self, colour: str | None) -> Style:
        return Style(color=colour, bgcolor=self._beside.background, bold=True)

    def _glow(self, of: tuple[int, int]) -> Style:
        ink, strength = of
        frame, colour = self._frame_colour, self.colour(ink)
        if colour is None or not strength:
            return self.frame
        if colour.startswith("#") and frame and frame.startswith("#"):
            return Style(color=blend(frame, colour, strength / GLOW_STEPS), bgcolor=self._beside.background)
        return Style(color=colour, bgcolor=self._beside.background) if 2 * strength >= GLOW_STEPS else self.frame

    def _tile(self, of: tuple[TileKind, int]) -> Cell:
        kind, tile = of
        if self.has_edges and kind in {TileKind.ACTIVE, TileKind.LOCKED}:
            return self._edged(self.pixels[kind, tile])
        is_hatched = kind is TileKind.HINT and self._is_shaded and self.look.has_tints
        return HATCH * 2 if is_hatched else self.skin.glyph(kind, tile), self._tile_style(kind, tile)

    def _tile_style(self, kind: TileKind, tile: int) -> Style:
        ink = self._ink(kind, tile)
        own = self.colour(ink)
        colour = self._shade(kind, ink, own)
        background = self._field.background
        if kind is TileKind.GHOST and self.skin.has_ghost_edges:
            return self._ghost_style(own)
        if kind is TileKind.HINT and self._is_shaded and own is not None and self.look.has_tints:
            return Style(color=own, bgcolor=self._goal_fill(own))
        if kind in _OUTLINES:
            return Style(color=self._outline(colour), bgcolor=background, bold=self.skin.is_solid)
        if self.skin.is_solid:
            return self._solid(self._palette.white if kind is TileKind.ACTIVE else colour)
        return self._glyph_style(self.skin.glyph(kind, ink), colour, background, is_pale=self._is_pale_in_field(colour))

    def _ink(self, kind: TileKind, tile: int) -> int:
        """Return the tile or ink whose colour a tile has, as the look may draw all locked ones in grey."""
        return GREY if kind is TileKind.LOCKED and self.look.locked_colour is LockedColour.ONE else tile

    def _shade(self, kind: TileKind, tile: int, colour: str | None) -> str | None:
        """Return the colour of a tile of the field in its state."""
        if not self._is_shaded or colour is None or tile == GREY or kind not in {TileKind.ACTIVE, TileKind.LOCKED}:
            return colour
        other, part = (WHITE_COLOUR, _LIT_UP) if kind is TileKind.ACTIVE else (self._field_ground, _DARKENED)
        return blend(colour, other, part)

    def _ghost(self, of: tuple[int, bool, bool]) -> Cell:
        tile, is_left, is_right = of
        glyph, style = self.tiles[TileKind.GHOST, tile]
        both = self.skin.has_edge_per_cell or not self.look.has_tints
        return (glyph[0] if is_left or both else " ") + (glyph[1] if is_right or both else " "), style

    def _ghost_style(self, own: str | None) -> Style:
        if own is None or not self._is_shaded:
            return Style(color=own, bgcolor=self._field.background)
        filled = blend(self._field_ground, own, _GHOST_FILL) if self.look.has_tints else self._field.background
        return Style(color=self._shade(TileKind.ACTIVE, 0, own), bgcolor=filled)

    def _goal_fill(self, colour: str) -> str:
        return blend(self._field_ground, colour, _GOAL_FILL)

    def _outline(self, colour: str | None) -> str | None:
        if self._is_pale_in_field(colour):
            return _DIM_OUTLINE
        return legible(colour, self._field.seen_on, TEXT_CONTRAST) if self.skin.is_lettered else colour

    def _is_pale_in_field(self, colour: str | None) -> bool:
        return self._field.palette is self._palette and self._is_pale(colour)

    def _is_pale(self, colour: str | None) -> bool:
        """Return whether one of the sixteen colours may be hard to see on the terminal's own background."""
        return colour in PALE and self.look.background is not Background.DARK

    def _glyph_style(self, glyph: str, colour: str | None, background: str | None, *, is_pale: bool) -> Style:
        """Return the style of a glyph in a colour; a pale one is on black if it does not fill its cell."""
        own = colour_behind(glyph, colour, background)
        return Style(color=colour, bgcolor=_SHADOW if is_pale and own is not colour else own)

    def _solid(self, background: str | None) -> Style:
        """Return the style of a tile that is a letter on a background."""
        if background is None:
            return Style(bold=True, reverse=True)
        letters = readable_on(background)
        # Many terminals show a bold one of the first eight colours as one of the next: black would be grey.
        return Style(color=letters, bgcolor=background, bold=letters != _SHADOW)

    def _edge_of(self, of: tuple[TileKind, int]) -> Pixel | None:
        return self._edge(self.pixels[of]) if self.has_edges and of[0] not in _OUTLINES else None

    def _edge(self, colour: str) -> str:
        return blend(colour, WHITE_COLOUR, _EDGE) if self.look.has_tints else self._field_ground

    def _edged(self, colour: str) -> Cell:
        return EDGED, Style(color=self._edge(colour), bgcolor=colour)

    def _pixel(self, of: tuple[TileKind, int]) -> Pixel:
        kind, tile = of
        ink = self._ink(kind, tile)
        colour = self.colour(ink)
        if kind not in _OUTLINES:
            return self._shade(kind, ink, colour) or PLAIN
        if colour is None:
            return FAINT
        if self._palette.depth is Depth.RGB and kind is TileKind.HINT:
            return self._goal_fill(colour)
        if self._palette.depth is Depth.RGB:
            depth = 1 - _HALF_GHOST_FILL if self._is_shaded else _GHOST_DEPTH
            return blend(colour, self._field_ground, depth)
        return self.colour(GREY) or FAINT

    def _halves(self, of: tuple[Pixel, Pixel | None]) -> Style:
        top, bottom = of
        colour = None if top in {PLAIN, FAINT} else top
        return Style(color=colour, bgcolor=bottom or self._field.background, dim=top == FAINT)

    def _spot(self, of: tuple[str, int, int]) -> Cell:
        glyph, ink, light = of
        text, colour = self.words(glyph)[:2], self.lit_by(ink, light)
        behind = colour_behind(text, colour, self._field.background)
        return text, Style(color=colour, bgcolor=colour if light else behind)

    def _preview(self, shape_tile: int) -> Cell:
        colour = self._beside.colour(shape_tile, self.level)
        glyph = self.skin.glyph(TileKind.PREVIEW, shape_tile)
        if self.skin.is_solid:
            return glyph, self._solid(colour)
        if self.has_edges and colour is not None:
            return self._edged(colour)
        return glyph, self._glyph_style(glyph, colour, self._beside.background, is_pale=self._is_pale(colour))
