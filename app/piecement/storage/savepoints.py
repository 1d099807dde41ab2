"""Savepoints: games that a player keeps by name, to go on from there as often as wanted."""

from dataclasses import dataclass, replace
from datetime import datetime
from sqlite3 import Row
from typing import Final

from piecement.session import moments
from piecement.session.counts import replayed
from piecement.session.marks import Marks
from piecement.session.origin import Origin, new_token
from piecement.session.statistics import SessionStatistics
from piecement.storage import sql
from piecement.storage.desk import Desk
from piecement.storage.errors import DamagedError, MissingError
from piecement_engine import Game, Recording, RecordingError, Replayer, Result

SLOTS: Final = tuple("123456789")
"""The names that a player keeps games by."""


@dataclass(frozen=True, slots=True)
class Savepoint:
    """A game that is kept by name."""

    name: str
    saved: datetime
    origin: Origin
    result: Result
    """Where it stands."""


class Savepoints:
    """All games that are kept by name."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk

    def save(self, name: str, game: Game, origin: Origin) -> None:
        """Keep a game as it is now under a name, instead of what had that name."""
        values = (name, moments.to_ms(self._desk.now()), Recording.of(game, origin.to_dict()).to_text())
        self._desk.do(lambda database: database.change(sql.SET_SAVEPOINT, values))

    def all(self) -> list[Savepoint]:
        """Return all savepoints that can be read, by name."""
        rows = self._desk.do(lambda database: database.rows(sql.SAVEPOINTS))
        return [point for row in rows if (point := _savepoint(row)) is not None]

    def load(self, name: str) -> tuple[Replayer[SessionStatistics], Origin]:
        """Return a game to go on with, and an origin of its own, marked as practice.

        Raises `MissingError` for a name that nothing has, and `DamagedError` for a game that cannot go on.
        """
        row = self._desk.do(lambda database: database.row(sql.SAVEPOINT, (name,)))
        if row is None:
            raise MissingError(f"There is no savepoint {name!r}.")
        try:
            recording = Recording.from_text(row["text"])
            replayer = replayed(recording)
        except RecordingError as error:
            raise DamagedError(f"The savepoint {name!r} cannot go on: {error}.") from error
        origin = replace(Origin.from_dict(recording.about), token=new_token())
        return replayer, origin.marked(Marks(practice=True))

    def delete(self, name: str) -> None:
        """Forget a savepoint."""
        self._desk.do(lambda database: database.change(sql.DELETE_SAVEPOINT, (name,)))


def _savepoint(row: Row) -> Savepoint | None:
    try:
        result, about = Recording.outline_of(row["text"])
    except RecordingError:
        return None
    return Savepoint(row["name"], moments.from_ms(row["saved_ms"]), Origin.from_dict(about), result)
