"""Small board: two rows per line, one character per cell."""

from collections.abc import Iterator, Sequence
from typing import Final

from piecement.render.pen import Pen, Row
from piecement.render.playfield import HalfField, RowContent
from piecement.render.skins.skins import TileKind
from piecement_engine import GREY, Piece

_LETTERS: Final = " '.:"
"""Characters of two rows in ASCII: none filled, the upper, the lower, or both."""


def small_lines(
    pen: Pen, width: int, skyline: int, rows: Sequence[tuple[int, ...]], piece: Piece | None, *, is_grey: bool = False
) -> Iterator[Row]:
    """Yield the lines of a board from the top; a grey board shows no colours."""
    field = HalfField(pen, width)
    for y in reversed(range(0, skyline, 2)):
        upper, lower = (_content(at, rows, piece, is_grey=is_grey) for at in (y + 1, y))
        yield _letters(pen, width, upper, lower) if pen.skin.is_ascii else field.row(upper, lower)


def _content(y: int, rows: Sequence[tuple[int, ...]], piece: Piece | None, *, is_grey: bool) -> RowContent:
    tiles = rows[y] if y < len(rows) else ()
    if is_grey:
        tiles = tuple(tile and GREY for tile in tiles)
    floating = tuple((x, TileKind.ACTIVE, piece.shape.tile) for x, its_y in piece.cells if its_y == y) if piece else ()
    return tiles, (), floating, ()


def _letters(pen: Pen, width: int, upper: RowContent, lower: RowContent) -> Row:
    tops, bottoms = _taken(upper), _taken(lower)
    text = "".join(_LETTERS[(x in tops) + 2 * (x in bottoms)] for x in range(width))
    return pen.row(width, (text, pen.text))


def _taken(content: RowContent) -> set[int]:
    tiles, _, floating, _ = content
    return {x for x, tile in enumerate(tiles) if tile} | {x for x, _, _ in floating}
