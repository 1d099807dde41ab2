"""Saved games in the database: autosaves and save slots."""

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from sqlite3 import Row
from typing import Final

from piecement.session.own_rules import origin_of
from piecement.session.statistics import SessionStatistics, replayed
from piecement.storage import sql
from piecement.storage.autosave import AutosaveSummary
from piecement.storage.database_session import DatabaseSession, Queries, change, query
from piecement_base import formatting
from piecement_base.database import Database, insertion
from piecement_base.errors import DamagedError, MissingError
from piecement_base.language import _, error_text
from piecement_base.origin import Origin, UnrankedReasons, new_token
from piecement_engine import EngineError, Game, Recording, RecordingError, Replayer, Result, Setup
from piecement_engine.game.inputs import Input


class Autosaves(Queries):
    """Unfinished games. Only inputs since the last autosave are written."""

    def __init__(self, session: DatabaseSession) -> None:
        super().__init__(session)
        self._written: tuple[str, str, Game | None, int] = "", "", None, 0
        """Token, running copy, game and number of stored inputs of the last autosave.

        Inputs of a game are only added; undoing makes another game.
        """

    @change
    def save(self, database: Database, game: Game, origin: Origin) -> None:
        """Store the current state of a running game."""
        token, copy, written, count = self._written
        continues = (token, copy) == (origin.token, self._session.copy.name) and written is game
        first = count if continues else 0
        inputs = game.inputs_since(first)
        values = {
            "token": origin.token,
            "session": self._session.copy.name,
            "saved_ms": formatting.to_ms(self._session.now()),
            "time": game.view.time_ns,
            "head": json.dumps({"origin": origin.to_dict(), "setup": game.setup.to_dict()}),
        }
        with database.transaction():
            database.change(insertion("checkpoints", values, "token", replaces=True), values)
            if not continues:
                database.change("DELETE FROM checkpoint_inputs WHERE token = ? AND first >= ?", (origin.token, 0))
            if inputs:
                added = json.dumps(inputs, separators=(",", ":"))
                database.change(sql.ADD_CHECKPOINT_INPUTS, (origin.token, first, added))
        self._written = origin.token, self._session.copy.name, game, first + len(inputs)

    @change
    def delete(self, database: Database, token: str) -> None:
        """Delete an autosave. Raises `MissingError` if another running copy plays it."""
        self._written = "", "", None, 0
        copy = self._session.copy
        with database.transaction():
            row = database.row(sql.CHECKPOINT, (token,))
            if row is not None and row["session"] != copy.name and copy.is_alive(row["session"]):
                raise MissingError(_("That game runs in another window."))
            database.change(sql.DELETE_CHECKPOINT, (token,))

    @change
    def release(self, database: Database, token: str) -> None:
        """Release a running game, so that any copy of the program can resume it."""
        self._written = "", "", None, 0
        database.change("UPDATE checkpoints SET session = '' WHERE token = ?", (token,))

    @query
    def waiting(self, database: Database) -> list[AutosaveSummary]:
        """Return the unfinished games that no running copy plays, the newest first."""
        rows = database.rows(sql.CHECKPOINTS)
        return [_summary(row) for row in rows if not self._session.copy.is_alive(row["session"])]

    @query
    def resume(self, database: Database, token: str) -> tuple[Replayer[SessionStatistics], Origin]:
        """Return a waiting game and claim it for this process.

        Raises `MissingError` if it is gone or another process has it.
        """
        row = database.row(sql.CHECKPOINT, (token,))
        copy = self._session.copy
        if row is None or copy.is_alive(row["session"]):
            raise MissingError(_("That game is gone, or runs elsewhere."))
        with database.transaction():
            claim = {"mine": copy.name, "token": token, "theirs": row["session"]}
            if not database.change(sql.CLAIM_CHECKPOINT, claim):
                raise MissingError(_("That game runs in another window."))
        return _replayed(row, _inputs(database, token)), _summary(row).origin

    @query
    def recording(self, database: Database, token: str) -> Recording:
        """Return the recording of a game that waits; of its result only the time is known.

        Raises `MissingError` if it is gone, and `DamagedError` if it cannot be read.
        """
        row = database.row(sql.CHECKPOINT, (token,))
        if row is None:
            raise MissingError(_("That game is gone, or runs elsewhere."))
        try:
            setup = Setup.from_dict(json.loads(row["head"])["setup"])
        except EngineError as error:
            raise DamagedError(_("Cannot resume that game: {error}."), error=error_text(error)) from error
        return Recording(setup, _inputs(database, token), Result(None, row["time"], 0, 0, 0, 0))


def _inputs(database: Database, token: str) -> tuple[Input, ...]:
    parts = (json.loads(row["inputs"]) for row in database.rows(sql.CHECKPOINT_INPUTS, (token,)))
    return tuple((int(time), int(mask)) for part in parts for time, mask in part)


def _summary(row: Row) -> AutosaveSummary:
    origin = Origin.from_dict(json.loads(row["head"])["origin"])
    return AutosaveSummary(origin, formatting.from_ms(row["saved_ms"]), row["time"])


def _replayed(row: Row, inputs: tuple[Input, ...]) -> Replayer[SessionStatistics]:
    try:
        game = Game.from_setup(Setup.from_dict(json.loads(row["head"])["setup"]))
        replayer = Replayer(game, SessionStatistics(), inputs, row["time"])
        replayer.seek(row["time"])
    except EngineError as error:
        raise DamagedError(_("Cannot resume that game: {error}."), error=error_text(error)) from error
    return replayer


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
        row = {"name": name, "saved_ms": formatting.to_ms(self._session.now()), "text": text}
        database.change(insertion("savepoints", row, "name", replaces=True), row)

    @query
    def all(self, database: Database) -> list[SaveSlot]:
        """Return all slots with a game that can be read, by name."""
        slots: list[SaveSlot] = []
        for name, saved_ms, text in database.rows("SELECT name, saved_ms, text FROM savepoints ORDER BY name"):
            with suppress(RecordingError):
                result, about = Recording.outline_of(text)
                slots.append(SaveSlot(name, formatting.from_ms(saved_ms), Origin.from_dict(about), result))
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
