"""Boards as text, and pictures of kicks."""

from typing import Final

from rich.segment import Segment
from rich.text import Text

from piecement.render.pen import Pen
from piecement.render.playfield import Field, HalfField, RowContent
from piecement.render.skins.skins import TileKind
from piecement_engine import GREY, Piece
from piecement_engine.bots import Position

_ROOM_ABOVE: Final = 2
_LEAST_ROWS: Final = 8


def board_text(
    position: Position, piece: Piece, others: tuple[Piece, ...], pen: Pen, *, most: int, narrow: bool = False
) -> Text:
    """Return a board with a piece in at most `most` lines, in half-blocks if space is short.

    Its height allows for all pieces, so that such boards can stand side by side. A narrow board has one character per
    cell.
    """
    height = _height(position, (piece, *others))
    width = position.arena.layout.width
    contents = [_content(position, piece, y) for y in range(height)]
    if pen.skin.is_ascii or (height <= most and not narrow):
        field = Field(pen, width, 1)
        bottom = max(0, min(height - most, min(y for _, y in piece.cells) - 1))
        lines = [field.row(contents[y], 0) for y in reversed(range(bottom, min(height, bottom + most)))]
        floor = 2 * width
        if narrow:
            lines, floor = [tuple(map(_slim, line)) for line in lines], width
    else:
        half = HalfField(pen, width)
        contents.append(_content(position, piece, height))
        bottom = max(0, min((height + 1) // 2 - most, min(y for _, y in piece.cells) // 2 - 1))
        upper = [half.row(contents[y + 1], contents[y]) for y in range(0, height, 2)]
        lines, floor = upper[bottom : bottom + most][::-1], width
    return framed(lines, pen, floor if bottom == 0 else 0)


def _slim(segment: Segment) -> Segment:
    return Segment(segment.text[::2], segment.style)


def framed(lines: list[tuple[Segment, ...]], pen: Pen, floor: int) -> Text:
    """Return lines between walls, on a floor with the given inner width, or without a floor if it is 0."""
    frame = pen.skin.frame
    left, right = frame.left[:1], frame.right[-1:]
    text = Text(no_wrap=True)
    for line in lines:
        text.append(left, pen.frame)
        for segment in line:
            text.append(segment.text, segment.style)
        text.append(f"{right}\n", pen.frame)
    if floor:
        text.append(frame.bottom_fill[:1] * (floor + 2), pen.frame)
    return text


def _height(position: Position, pieces: tuple[Piece, ...]) -> int:
    layout = position.arena.layout
    filled = position.bits & layout.field
    highest = max((y for y in range(layout.height) if filled & layout.rows[y]), default=-1)
    top = max(highest, *(y for piece in pieces for _, y in piece.cells)) + 1
    return max(_LEAST_ROWS, top + _ROOM_ABOVE)


def _content(position: Position, piece: Piece, y: int) -> RowContent:
    layout = position.arena.layout
    if y >= layout.height:
        return (), (), (), ()
    tiles = tuple(GREY * (position.bits >> layout.bit(x, y) & 1) for x in range(layout.width))
    placed = tuple((x, TileKind.ACTIVE, piece.shape.tile) for x, row in piece.cells if row == y)
    return tiles, (), placed, ()
