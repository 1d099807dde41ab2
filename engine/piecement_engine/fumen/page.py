"""One page of a fumen, and the field after its lock."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from piecement_engine.errors import FumenError, cut
from piecement_engine.fumen.comments import LONGEST_COMMENT, escape
from piecement_engine.fumen.quiz import Quiz, comment_after
from piecement_engine.pieces import TETROMINOES, Piece

WIDTH: Final = 10
HEIGHT: Final = 23
"""Number of rows of a field, without the garbage row below."""

MOST_PAGES: Final = 5000
"""Maximum number of pages to decode or encode."""

EMPTY_ROW: Final = "." * WIDTH

_SPELLINGS: Final = str.maketrans({"_": ".", " ": ".", "#": "X"})
_LETTERS: Final = frozenset(".X").union(TETROMINOES)


@dataclass(frozen=True, slots=True)
class Page:
    """One page. Raises `FumenError` for content that a fumen cannot hold."""

    field: tuple[str, ...] = ()
    """Rows, lowest first, without the empty ones on top: ten letters each, `.` for an empty cell, `X` for grey.

    `_` and a space are also read as empty, `#` as grey.
    """
    garbage: str = EMPTY_ROW
    """Row below the field, which `rise` pushes in."""
    piece: Piece | None = None
    """Tetromino in the field, not yet part of it."""
    comment: str = ""
    lock: bool = True
    """Whether the piece becomes part of the field and full rows are cleared before the next page."""
    rise: bool = False
    """Whether the garbage row rises after the lock."""
    mirror: bool = False
    """Whether the field is mirrored after the lock; colours stay."""
    colour: bool = True
    """Whether pieces have the guideline's colours. The first page decides for the whole fumen."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", _checked_field(self.field))
        object.__setattr__(self, "garbage", _checked_row(self.garbage))
        if self.piece is not None:
            _check_piece(self.piece)
        if len(escape(self.comment)) > LONGEST_COMMENT:
            raise FumenError(
                "the comment {text!r} is too long: {most} escaped letters fit",
                text=cut(self.comment),
                most=LONGEST_COMMENT,
            )

    @property
    def quiz(self) -> Quiz | None:
        """Quiz of the comment, or None if it is no quiz."""
        return Quiz.read(self.comment)

    def following(self) -> "Page":
        """Return the next page without any drawing: the field after the lock, and the comment."""
        letter = self.piece.shape.name if self.piece is not None else ""
        comment = comment_after(self.comment, letter if self.lock else "")
        if not self.lock:
            return Page(self.field, self.garbage, comment=comment, colour=self.colour)
        rows = [row for row in self._with_piece() if "." in row]
        if self.rise:
            rows.insert(0, self.garbage)
        if self.mirror:
            rows = [row[::-1] for row in rows]
        garbage = EMPTY_ROW if self.rise else self.garbage
        return Page(tuple(rows[:HEIGHT]), garbage, comment=comment, colour=self.colour)

    def _with_piece(self) -> list[str]:
        rows = list(all_rows(self.field))
        if self.piece is not None:
            for x, y in self.piece.cells:
                rows[y] = f"{rows[y][:x]}{self.piece.shape.name}{rows[y][x + 1 :]}"
        return rows


def all_rows(field: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows of a page's field with the empty ones on top."""
    return field + (EMPTY_ROW,) * (HEIGHT - len(field))


def _checked_field(rows: Iterable[str]) -> tuple[str, ...]:
    field = [_checked_row(row) for row in rows]
    while field and field[-1] == EMPTY_ROW:
        field.pop()
    if len(field) > HEIGHT:
        raise FumenError("the field has {count} rows: a fumen has {most}", count=len(field), most=HEIGHT)
    return tuple(field)


def _checked_row(row: str) -> str:
    row = row.translate(_SPELLINGS)
    if len(row) != WIDTH:
        raise FumenError(
            "the row {row!r} is {count} wide: a fumen is {width}", row=cut(row), count=len(row), width=WIDTH
        )
    if not _LETTERS.issuperset(row):
        raise FumenError(
            "the row {row!r} has a letter that no cell has: cells have {known}",
            row=row,
            known="".join(sorted(_LETTERS)),
        )
    return row


def _check_piece(piece: Piece) -> None:
    if TETROMINOES.get(piece.shape.name) is not piece.shape:
        raise FumenError("the piece {piece} is no tetromino: a fumen has only those", piece=cut(piece.shape.name))
    if not all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in piece.cells):
        raise FumenError(
            "a piece {piece} lies outside of the {width} by {height} cells of a fumen",
            piece=piece.shape.name,
            width=WIDTH,
            height=HEIGHT,
        )
