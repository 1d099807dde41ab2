"""Previews of pieces: large, in half-blocks, and in dots or letters."""

from typing import Final

from piecement.render.panels.panel import StyledLine
from piecement.render.pen import Pen
from piecement.render.rows import Cell, merged
from piecement.render.skins.skins import SmallPieces
from piecement_engine.board.pieces import Shape

_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bits of a braille character from the top, left and right."""


def large(shape: Shape, pen: Pen, scale: int, *, is_spent: bool = False) -> list[StyledLine]:
    """Return the lines of a piece in full cells; a spent one must not be swapped yet."""
    cells = set(shape.cells)
    blank: Cell = ("  ", pen.blank)
    tile = pen.spent_tile(shape.tile) if is_spent else pen.previews[shape.tile]
    lines: list[StyledLine] = []
    for y in reversed(range(shape.heights[0])):
        row = [tile if (x, y) in cells else blank for x in range(shape.widths[0])]
        for line in range(scale):
            enlarged = ((pen.skin.enlarge(glyph, scale)[line], style) for glyph, style in row)
            lines.append([(segment.text, segment.style or pen.blank) for segment in merged(enlarged)])
    return lines


def small(shape: Shape, pen: Pen, *, is_faint: bool = False) -> list[StyledLine]:
    """Return the lines of a small piece."""
    if pen.skin.small is not SmallPieces.BLOCKS:
        return [tiny(shape, pen, is_faint=is_faint)]
    style = pen.preview_style(shape.tile, is_faint=is_faint)
    cells = set(shape.cells)
    top = shape.heights[0] + shape.heights[0] % 2
    return [
        [("".join(_HALVES[(x, y + 1) in cells, (x, y) in cells] for x in range(shape.widths[0])), style)]
        for y in reversed(range(0, top, 2))
    ]


def tiny(shape: Shape, pen: Pen, *, is_faint: bool = False) -> StyledLine:
    """Return a piece of at most four rows in dots, or its name where small pieces are letters."""
    if pen.skin.small is SmallPieces.LETTERS:
        return [(pen.words(shape.name), pen.name_style(shape.tile, is_faint=is_faint))]
    style = pen.preview_style(shape.tile, is_faint=is_faint)
    lowest = 2 if shape.heights[0] < len(_DOTS) else 3
    characters = [0x2800] * ((shape.widths[0] + 1) // 2)
    for x, y in shape.cells:
        if y <= lowest:
            characters[x // 2] |= _DOTS[lowest - y][x % 2]
    return [("".join(map(chr, characters)), style)]
