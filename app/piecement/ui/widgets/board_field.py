"""A board to be drawn on, by mouse and keys, and its brushes."""

from dataclasses import dataclass
from typing import Final

from rich.text import Text
from textual import events
from textual.geometry import Offset
from textual.message import Message
from textual.widget import Widget

from piecement.render.pen import Pen
from piecement.render.playfield import Field, RowContent
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import WHITE
from piecement.render.skins.skins import TileKind
from piecement.session.drawing import EMPTY, GARBAGE_ROW, GREY, HEIGHT, WIDTH, Drawing
from piecement_engine import GREY as GREY_TILE
from piecement_engine import TETROMINOES

_TILES: Final = {EMPTY: 0, GREY: GREY_TILE} | {name: shape.tile for name, shape in TETROMINOES.items()}
_CURSOR: Final = "[]"


class BoardField(Widget):
    """Shows the page of a drawing that is in sight, its garbage row below the floor, and a cursor."""

    DEFAULT_CSS = "BoardField { width: 22; height: 100%; }"

    @dataclass
    class Touched(Message):
        """A cell was clicked, or the mouse was drawn over it with the button down."""

        cell: Offset
        is_drawn: bool
        """Whether the button was down before."""

    def __init__(self, look: Look, drawing: Drawing, cursor: Offset) -> None:
        super().__init__()
        self._pen: Final = Pen(look._replace(blindfold=False))
        self._drawing = drawing
        self._cursor = cursor
        self._touched: Offset | None = None
        """The last cell of a stroke of the mouse."""

    def show(self, drawing: Drawing, cursor: Offset) -> None:
        self._drawing, self._cursor = drawing, cursor
        self.refresh()

    def render(self) -> Text:
        frame = self._pen.skin.frame
        field = Field(self._pen, WIDTH, 1)
        text = Text(no_wrap=True, end="")
        for y in range(self._bottom + self._seen_rows - 1, self._bottom - 1, -1):
            self._append_row(text, field, y)
        text.append(f"{frame.bottom_fill[:1] * (2 * WIDTH + 2)}\n", self._pen.frame)
        self._append_row(text, field, GARBAGE_ROW)
        return text

    def _append_row(self, text: Text, field: Field, y: int) -> None:
        frame = self._pen.skin.frame
        text.append(frame.left[-1:], self._pen.frame)
        for segment in field.row(self._content(y), 0):
            text.append(segment.text, segment.style or "")
        text.append(f"{frame.right[:1]}\n", self._pen.frame)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.capture_mouse()
        self._touched = None
        self._touch(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._touched is not None:
            self._touch(event)

    def on_mouse_up(self) -> None:
        self.release_mouse()
        self._touched = None

    def _touch(self, event: events.MouseEvent) -> None:
        is_garbage = event.y == self._seen_rows + 1
        y = GARBAGE_ROW if is_garbage else self._bottom + self._seen_rows - 1 - event.y
        cell = Offset((event.x - 1) // 2, y)
        is_row = is_garbage or self._bottom <= cell.y < self._bottom + self._seen_rows
        if is_row and 0 <= cell.x < WIDTH and cell != self._touched:
            is_drawn, self._touched = self._touched is not None, cell
            self.post_message(self.Touched(cell, is_drawn))

    def _content(self, y: int) -> RowContent:
        page = self._drawing.page
        tiles = tuple(_TILES[self._drawing.cell(x, y)] for x in range(WIDTH))
        piece = page.piece
        placed = [(x, TileKind.ACTIVE, piece.shape.tile) for x, row in piece.cells if row == y] if piece else []
        cursor = ((self._cursor.x, _CURSOR, tiles[self._cursor.x] or WHITE, 0),) if y == self._cursor.y else ()
        return tiles, (), tuple(placed), cursor

    @property
    def _seen_rows(self) -> int:
        return max(1, min(HEIGHT, self.size.height - 2))

    @property
    def _bottom(self) -> int:
        """The lowest row that is seen: that of the floor, unless the cursor is too high for it."""
        return max(0, self._cursor.y - self._seen_rows + 1)


BRUSHES: Final = "IOSZTLJ" + GREY + EMPTY
"""The letters of all brushes, in their order on the screen."""

_CELL: Final = 4


class Brushes(Widget):
    """A line of letters in their colours, the one that is drawn with in brackets."""

    DEFAULT_CSS = "Brushes { width: 36; height: 1; }"

    @dataclass
    class Chosen(Message):
        """A letter was clicked."""

        letter: str

    def __init__(self, look: Look, brush: str) -> None:
        super().__init__()
        self._pen: Final = Pen(look)
        self._brush = brush

    def show(self, brush: str) -> None:
        self._brush = brush
        self.refresh()

    def render(self) -> Text:
        text = Text(no_wrap=True, end="")
        for letter in BRUSHES:
            tile = TETROMINOES[letter].tile if letter in TETROMINOES else GREY_TILE
            left, right = "[]" if letter == self._brush else "  "
            text.append(f"{left}{letter}{right} "[:_CELL], self._pen.preview(tile, is_faint=letter == EMPTY))
        return text

    def on_click(self, event: events.Click) -> None:
        index = event.x // _CELL
        if 0 <= index < len(BRUSHES):
            self.post_message(self.Chosen(BRUSHES[index]))
