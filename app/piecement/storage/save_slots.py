"""Save slots: games that the player saved by hand, as recordings in the table `savepoints`."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from piecement.session.records import origin_of
from piecement.session.statistics import SessionStatistics, replayed
from piecement.storage.database_session import Queries, change, query
from piecement_base import timestamps
from piecement_base.database import Database
from piecement_base.errors import DamagedError, MissingError
from piecement_base.language import _, error_text
from piecement_base.origin import Origin, UnrankedReasons, new_token
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
        text = Recording.of(game, origin.to_dict()).to_text()
        row = {"name": name, "saved_ms": timestamps.to_ms(self._session.now()), "text": text}
        database.insert("savepoints", row, "name", replaces=True)

    @query
    def all(self, database: Database) -> list[SaveSlot]:
        """Return all slots with a game that can be read, by name."""
        slots: list[SaveSlot] = []
        for name, saved_ms, text in database.rows("SELECT name, saved_ms, text FROM savepoints ORDER BY name"):
            with suppress(RecordingError):
                result, about = Recording.outline_of(text)
                slots.append(SaveSlot(name, timestamps.from_ms(saved_ms), Origin.from_dict(about), result))
        return slots

    def load(self, name: str) -> tuple[Replayer[SessionStatistics], Origin]:
        """Return a game to go on with, and an origin of its own, marked as practice.

        Raises `MissingError` for an empty slot, and `DamagedError` for a game that cannot go on.
        """
        recording = self.recording(name)
        try:
            replayer = replayed(recording)
        except RecordingError as error:
            raise _damaged(name, error) from error
        origin = replace(origin_of(recording), token=new_token())
        return replayer, origin.with_reasons(UnrankedReasons(practice=True))

    @query
    def recording(self, database: Database, name: str) -> Recording:
        """Return the recording of the game in a slot, as it was saved.

        Raises `MissingError` for an empty slot, and `DamagedError` for a game that cannot be read.
        """
        row = database.row("SELECT text FROM savepoints WHERE name = ?", (name,))
        if row is None:
            raise MissingError(_("There is no game in save slot {name!r}."), name=name)
        try:
            return Recording.from_text(str(row["text"]))
        except RecordingError as error:
            raise _damaged(name, error) from error

    @change
    def delete(self, database: Database, name: str) -> None:
        database.change("DELETE FROM savepoints WHERE name = ?", (name,))


def _damaged(name: str, error: RecordingError) -> DamagedError:
    text = _("Cannot resume save slot {name!r}: {error}.")
    return DamagedError(text, name=name, error=error_text(error))
