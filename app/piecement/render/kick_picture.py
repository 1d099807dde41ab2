"""Kick picture: the piece before a rotation, its spot under one kick test, and the blocking cells."""

from collections.abc import Collection
from typing import Final

from rich.segment import Segment
from rich.text import Text

from piecement.render.board_text import framed
from piecement.render.field import Field, RowContent, Spots
from piecement.render.pen import Pen
from piecement.render.skins.skin import TileKind
from piecement_engine import Board, Piece
from piecement_engine.pieces import GREY, TETROMINOES, Cell

_BLOCKED: Final = "><"
_CURSOR: Final = "[]"
_RED: Final = TETROMINOES["Z"].tile
"""Tile id whose colour marks blocking cells."""


def kick_picture(
    board: Board,
    rows: int,
    pen: Pen,
    *,
    before: Piece,
    after: Piece | None = None,
    blocked: Collection[Cell] = (),
    cursor: Cell | None = None,
) -> Text:
    """Return the lowest rows of a board with a piece before a rotation and, optionally, after a kick test."""
    field = Field(pen, board.width, 1)
    tiles = board.tiles
    lines: list[tuple[Segment, ...]] = []
    for y in reversed(range(rows)):
        pieces = [(x, TileKind.ACTIVE if after is None else TileKind.GHOST) for x, at in before.cells if at == y]
        if after is not None:
            pieces += [(x, TileKind.ACTIVE) for x, at in after.cells if at == y]
        content: RowContent = (
            tiles[y] if y < len(tiles) else (),
            (),
            tuple((x, kind, before.shape.tile) for x, kind in pieces if 0 <= x < board.width),
            _marks(board.width, y, blocked, cursor),
        )
        lines.append(field.row(content, 0))
    return framed(lines, pen, 2 * board.width)


def _marks(width: int, y: int, blocked: Collection[Cell], cursor: Cell | None) -> Spots:
    marks = tuple((x, _BLOCKED, _RED) for x, at in blocked if at == y and 0 <= x < width)
    return (*marks, (cursor[0], _CURSOR, GREY)) if cursor is not None and cursor[1] == y else marks
