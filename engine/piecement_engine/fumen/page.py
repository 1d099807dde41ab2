"""Pages of a fumen, and those of a recorded game."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from dataclasses import field as option_of_field
from typing import Final

from piecement_engine.board.board import Row
from piecement_engine.board.pieces import EMPTY, TETROMINOES, Piece
from piecement_engine.errors import FumenError, cut, cut_repr
from piecement_engine.events import Event, PieceLocked
from piecement_engine.fumen.comments import LONGEST_COMMENT, Quiz, comment_after, escape
from piecement_engine.recording.recording import Recording

WIDTH: Final = 10
HEIGHT: Final = 23
"""Number of rows of a field, without the garbage row below."""

MOST_PAGES: Final = 5000
"""Maximum number of pages to decode or encode."""

EMPTY_ROW: Final = "." * WIDTH

_SPELLINGS: Final = str.maketrans({"_": ".", " ": ".", "#": "X"})
_CELLS: Final = frozenset(".X").union(TETROMINOES)


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
    repeats_colour: bool = option_of_field(default=False, compare=False)
    """Whether a page after the first one has the flag of `colour` too, which some programs write; it has no effect."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", _checked_field(self.field))
        object.__setattr__(self, "garbage", _checked_row(self.garbage))
        if self.piece is not None:
            _check_piece(self.piece)
        if len(escape(self.comment)) > LONGEST_COMMENT:
            raise FumenError(
                "the comment {text!r} is too long: {most} escaped characters fit",
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
    rows = tuple(rows) if isinstance(rows, Iterable) else (rows,)
    if not all(isinstance(row, str) for row in rows):
        raise FumenError("the field is {rows}: it must be a list of rows, the lowest first", rows=cut_repr(rows))
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
    if not _CELLS.issuperset(row):
        raise FumenError(
            "the row {row!r} has a letter that no cell has: cells have {known}", row=row, known="".join(sorted(_CELLS))
        )
    return row


def _check_piece(piece: Piece) -> None:
    if TETROMINOES.get(piece.shape.name) is not piece.shape:
        raise FumenError(
            "the piece {piece} is not a tetromino: a fumen can hold no other piece", piece=cut(piece.shape.name)
        )
    if not all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in piece.cells):
        raise FumenError(
            "a piece {piece} lies outside of the {width} by {height} cells of a fumen",
            piece=piece.shape.name,
            width=WIDTH,
            height=HEIGHT,
        )


_CELL_OF_TILE: Final = {EMPTY: "."} | {shape.tile: name for name, shape in TETROMINOES.items()}


def pages_of(recording: Recording, comment_of: Callable[[Iterable[Event]], str]) -> tuple[Page, ...]:
    """Return a page for each locked piece, with the board just before the lock, and a last page of the end.

    Rows above the field of a fumen are omitted, and so is a piece up there.

    Args:
        recording: A game with ten columns and tetrominoes.
        comment_of: Function from the events after a lock to the comment of its page.

    Raises `FumenError` for a game with other columns or pieces, and `RecordingError` if the recording does not replay,
    or takes more steps than its fair budget.
    """
    rules = recording.setup.rules
    if rules.width != WIDTH:
        raise FumenError("the game is {count} wide: a fumen is {width}", count=rules.width, width=WIDTH)
    locks = _locks_of(recording)
    replayer = recording.replayer()
    pages: list[Page] = []
    locked_ns: int | None = None
    for lock, after in locks:
        replayer.run(lock.time_ns - 1)
        # Of several locks at one instant, no moment of the replay lies between two.
        field = pages[-1].following().field if lock.time_ns == locked_ns else field_of(replayer.view.rows)
        pages.append(Page(field, piece=_placed(lock.piece), comment=comment_of(after)))
        locked_ns = lock.time_ns
    replayer.run(recording.time_ns)
    return (*pages, Page(field_of(replayer.view.rows)))


def field_of(rows: Iterable[Row]) -> tuple[str, ...]:
    """Return the rows of a board, lowest first, as field of a page, without the rows above a fumen's field."""
    return tuple("".join(_CELL_OF_TILE.get(tile, "X") for tile in row) for row in rows)[:HEIGHT]


def _locks_of(recording: Recording) -> list[tuple[PieceLocked, list[Event]]]:
    """Return the locks of a game, each with the events until the next one."""
    locks: list[tuple[PieceLocked, list[Event]]] = []
    for event in recording.replayer().advance(recording.time_ns, recording.fair_budget()):
        if isinstance(event, PieceLocked):
            locks.append((event, []))
        elif locks:
            locks[-1][1].append(event)
    return locks


def _placed(piece: Piece) -> Piece | None:
    if piece.shape not in TETROMINOES.values():
        raise FumenError("the game has a piece {piece}: a fumen has only tetrominoes", piece=cut(piece.shape.name, 20))
    return piece if piece.y + piece.shape.heights[piece.orientation] <= HEIGHT else None
