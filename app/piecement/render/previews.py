"""Piece previews beside the field, in three sizes."""

from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from piecement.render.field import merged
from piecement.render.pen import Cell, Pen
from piecement.render.skins.skin import TileKind
from piecement_engine.pieces import Shape

_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bits of a braille character from the top, left and right."""

StyledLine = list[tuple[str, Style]]
"""Parts of text side by side."""


def line_width(line: Iterable[tuple[str, Style]]) -> int:
    return sum(cell_len(text) for text, _ in line)


def large(shape: Shape, pen: Pen, scale: int) -> list[StyledLine]:
    """Return the lines of a piece in full cells."""
    cells = set(shape.cells)
    blank: Cell = ("  ", pen.blank)
    tile: Cell = (pen.skin.glyph(TileKind.PREVIEW, shape.tile), pen.preview_tile(shape.tile))
    lines: list[StyledLine] = []
    for y in reversed(range(shape.heights[0])):
        row = [tile if (x, y) in cells else blank for x in range(shape.widths[0])]
        for line in range(scale):
            enlarged = ((pen.skin.enlarge(glyph, scale)[line], style) for glyph, style in row)
            lines.append([(segment.text, segment.style or pen.blank) for segment in merged(enlarged)])
    return lines


def small(shape: Shape, pen: Pen, *, is_faint: bool = False) -> list[StyledLine]:
    """Return the lines of a piece in half-blocks, or its name in an ASCII skin."""
    if pen.skin.is_ascii:
        return [[(pen.words(shape.name), pen.name(shape.tile, is_faint=is_faint))]]
    style = pen.preview(shape.tile, is_faint=is_faint)
    cells = set(shape.cells)
    top = shape.heights[0] + shape.heights[0] % 2
    return [
        [("".join(_HALVES[(x, y + 1) in cells, (x, y) in cells] for x in range(shape.widths[0])), style)]
        for y in reversed(range(0, top, 2))
    ]


def tiny(shape: Shape, pen: Pen) -> StyledLine:
    """Return a piece of at most four rows in dots, or its name in an ASCII skin."""
    if pen.skin.is_ascii:
        return [(pen.words(shape.name), pen.name(shape.tile))]
    style = pen.preview(shape.tile)
    lowest = 2 if shape.heights[0] < len(_DOTS) else 3
    characters = [0x2800] * ((shape.widths[0] + 1) // 2)
    for x, y in shape.cells:
        if y <= lowest:
            characters[x // 2] |= _DOTS[lowest - y][x % 2]
    return [("".join(map(chr, characters)), style)]
