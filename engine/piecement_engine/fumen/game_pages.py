"""Fumen pages of a recorded game: one for each locked piece, and one for the end."""

from collections.abc import Callable, Iterable
from typing import Final

from piecement_engine.board.board import Row
from piecement_engine.board.pieces import EMPTY, TETROMINOES, Piece
from piecement_engine.errors import FumenError, cut
from piecement_engine.events import Event, PieceLocked
from piecement_engine.fumen.page import HEIGHT, WIDTH, Page
from piecement_engine.recording.recording import Recording
from piecement_engine.recording.replayer import Tracker

_LETTERS: Final = {EMPTY: "."} | {shape.tile: name for name, shape in TETROMINOES.items()}


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
    replayer = recording.replayer(Tracker())
    pages: list[Page] = []
    for lock, after in locks:
        replayer.run(lock.time_ns - 1, recording.fair_budget())
        pages.append(Page(field_of(replayer.view.rows), piece=_placed(lock.piece), comment=comment_of(after)))
    replayer.run(recording.time_ns, recording.fair_budget())
    return (*pages, Page(field_of(replayer.view.rows)))


def field_of(rows: Iterable[Row]) -> tuple[str, ...]:
    """Return the rows of a board, lowest first, as field of a page, without the rows above a fumen's field."""
    return tuple("".join(_LETTERS.get(tile, "X") for tile in row) for row in rows)[:HEIGHT]


def _locks_of(recording: Recording) -> list[tuple[PieceLocked, list[Event]]]:
    """Return the locks of a game, each with the events until the next one."""
    locks: list[tuple[PieceLocked, list[Event]]] = []
    for event in recording.replayer(Tracker()).advance(recording.time_ns, recording.fair_budget()):
        if isinstance(event, PieceLocked):
            locks.append((event, []))
        elif locks:
            locks[-1][1].append(event)
    return locks


def _placed(piece: Piece) -> Piece | None:
    if piece.shape not in TETROMINOES.values():
        raise FumenError("the game has a piece {piece}: a fumen has only tetrominoes", piece=cut(piece.shape.name, 20))
    return piece if piece.y + piece.shape.heights[piece.orientation] <= HEIGHT else None
