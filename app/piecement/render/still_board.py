"""Still boards: rows, pieces and marks, drawn at the largest cell size that fits."""

from collections.abc import Iterable, Sequence
from itertools import compress, count
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from rich.style import Style
from rich.text import Text
from textual.geometry import Size

from piecement.render.field_cells import RowContent, field_drawer
from piecement.render.field_place import Role, cell_width, field_lines, field_width
from piecement.render.pen import Pen
from piecement.render.rows import Row
from piecement.render.skins.palettes import readable_on
from piecement.render.skins.skins import HALF, ROOMY, Skin, TileKind
from piecement_engine import GREY, GameView, Piece
from piecement_engine.board.pieces import EMPTY, TETROMINOES, Cell

if TYPE_CHECKING:
    from piecement_engine.bots import Position

_GREYS: Final = "X#"
"""Letters of grey blocks in rows of text."""

_FLOOR: Final = 1

_LETTERS: Final = " '.:"
"""Characters of two rows in ASCII: none filled, the upper, the lower, or both."""


class Overlaid(NamedTuple):
    """A cell of a piece, or of a place for one."""

    x: int
    y: int
    kind: TileKind
    tile: int


class CellMark(NamedTuple):
    """Two characters over a cell, in the colour of a tile."""

    x: int
    y: int
    glyph: str
    tile: int


class StillBoard(NamedTuple):
    """A board that does not move, with what lies on it."""

    width: int
    height: int
    """Number of rows from the floor up."""
    rows: tuple[tuple[int, ...], ...] = ()
    """Tile ids, the lowest row first; rows above are empty."""
    cells: tuple[Overlaid, ...] = ()
    marks: tuple[CellMark, ...] = ()
    least: int = 0
    """Number of rows that must be seen; empty ones above may be cut to make cells larger. 0: all."""
    level: int = 0
    """Level whose colours are used, in palettes that change with it."""
    cursor: Cell | None = None
    """Cell with a frame around it, which shows the colour under it."""

    @classmethod
    def of_view(cls, view: GameView) -> Self:
        """Return the visible board of a game with the piece in play."""
        rows = tuple(view.rows[: view.skyline])
        return cls(view.width, view.skyline, rows, level=view.level).with_piece(view.piece)

    @classmethod
    def of_text(cls, lines: Sequence[str], height: int = 0) -> Self:
        """Return a board from its rows as text, the highest first.

        A letter of a piece is a block in its colour, `X` or `#` a grey one, a small letter an outlined cell, all else
        is empty. Rows are added above up to `height`.
        """
        width = max(map(len, lines))
        rows = [line.ljust(width) for line in reversed(lines)]
        outlined = (
            Overlaid(x, y, TileKind.HINT, TETROMINOES[letter.upper()].tile)
            for y, row in enumerate(rows)
            for x, letter in enumerate(row)
            if letter.islower() and letter.upper() in TETROMINOES
        )
        tiles = tuple(tuple(map(_tile, row)) for row in rows)
        return cls(width, max(height, len(rows)), tiles, tuple(outlined))

    @classmethod
    def of_position(cls, position: "Position", height: int = 0) -> Self:
        """Return the board of a bot's position in grey, without its piece, up to the given height or all of it."""
        rows = [tuple([GREY * bool(tile) for tile in row]) for row in position.rows[: height or None]]
        width, height = position.rules.width, height or position.rules.height
        return cls(width, height, (*rows, *[(EMPTY,) * width] * (height - len(rows))))

    def cut_above(self) -> Self:
        """Return the board with all but one of its empty rows at the top to spare."""
        filled = [y for y, row in enumerate(self.rows) if any(row)]
        highest = max([*filled, *(cell.y for cell in self.cells)], default=0)
        return self._replace(least=min(self.height, highest + 2))

    def with_piece(self, piece: Piece | None, kind: TileKind = TileKind.ACTIVE) -> Self:
        return self.with_cells(piece.cells, kind, piece.shape.tile) if piece else self

    def with_cells(self, cells: Iterable[Cell], kind: TileKind, tile: int = GREY) -> Self:
        """Return the board with cells over it; those outside are left out."""
        added = (Overlaid(x, y, kind, tile) for x, y in cells if self._has(x, y))
        return self._replace(cells=(*self.cells, *added))

    def with_marks(self, cells: Iterable[Cell], glyph: str, tile: int = GREY) -> Self:
        """Return the board with two characters over each of some cells; those outside are left out."""
        added = (CellMark(x, y, glyph, tile) for x, y in cells if self._has(x, y))
        return self._replace(marks=(*self.marks, *added))

    def _has(self, x: int, y: int) -> bool:
        return 0 <= x < self.width and 0 <= y < self.height

    def content(self, y: int) -> RowContent:
        """Return the content of a row for drawing."""
        tiles = self.rows[y] if y < len(self.rows) else ()
        cells = tuple((x, kind, tile) for x, row, kind, tile in self.cells if row == y)
        marks = tuple((x, glyph, tile, 0) for x, row, glyph, tile in self.marks if row == y)
        return RowContent(tiles, (), cells, marks)


class DrawnBoard(NamedTuple):
    """A still board as text with walls and floor."""

    text: Text
    width: int
    """Number of columns, with the walls."""
    height: int
    """Number of lines, with the floor."""
    rows: int
    """Number of rows seen."""
    wall: int
    """Number of columns of the left wall."""
    cell: int
    """Number of columns of a cell."""

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a place in the text, None outside the walls."""
        lines = self.height - _FLOOR
        column, row = (x - self.wall) // self.cell, (lines - 1 - y) * self.rows // lines
        is_inside = self.wall <= x < self.width - self.wall and 0 <= y < lines
        return (column, row) if is_inside else None


def draw_board(board: StillBoard, pen: Pen, room: Size) -> DrawnBoard | None:
    """Return a board at the largest cell size of the skin that fits, or None if none does."""
    for scale in sorted(pen.skin.scales, reverse=True):
        if (rows := _rows_seen(board, pen.skin, scale, room)) >= (board.least or board.height):
            drawn = _framed(board_rows(board, pen, scale, rows), pen, rows, cell_width(scale), board.width)
            return _with_cursor(drawn, board, pen, scale)
    return None


def _with_cursor(drawn: DrawnBoard, board: StillBoard, pen: Pen, scale: float) -> DrawnBoard:
    """Return the drawn board with a frame in the middle of the cell with the cursor."""
    if board.cursor is None or board.cursor[1] >= drawn.rows:
        return drawn
    x, y = board.cursor
    pair, middle = y // 2, int(y * scale + scale // 2)  # at the small scales, two rows share three lines or one
    line = 3 * pair + 2 * (y % 2) if scale == ROOMY else pair if scale == HALF else middle
    start = (drawn.height - _FLOOR - 1 - line) * (drawn.width + 1) + drawn.wall + x * drawn.cell
    row = board.content(y)
    under = [tile for column, _, tile in row.pieces if column == x] or [row.tiles[x] if x < len(row.tiles) else EMPTY]
    colour = pen.colour(under[-1]) if under[-1] else None
    if colour:
        style = Style(color=readable_on(colour), bgcolor=colour, bold=True)
    else:
        style = Style(bgcolor=pen.field_blank.bgcolor.name if pen.field_blank.bgcolor else None, bold=True)
        style += Style(reverse=bool(under[-1]) or None)
    frame = f"[{' ' * (drawn.cell - 2)}]" if drawn.cell > 1 else "+"
    text = drawn.text
    return drawn._replace(text=text[:start] + Text(frame, style) + text[start + drawn.cell :])


def _rows_seen(board: StillBoard, skin: Skin, scale: float, room: Size) -> int:
    """Return the number of rows that fit at a scale, 0 if their width does not."""
    if field_width(skin, board.width, scale) > room.width:
        return 0
    lines = room.height - _FLOOR
    return min(board.height, 2 * lines if scale == HALF else int(lines // scale))


def board_rows(board: StillBoard, pen: Pen, scale: float, rows: int = 0) -> list[Row]:
    """Return the lines of the lowest rows of a board, by default of all, the highest first."""
    lines = [line for line in field_lines(pen.skin, rows or board.height, scale) if line.role is Role.INSIDE]
    contents = [tuple(map(board.content, line.rows(scale))) for line in lines]
    if scale == HALF and pen.skin.is_ascii:
        return [_letters(pen, board.width, *pair) for pair in contents]
    return list(map(field_drawer(pen, board.width, scale).row, contents, lines))


def _letters(pen: Pen, width: int, upper: RowContent, lower: RowContent) -> Row:
    """Return two rows of a board as one line of ASCII."""
    tops, bottoms = ({*compress(count(), row.tiles), *(x for x, *_ in row.pieces)} for row in (upper, lower))
    text = "".join(_LETTERS[(x in tops) + 2 * (x in bottoms)] for x in range(width))
    return pen.row(width, (text, pen.text))


def _framed(lines: list[Row], pen: Pen, rows: int, cell: int, width: int) -> DrawnBoard:
    frame, wall = pen.skin.frame, Style(color=pen.frame.color)
    inside = cell * width
    text = Text(no_wrap=True, end="")
    for line in lines:
        text.append(frame.left, wall)
        for segment in line:
            text.append(segment.text, segment.style)
        text.append(f"{frame.right}\n", wall)
    left, right = frame.bottom_left[-len(frame.left) :], frame.bottom_right[: len(frame.right)]
    text.append(f"{left}{(frame.bottom_fill * inside)[:inside]}{right}", wall)
    columns = len(frame.left) + inside + len(frame.right)
    return DrawnBoard(text, columns, len(lines) + _FLOOR, rows, len(frame.left), cell)


def _tile(letter: str) -> int:
    return TETROMINOES[letter].tile if letter in TETROMINOES else GREY if letter in _GREYS else EMPTY
