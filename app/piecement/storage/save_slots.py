"""Save slots: games saved by name, which can be loaded any number of times."""

from dataclasses import dataclass, replace
from datetime import datetime
from sqlite3 import Row
from typing import Final

from piecement.language import _, error_text
from piecement.session import timestamps
from piecement.session.origin import Origin, new_token
from piecement.session.statistics import SessionStatistics, replayed
from piecement.session.unranked_reasons import UnrankedReasons
from piecement.storage.database import Database
from piecement.storage.database_session import Queries, change, query
from piecement.storage.errors import DamagedError, MissingError
from piecement_engine import Game, Recording, RecordingError, Replayer, Result

SLOTS: Final = tuple("123456789")
"""The names of the slots."""


@dataclass(frozen=True, slots=True)
class SaveSlot:
    """A slot with a game in it."""

    name: str
    saved: datetime
    origin: Origin
    result: Result
    """Result of the game so far."""


class SaveSlots(Queries):
    """All slots with a game in them."""

    @change
    def save(self, database: Database, name: str, game: Game, origin: Origin) -> None:
        """Write a game as it is now into a slot, instead of what was there."""
        saved_ms = timestamps.to_ms(self._session.now())
        database.change(
            "INSERT OR REPLACE INTO savepoints (name, saved_ms, text) VALUES (?, ?, ?)",
            (name, saved_ms, Recording.of(game, origin.to_dict()).to_text()),
        )

    @query
    def all(self, database: Database) -> list[SaveSlot]:
        """Return all slots with a game that can be read, by name."""
        return [
            slot
            for row in database.rows("SELECT name, saved_ms, text FROM savepoints ORDER BY name")
            if (slot := _slot(row)) is not None
        ]

    def load(self, name: str) -> tuple[Replayer[SessionStatistics], Origin]:
        """Return a game to go on with, and an origin of its own, marked as practice.

        Raises `MissingError` for an empty slot, and `DamagedError` for a game that cannot go on.
        """
        try:
            recording = Recording.from_text(self._text(name))
            replayer = replayed(recording)
        except RecordingError as error:
            raise DamagedError(
                _("The game in save slot {name!r} cannot go on: {error}.").format(name=name, error=error_text(error))
            ) from error
        origin = replace(Origin.from_dict(recording.about), token=new_token())
        return replayer, origin.with_reasons(UnrankedReasons(practice=True))

    @change
    def delete(self, database: Database, name: str) -> None:
        database.change("DELETE FROM savepoints WHERE name = ?", (name,))

    @query
    def _text(self, database: Database, name: str) -> str:
        row = database.row("SELECT text FROM savepoints WHERE name = ?", (name,))
        if row is None:
            raise MissingError(_("There is no game in save slot {name!r}.").format(name=name))
        return str(row["text"])


def _slot(row: Row) -> SaveSlot | None:
    try:
        result, about = Recording.outline_of(row["text"])
    except RecordingError:
        return None
    return SaveSlot(row["name"], timestamps.from_ms(row["saved_ms"]), Origin.from_dict(about), result)
