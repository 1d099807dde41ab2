"""Drawing of boards: pages as in a fumen; every change returns a new drawing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from piecement_engine.board.pieces import MIRRORED_LETTERS, TETROMINOES, Piece
from piecement_engine.fumen.page import EMPTY_ROW, HEIGHT, MOST_PAGES, WIDTH, Page, all_rows

EMPTY: Final = "."
GREY: Final = "X"

GARBAGE_ROW: Final = -1
"""Row number of the garbage row, below the floor."""

Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Pages, one of them visible."""

    pages: tuple[Page, ...] = (Page(),)
    at: int = 0

    @property
    def page(self) -> Page:
        return self.pages[self.at]

    def cell(self, x: int, y: int) -> str:
        """Return the letter of a cell, including the garbage row; `.` if empty."""
        field = self.page.field
        if y == GARBAGE_ROW:
            return self.page.garbage[x]
        return field[y][x] if y < len(field) else EMPTY

    def painted(self, x: int, y: int, letter: str) -> Self:
        """Return the drawing with a letter in a cell of the visible page or its garbage row."""

        def painted(row: str) -> str:
            return f"{row[:x]}{letter}{row[x + 1 :]}"

        if y == GARBAGE_ROW:
            return self.with_page(garbage=painted(self.page.garbage))
        return self._changed(lambda rows: (*rows[:y], painted(rows[y]), *rows[y + 1 :]))

    def with_piece(self, letter: str, x: int, y: int) -> Self:
        """Return the drawing with a piece whose lowest and leftmost cells are at a spot, or as near as it fits.

        The same piece at the same spot is rotated clockwise instead.
        """
        before = self.page.piece
        shape = TETROMINOES[letter]
        piece = inside(Piece(shape, 0, x, y), WIDTH, HEIGHT)
        if before is not None and before.shape is shape and inside(before._replace(x=x, y=y), WIDTH, HEIGHT) == before:
            piece = inside(before._replace(orientation=(before.orientation + 1) % 4), WIDTH, HEIGHT)
        return self.with_page(piece=piece)

    def with_page(self, **changes: Any) -> Self:  # of many types
        """Return the drawing with fields of the visible page changed. Raises `FumenError` for a comment too long."""
        page = replace(self.page, **changes)
        return replace(self, pages=(*self.pages[: self.at], page, *self.pages[self.at + 1 :]))

    def shifted(self, dx: int, dy: int) -> Self:
        """Return the drawing with the board moved by one cell; cells pushed out are lost."""

        def shift(rows: Rows) -> Rows:
            if dx:
                rows = tuple((EMPTY + row)[:-1] if dx > 0 else (row + EMPTY)[1:] for row in rows)
            if dy:
                rows = (EMPTY_ROW, *rows[:-1]) if dy > 0 else (*rows[1:], EMPTY_ROW)
            return rows

        return self._changed(shift)

    def mirrored(self) -> Self:
        """Return the mirrored drawing, with J and L, and S and Z exchanged."""
        return self._changed(lambda rows: tuple(row[::-1].translate(MIRRORED_LETTERS) for row in rows))

    def cleared(self) -> Self:
        return self._changed(lambda _: ())

    def with_garbage(self, hole: int) -> Self:
        """Return the drawing with a garbage row at the bottom, with a hole in one column."""
        row = f"{GREY * hole}{EMPTY}{GREY * (WIDTH - 1 - hole)}"
        return self._changed(lambda rows: (row, *rows[:-1]))

    def without_row(self, y: int) -> Self:
        if y == GARBAGE_ROW:
            return self.with_page(garbage=EMPTY_ROW)
        return self._changed(lambda rows: (*rows[:y], *rows[y + 1 :]))

    def with_next_page(self) -> Self:
        """Return the drawing with the following page inserted and visible."""
        if len(self.pages) == MOST_PAGES:
            return self
        pages = (*self.pages[: self.at + 1], self.page.following(), *self.pages[self.at + 1 :])
        return replace(self, pages=pages, at=self.at + 1)

    def without_page(self) -> Self:
        """Return the drawing without the visible page, or with that page emptied if it is the only one."""
        if len(self.pages) == 1:
            return replace(self, pages=(Page(),))
        pages = self.pages[: self.at] + self.pages[self.at + 1 :]
        return replace(self, pages=pages, at=min(self.at, len(pages) - 1))

    def board(self) -> Rows:
        """Return the starting rows of a game, lowest first, without full rows."""
        return tuple(row.replace(GREY, "#") for row in self.page.field if EMPTY in row)

    def text(self) -> str:
        """Return the visible page as lines of letters, top row first."""
        return "\n".join(reversed(self.page.field)) or EMPTY_ROW

    def _changed(self, change: Callable[[Rows], Iterable[str]]) -> Self:
        return self.with_page(field=tuple(change(all_rows(self.page.field))))


def inside(piece: Piece, columns: int, rows: int) -> Piece:
    """Return a piece moved into a field with these columns and rows."""
    width, height = piece.shape.widths[piece.orientation], piece.shape.heights[piece.orientation]
    return piece._replace(x=max(0, min(piece.x, columns - width)), y=max(0, min(piece.y, rows - height)))


class History:
    """Drawing with its undo and redo history."""

    def __init__(self, drawing: Drawing) -> None:
        self.now = drawing
        self._before: Final[list[Drawing]] = []
        self._after: Final[list[Drawing]] = []

    def change(self, drawing: Drawing, *, joins: bool = False) -> bool:
        """Replace the drawing and return whether it changed; a joining change is undone with the previous one."""
        if drawing == self.now:
            return False
        if not (joins and self._before):
            self._before.append(self.now)
        self._after.clear()
        self.now = drawing
        return True

    def turn_to(self, at: int) -> None:
        """Show another page, or the nearest existing one, without an entry in the history."""
        self.now = replace(self.now, at=max(0, min(at, len(self.now.pages) - 1)))

    def undo(self) -> bool:
        return self._go(self._before, self._after)

    def redo(self) -> bool:
        return self._go(self._after, self._before)

    def _go(self, source: list[Drawing], target: list[Drawing]) -> bool:
        if not source:
            return False
        target.append(self.now)
        self.now = source.pop()
        return True
