"""Cells of the field, drawn at each scale."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from rich.segment import Segment

from piecement.render.field_place import FieldLine, Role
from piecement.render.pen import FAINT, HATCH, PLAIN, Pen, Pixel
from piecement.render.rows import Cell, Row
from piecement.render.skins.skins import HALF, ROOMY, TileKind
from piecement_engine.quick import Made, new_tuple

T = TypeVar("T")

Spots = tuple[tuple[int, str, int, int], ...]
"""Effect cells of a row: x, glyph, ink and light."""

PieceCells = tuple[tuple[int, TileKind, int], ...]
"""Piece cells of a row: x, kind and tile id."""


class RowContent(NamedTuple):
    """Content of a board row."""

    tiles: tuple[int, ...]
    under: Spots
    """Effects under the tiles."""
    pieces: PieceCells
    over: Spots
    """Effects over the pieces."""


RowsContent = tuple[RowContent, ...]
"""Board rows of a line, the upper one first."""


def merged(cells: Iterable[Cell]) -> Row:
    """Return the cells as segments, one for each run of a style."""
    segments: list[Segment] = []
    text, style = "", None
    for glyph, its_style in cells:
        if its_style is style:
            text += glyph
            continue
        if text:
            segments.append(new_tuple(Segment, (text, style, None)))
        text, style = glyph, its_style
    segments.append(new_tuple(Segment, (text, style, None)))
    return tuple(segments)


class FullDrawer:
    """Draws board rows with cells of `2 * scale` characters and `scale` lines."""

    def __init__(self, pen: Pen, width: int, scale: int) -> None:
        self._pen = pen
        self._width = width
        self._scale = scale
        self._empty = [pen.empty] * width
        self._bare = [("  ", pen.blank)] * width
        top = pen.skin.frame.top_fill
        self._rim = [(top, pen.frame if top.strip() else pen.blank)] * width

    def row(self, contents: RowsContent, line: FieldLine) -> Row:
        """Return a line of a board row; one above the rim has no grid."""
        (content,), pen = contents, self._pen
        empty = self._bare if line.role is Role.ABOVE else self._rim if line.role is Role.RIM else self._empty
        cells = _covered_cells([*empty], content, pen.spots, pen.tiles, blindfold=pen.look.blindfold)
        pieces = content.pieces
        for x, kind, tile in pieces if pen.skin.has_ghost_edges else ():
            if kind is TileKind.GHOST and cells[x] is pen.tiles[kind, tile]:
                is_left, is_right = (x - 1, kind, tile) not in pieces, (x + 1, kind, tile) not in pieces
                is_on_goal = any(at == x and other is TileKind.HINT for at, other, _ in pieces)
                glyph, style = pen.ghosts[tile, is_left, is_right]
                cells[x] = HATCH * 2 if is_on_goal else glyph, style
        if self._scale > 1:
            cells = [(pen.skin.enlarge(glyph, self._scale)[line.line], style) for glyph, style in cells]
        return merged(cells)


class _PixelDrawer:
    """Draws cells in colours instead of glyphs."""

    def __init__(self, pen: Pen, width: int) -> None:
        self._pen = pen
        self._width = width
        self._spots = Made(self._spot)

    def _pixels(self, content: RowContent) -> list[Pixel | None]:
        empty: list[Pixel | None] = [None] * self._width
        return _covered_cells(empty, content, self._spots, self._pen.pixels, blindfold=self._pen.look.blindfold)

    def _goals(self, content: RowContent, *covering: TileKind) -> dict[int, Pixel]:
        """Return where a goal or a hint is seen, and its colour; pieces of some kinds cover it, and effects."""
        covered = {x for x, kind, _ in content.pieces if kind in covering}.union(x for x, *_ in content.over)
        goals = ((x, tile) for x, kind, tile in content.pieces if kind is TileKind.HINT and x not in covered)
        return {x: self._pen.colour(tile) or PLAIN for x, tile in goals}

    def _spot(self, of: tuple[str, int, int]) -> Pixel | None:
        glyph, ink, light = of
        return (self._pen.lit_by(ink, light) or PLAIN) if light or glyph.strip() else None


_HALF_GOALS: Final = {(True, True): "▌", (True, False): "▘", (False, True): "▖"}
"""Cells of a goal, half as wide as those of pieces, by whether they are in the upper and in the lower row."""


class RoomyDrawer(_PixelDrawer):
    """Draws two board rows in three lines, three characters per cell.

    The middle line has a lower half-block: some terminals draw it less high than their line, and the missing part at
    the top has the colour of the upper cell then. All else is background.
    """

    def __init__(self, pen: Pen, width: int) -> None:
        super().__init__(pen, width)
        grid = f" {pen.skin.grid.strip()} " if pen.look.grid else "   "
        self._whole: Final = grid, pen.grid if pen.look.grid else pen.field_blank
        self._middle: Final = "   ", pen.field_blank
        self._rim: Final = "   ", pen.blank
        self._no_edges: Final = Made[tuple[str, int, int], Pixel | None](lambda _spot: None)

    def row(self, contents: RowsContent, line: FieldLine) -> Row:
        """Return a line of one row, or of the lower half of one and the upper half of the next."""
        pixels, halves = [self._pixels(content) for content in contents], self._pen.halves
        empty = self._rim if line.role is Role.RIM else self._whole if len(contents) == 1 else self._middle
        cells = [self._cell(top, bottom, empty) for top, bottom in zip(pixels[0], pixels[-1], strict=True)]
        # Line 0 is the upper row, 1 the halves of both, 2 the lower row, whose upper edge is on line 1.
        if line.role is Role.INSIDE and line.line < 2:
            glyph = "▄▄▄" if line.line else "▀▀▀"
            for x, edge in self._edges(contents[-1]):
                cells[x] = glyph, halves[edge, pixels[0][x]]
        if len(contents) == 1:
            self._hatch(cells, self._hatches(contents[0]), pixels[0])
        else:
            above, below = map(self._hatches, contents)
            both = {x: own for x, own in above.items() if below.get(x) == own and pixels[0][x] == pixels[1][x]}
            self._hatch(cells, both, pixels[0])
        return merged(cells)

    def _edges(self, content: RowContent) -> list[tuple[int, Pixel]]:
        """Return where a tile with an edge is seen, and the colour of the edge."""
        if not self._pen.has_edges:
            return []
        bare: list[Pixel | None] = [None] * self._width
        edges = _covered_cells(bare, content, self._no_edges, self._pen.edges, blindfold=self._pen.look.blindfold)
        return [(x, edge) for x, edge in enumerate(edges) if edge is not None]

    def _hatches(self, content: RowContent) -> dict[int, Pixel]:
        """Return where a goal or a hint is seen, and the colour of its hatching: that of a ghost over it, if any."""
        ghosts = {x: self._pen.colour(tile) or PLAIN for x, kind, tile in content.pieces if kind is TileKind.GHOST}
        return {x: ghosts.get(x, own) for x, own in self._goals(content, TileKind.ACTIVE).items()}

    def _hatch(self, cells: list[Cell], hatches: Mapping[int, Pixel], grounds: Sequence[Pixel | None]) -> None:
        for x, colour in hatches.items():
            cells[x] = HATCH * 3, self._pen.halves[colour, None if grounds[x] == FAINT else grounds[x]]

    def _cell(self, top: Pixel | None, bottom: Pixel | None, empty: Cell) -> Cell:
        if top is None and bottom is None:
            return empty
        if top == bottom:
            return "   ", self._pen.halves[top or PLAIN, bottom]
        return "▄▄▄", self._pen.halves[bottom or self._pen.look.field_background or PLAIN, top]


class HalfDrawer(_PixelDrawer):
    """Draws two board rows per line, one character per cell."""

    def __init__(self, pen: Pen, width: int) -> None:
        super().__init__(pen, width)
        self._rim = (pen.skin.frame.top_fill[:1], pen.frame)

    def row(self, contents: RowsContent, line: FieldLine) -> Row:
        """Return a line of two rows, the upper one first."""
        empty = self._rim if line.role is Role.RIM else (" ", self._pen.field_blank)
        tops, bottoms = map(self._pixels, contents)
        cells = [self._half(top, bottom, empty) for top, bottom in zip(tops, bottoms, strict=True)]
        above, below = (self._goals(content, TileKind.ACTIVE, TileKind.GHOST) for content in contents)
        for x in above.keys() | below.keys():
            colours = {goals[x] for goals in (above, below) if x in goals}
            # One colour only, since a quarter block has one; beside a filled half, it would hide that half.
            if len(colours) == 1 and (None in {tops[x], bottoms[x]} or (x in above and x in below)):
                cells[x] = _HALF_GOALS[x in above, x in below], self._pen.halves[colours.pop(), None]
        return merged(cells)

    def _half(self, top: Pixel | None, bottom: Pixel | None, empty: Cell) -> Cell:
        if top is None and bottom is None:
            return empty
        halves = self._pen.halves
        if top == bottom and top is not None:
            return "█", halves[top, None if top in {PLAIN, FAINT} else top]
        # `FAINT` dims a glyph and is no colour for the ground, so it yields to a colour in the other half.
        if top is None or (top == FAINT and bottom is not None):
            return "▄", halves[bottom or PLAIN, None]
        return "▀", halves[top, None if bottom in {PLAIN, FAINT} else bottom]


def field_drawer(pen: Pen, width: int, scale: float) -> FullDrawer | RoomyDrawer | HalfDrawer:
    """Return the drawer of the lines of a board inside its walls, at a scale of the skin."""
    if scale in {HALF, ROOMY}:
        return HalfDrawer(pen, width) if scale == HALF else RoomyDrawer(pen, width)
    return FullDrawer(pen, width, int(scale))


def _covered_cells(
    cells: list[T],
    content: RowContent,
    spots: Mapping[tuple[str, int, int], T],
    drawn: Mapping[tuple[TileKind, int], T],
    *,
    blindfold: bool,
) -> list[T]:
    """Return the cells covered by the content, drawn from the lowest layer up."""
    for x, glyph, ink, light in content.under:
        cells[x] = spots[glyph, ink, light]
    for x, tile in enumerate(() if blindfold else content.tiles):
        if tile:
            cells[x] = drawn[TileKind.LOCKED, tile]
    for x, kind, tile in content.pieces:
        cells[x] = drawn[kind, tile]
    for x, glyph, ink, light in content.over:
        cells[x] = spots[glyph, ink, light]
    return cells
