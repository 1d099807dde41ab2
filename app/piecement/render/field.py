"""Field rows: the content of each row, and its cells as styled text."""

import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeVar

from rich.segment import Segment
from rich.style import Style

from piecement.render.feats import FeatTone
from piecement.render.pen import FAINT, PLAIN, Cell, Pen, Pixel, Row
from piecement.render.skins.animation import EffectCell, Layer
from piecement.render.skins.look import Look
from piecement.render.skins.skin import TileKind
from piecement_engine.pieces import Piece
from piecement_engine.view import GameView

T = TypeVar("T")

Spots = tuple[tuple[int, str, int], ...]
"""Effect cells of a row: x, glyph and ink."""

Tiles = tuple[tuple[int, TileKind, int], ...]
"""Piece cells of a row: x, kind and tile id."""

RowContent = tuple[tuple[int, ...], Spots, Tiles, Spots]
"""Tiles of a board row, effects under them, pieces, and effects over them."""


class FieldContent:
    """Pieces and effects of one frame, by row."""

    def __init__(self) -> None:
        self._under: dict[int, Spots] = {}
        self._pieces: dict[int, Tiles] = {}
        self._over: dict[int, Spots] = {}

    def add_effects(self, effects: Iterable[tuple[Layer, Iterable[EffectCell]]]) -> None:
        """Add the cells of effects, in order."""
        for layer, cells in effects:
            rows = self._over if layer is Layer.OVER else self._under
            for x, y, glyph, ink in cells:
                rows[y] = (*rows.get(y, ()), (x, glyph, ink))

    def add_pieces(self, view: GameView, look: Look, hint: Piece | None = None, goals: tuple[Piece, ...] = ()) -> None:
        """Add the pieces that the look shows: spawn preview, goals, ghost, hint and the current piece."""
        piece = view.piece
        if look.spawn_preview and view.next:
            shape = view.next[0]
            spawned = Piece(shape, 0, (view.width - shape.widths[0]) // 2, view.skyline)
            self._add(spawned, TileKind.SPAWN, view.skyline)
        for goal in goals:
            self._add(goal, TileKind.HINT, view.skyline - 1)
        if piece is None:
            return
        ghost = view.ghost if look.ghost else None
        if ghost is not None:
            self._add(ghost, TileKind.GHOST, view.skyline - 1)
        if hint is not None:
            self._add(hint, TileKind.HINT, view.skyline - 1)
        self._add(piece, TileKind.ACTIVE, view.skyline + 1)

    def _add(self, piece: Piece, kind: TileKind, top: int) -> None:
        tile = piece.shape.tile
        for x, y in piece.cells:
            if y <= top:
                self._pieces[y] = (*self._pieces.get(y, ()), (x, kind, tile))

    def row(self, y: int, tiles: tuple[int, ...]) -> RowContent:
        return tiles, self._under.get(y, ()), self._pieces.get(y, ()), self._over.get(y, ())


class Words(NamedTuple):
    """Text on a line of the field, visible only in empty cells."""

    x: int
    """Number of characters before the text, inside the walls."""
    text: str
    tone: FeatTone


_BARE: Final = "  "


class Field:
    """Draws board rows with cells of `2 * scale` characters and `scale` lines."""

    def __init__(self, pen: Pen, width: int, scale: int) -> None:
        self._pen = pen
        self._width = width
        self._scale = scale
        self._empty = [pen.empty] * width
        top = pen.skin.frame.top_fill
        self._rim = [(top, pen.frame if top.strip() else pen.blank)] * width

    def row(
        self,
        content: RowContent,
        line: int,
        *,
        is_rim: bool = False,
        is_bare: bool = False,
        words: Words | None = None,
    ) -> Row:
        """Return a line of a board row; the rim is the line above the field, and a bare line has no grid."""
        empty = self._rim if is_rim else [(_BARE, self._pen.blank)] * self._width if is_bare else self._empty
        pen = self._pen
        cells = _covered(list(empty), content, pen.spot, pen.tile, blindfold=pen.look.blindfold)
        drawn = cells if self._scale == 1 else self._enlarged(cells, line)
        if words is None:
            return merged(drawn)
        return merged(_with_words(drawn, map(operator.is_, cells, empty), words, pen))

    def _enlarged(self, cells: Iterable[Cell], line: int) -> Iterator[Cell]:
        enlarge = self._pen.skin.enlarge
        return ((enlarge(glyph, self._scale)[line], style) for glyph, style in cells)


class HalfField:
    """Draws two board rows per line, one character per cell."""

    def __init__(self, pen: Pen, width: int) -> None:
        self._pen = pen
        self._width = width
        self._rim = (pen.skin.frame.top_fill[:1], pen.frame)

    def row(self, upper: RowContent, lower: RowContent, *, is_rim: bool = False, words: Words | None = None) -> Row:
        empty = self._rim if is_rim else (" ", self._pen.field_blank)
        tops, bottoms = self._pixels(upper), self._pixels(lower)
        cells = [self._half(top, bottom, empty) for top, bottom in zip(tops, bottoms, strict=True)]
        if words is None:
            return merged(cells)
        return merged(_with_words(cells, (cell is empty for cell in cells), words, self._pen))

    def _pixels(self, content: RowContent) -> list[Pixel | None]:
        empty: list[Pixel | None] = [None] * self._width
        return _covered(empty, content, self._spot, self._pen.pixel, blindfold=self._pen.look.blindfold)

    def _spot(self, glyph: str, ink: int) -> Pixel | None:
        return (self._pen.colour(ink) or PLAIN) if glyph.strip() else None

    def _half(self, top: Pixel | None, bottom: Pixel | None, empty: Cell) -> Cell:
        if top is None and bottom is None:
            return empty
        halves = self._pen.halves
        if top == bottom and top is not None:
            return "█", halves(top, None if top in {PLAIN, FAINT} else top)
        if top is None or (top == FAINT and bottom is not None):
            return "▄", halves(bottom or PLAIN, None)
        return "▀", halves(top, None if bottom in {PLAIN, FAINT} else bottom)


def _covered(
    cells: list[T],
    content: RowContent,
    spot: Callable[[str, int], T],
    drawn: Callable[[TileKind, int], T],
    *,
    blindfold: bool,
) -> list[T]:
    """Return the cells covered by the content, drawn by the given functions from the lowest layer up."""
    tiles, under, pieces, over = content
    for x, glyph, ink in under:
        cells[x] = spot(glyph, ink)
    for x, tile in enumerate(() if blindfold else tiles):
        if tile:
            cells[x] = drawn(TileKind.LOCKED, tile)
    for x, kind, tile in pieces:
        cells[x] = drawn(kind, tile)
    for x, glyph, ink in over:
        cells[x] = spot(glyph, ink)
    return cells


def _with_words(cells: Iterable[Cell], are_free: Iterable[bool], words: Words, pen: Pen) -> Iterator[Cell]:
    """Yield the cells of a line, with the words in the free cells."""
    style = pen.feat(words.tone)
    at = -words.x
    for (glyph, own), is_free in zip(cells, are_free, strict=True):
        if is_free and at + len(glyph) > 0 and at < len(words.text):
            for i, character in enumerate(glyph, at):
                yield (words.text[i], style) if 0 <= i < len(words.text) else (character, own)
        else:
            yield glyph, own
        at += len(glyph)


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
