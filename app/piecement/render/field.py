"""The cells of the field as styled text."""

from collections.abc import Iterable
from typing import Final

from rich.segment import Segment
from rich.style import Style

from piecement.render.field_content import RowContent
from piecement.render.pen import FAINT, PLAIN, Cell, Pen, Pixel, Row
from piecement.render.skins.skin import TileKind

_BARE: Final = "  "


class Field:
    """Draws rows of the board, each cell `2 * scale` characters wide and `scale` lines high."""

    def __init__(self, pen: Pen, width: int, scale: int) -> None:
        self._pen = pen
        self._width = width
        self._scale = scale
        self._empty = [pen.empty] * width
        top = pen.skin.frame.top_fill
        self._rim = [(top, pen.frame if top.strip() else pen.blank)] * width

    def row(self, content: RowContent, line: int, *, is_rim: bool = False, is_bare: bool = False) -> Row:
        """Return a line of a row of cells; the rim is the line above the field, bare is without the grid."""
        empty = self._rim if is_rim else [(_BARE, self._pen.blank)] * self._width if is_bare else self._empty
        return self._text(self._cells(content, empty), line)

    def _cells(self, content: RowContent, empty: list[Cell]) -> list[Cell]:
        tiles, under, pieces, over = content
        pen = self._pen
        cells = list(empty)
        for x, glyph, ink in under:
            cells[x] = pen.spot(glyph, ink)
        if not pen.look.blindfold:
            for x, tile in enumerate(tiles):
                if tile:
                    cells[x] = pen.tile(TileKind.LOCKED, tile)
        for x, kind, tile in pieces:
            cells[x] = pen.tile(kind, tile)
        for x, glyph, ink in over:
            cells[x] = pen.spot(glyph, ink)
        return cells

    def _text(self, cells: Iterable[Cell], line: int) -> Row:
        if self._scale == 1:
            return merged(cells)
        enlarge = self._pen.skin.enlarge
        return merged((enlarge(glyph, self._scale)[line], style) for glyph, style in cells)


class HalfField:
    """Draws two rows of the board to a line, each cell a character wide."""

    def __init__(self, pen: Pen, width: int) -> None:
        self._pen = pen
        self._width = width
        self._rim = (pen.skin.frame.top_fill[:1], pen.frame)

    def row(self, upper: RowContent, lower: RowContent, *, is_rim: bool = False) -> Row:
        """Return the line of two rows."""
        empty = self._rim if is_rim else (" ", self._pen.field_blank)
        tops, bottoms = self._pixels(upper), self._pixels(lower)
        return merged(self._half(top, bottom, empty) for top, bottom in zip(tops, bottoms, strict=True))

    def _pixels(self, content: RowContent) -> list[Pixel | None]:
        tiles, under, pieces, over = content
        pen = self._pen
        pixels: list[Pixel | None] = [None] * self._width
        for x, glyph, ink in under:
            pixels[x] = (pen.colour(ink) or PLAIN) if glyph.strip() else None
        if not pen.look.blindfold:
            for x, tile in enumerate(tiles):
                if tile:
                    pixels[x] = pen.pixel(TileKind.LOCKED, tile)
        for x, kind, tile in pieces:
            pixels[x] = pen.pixel(kind, tile)
        for x, glyph, ink in over:
            pixels[x] = (pen.colour(ink) or PLAIN) if glyph.strip() else None
        return pixels

    def _half(self, top: Pixel | None, bottom: Pixel | None, empty: Cell) -> Cell:
        if top is None and bottom is None:
            return empty
        halves = self._pen.halves
        if top == bottom and top is not None:
            return "█", halves(top, None if top in {PLAIN, FAINT} else top)
        if top is None or (top == FAINT and bottom is not None):
            return "▄", halves(bottom or PLAIN, None)
        return "▀", halves(top, None if bottom in {PLAIN, FAINT} else bottom)


def merged(cells: Iterable[Cell]) -> Row:
    """Return the cells as segments, one for each run of a style."""
    segments: list[Segment] = []
    text, style = "", Style.null()
    for glyph, its_style in cells:
        if its_style is style:
            text += glyph
            continue
        if text:
            segments.append(Segment(text, style))
        text, style = glyph, its_style
    segments.append(Segment(text, style))
    return tuple(segments)
