"""A drawing of boards: pages as a fumen has them, and every change of them as a new drawing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final, Self

from piecement_engine.fumen import MOST_PAGES, Page
from piecement_engine.pieces import MIRRORED_LETTERS, TETROMINOES, Piece

WIDTH: Final = 10
HEIGHT: Final = 23
EMPTY: Final = "."
GREY: Final = "X"

GARBAGE_ROW: Final = -1
"""The row of the garbage, below the floor."""

_EMPTY_ROW: Final = EMPTY * WIDTH

Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Some pages, and which of them is in sight."""

    pages: tuple[Page, ...] = (Page(),)
    at: int = 0

    @property
    def page(self) -> Page:
        return self.pages[self.at]

    def cell(self, x: int, y: int) -> str:
        """Return the letter of a cell, also of the garbage row; `.` for an empty one."""
        field = self.page.field
        if y == GARBAGE_ROW:
            return self.page.garbage[x]
        return field[y][x] if y < len(field) else EMPTY

    def painted(self, x: int, y: int, letter: str) -> Self:
        """Return the drawing with a letter in a cell of the page in sight, or of its garbage row."""

        def painted(row: str) -> str:
            return f"{row[:x]}{letter}{row[x + 1 :]}"

        if y == GARBAGE_ROW:
            return self._with(replace(self.page, garbage=painted(self.page.garbage)))
        return self._changed(lambda rows: (*rows[:y], painted(rows[y]), *rows[y + 1 :]))

    def with_piece(self, letter: str, x: int, y: int) -> Self:
        """Return the drawing with a piece whose lowest and leftmost cells are at a place, or as near as it fits.

        The same piece at the same place is turned clockwise instead.
        """
        before = self.page.piece
        shape = TETROMINOES[letter]
        piece = _inside(Piece(shape, 0, x, y))
        if before is not None and before.shape is shape and _inside(before._replace(x=x, y=y)) == before:
            piece = _inside(before._replace(orientation=(before.orientation + 1) % 4))
        return self._with(replace(self.page, piece=piece))

    def without_piece(self) -> Self:
        return self._with(replace(self.page, piece=None))

    def with_lock_changed(self) -> Self:
        """Return the drawing with a piece that locks after the page in sight, or does so no more."""
        return self._with(replace(self.page, lock=not self.page.lock))

    def with_rise_changed(self) -> Self:
        """Return the drawing with a garbage row that rises after the page in sight, or does so no more."""
        return self._with(replace(self.page, rise=not self.page.rise))

    def shifted(self, dx: int, dy: int) -> Self:
        """Return the drawing with the board moved by a cell; what is pushed out is lost."""

        def shift(rows: Rows) -> Rows:
            if dx:
                rows = tuple((EMPTY + row)[:-1] if dx > 0 else (row + EMPTY)[1:] for row in rows)
            if dy:
                rows = (_EMPTY_ROW, *rows[:-1]) if dy > 0 else (*rows[1:], _EMPTY_ROW)
            return rows

        return self._changed(shift)

    def mirrored(self) -> Self:
        """Return the drawing with left and right exchanged, J and L, and S and Z."""
        return self._changed(lambda rows: tuple(row[::-1].translate(MIRRORED_LETTERS) for row in rows))

    def cleared(self) -> Self:
        return self._changed(lambda _: ())

    def with_garbage(self, hole: int) -> Self:
        """Return the drawing with a row of garbage below, which has a hole in one column."""
        row = f"{GREY * hole}{EMPTY}{GREY * (WIDTH - 1 - hole)}"
        return self._changed(lambda rows: (row, *rows[:-1]))

    def without_row(self, y: int) -> Self:
        if y == GARBAGE_ROW:
            return self._with(replace(self.page, garbage=_EMPTY_ROW))
        return self._changed(lambda rows: (*rows[:y], *rows[y + 1 :]))

    def with_comment(self, comment: str) -> Self:
        """Return the drawing with a comment on the page in sight. Raises `FumenError` for one that is too long."""
        return self._with(replace(self.page, comment=comment))

    def with_next_page(self) -> Self:
        """Return the drawing with the page that follows from the one in sight, which then is in sight."""
        if len(self.pages) == MOST_PAGES:
            return self
        pages = (*self.pages[: self.at + 1], self.page.following(), *self.pages[self.at + 1 :])
        return replace(self, pages=pages, at=self.at + 1)

    def without_page(self) -> Self:
        """Return the drawing without the page in sight; the last one is emptied instead."""
        if len(self.pages) == 1:
            return replace(self, pages=(Page(),))
        pages = self.pages[: self.at] + self.pages[self.at + 1 :]
        return replace(self, pages=pages, at=min(self.at, len(pages) - 1))

    def turned_to(self, at: int) -> Self:
        """Return the drawing with another page in sight, or the nearest there is."""
        return replace(self, at=max(0, min(at, len(self.pages) - 1)))

    def board(self) -> Rows:
        """Return the rows that a game starts with, lowest first: full ones are left out."""
        return tuple(row.replace(GREY, "#") for row in self.page.field if EMPTY in row)

    def text(self) -> str:
        """Return the page in sight as lines of letters, the top row first."""
        return "\n".join(reversed(self.page.field)) or _EMPTY_ROW

    def _changed(self, change: Callable[[Rows], Iterable[str]]) -> Self:
        field = self.page.field
        rows = field + (_EMPTY_ROW,) * (HEIGHT - len(field))
        return self._with(replace(self.page, field=tuple(change(rows))))

    def _with(self, page: Page) -> Self:
        return replace(self, pages=(*self.pages[: self.at], page, *self.pages[self.at + 1 :]))


def _inside(piece: Piece) -> Piece:
    """Return a piece moved inside a page."""
    width, height = piece.shape.widths[piece.orientation], piece.shape.heights[piece.orientation]
    return piece._replace(x=max(0, min(piece.x, WIDTH - width)), y=max(0, min(piece.y, HEIGHT - height)))


class History:
    """A drawing, and what undo and redo go to."""

    def __init__(self, drawing: Drawing) -> None:
        self.now = drawing
        self._before: Final[list[Drawing]] = []
        self._after: Final[list[Drawing]] = []

    def change(self, drawing: Drawing, *, joins: bool = False) -> bool:
        """Go on to a drawing; return whether it is another. One that joins is undone with the change before."""
        if drawing == self.now:
            return False
        if not (joins and self._before):
            self._before.append(self.now)
        self._after.clear()
        self.now = drawing
        return True

    def turn_to(self, at: int) -> None:
        """Have another page in sight, which is no change."""
        self.now = self.now.turned_to(at)

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
