"""Autosaves in the database: each is a checkpoint there, with the inputs of its game in parts."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from sqlite3 import Row
from typing import Final, NamedTuple

from piecement.session.statistics import SessionStatistics, replayed
from piecement.storage.autosave import AutosaveSummary
from piecement.storage.database_session import DatabaseSession, Queries, change, query, readable
from piecement_base import timestamps
from piecement_base.database import Database
from piecement_base.errors import DamagedError, MissingError
from piecement_base.language import N_, _, error_text
from piecement_base.origin import Origin
from piecement_engine import EngineError, Game, Recording, Replayer, Result, Setup

CHECKPOINTS: Final = "SELECT token, session, saved_ms, time, head FROM checkpoints ORDER BY saved_ms DESC"
"""All autosaves without their inputs, the newest first."""
CHECKPOINT_INPUTS: Final = "SELECT inputs FROM checkpoint_inputs WHERE token = ? ORDER BY first"
"""Inputs of an autosave, part by part."""
_CHECKPOINT: Final = "SELECT token, session, saved_ms, time, head FROM checkpoints WHERE token = ?"
_ADD_CHECKPOINT_INPUTS: Final = "INSERT OR REPLACE INTO checkpoint_inputs (token, first, inputs) VALUES (?, ?, ?)"
_CLAIM_CHECKPOINT: Final = "UPDATE checkpoints SET session = :mine WHERE token = :token AND session = :theirs"
_GONE: Final = N_("That game is gone, or runs elsewhere.")


class _Written(NamedTuple):
    """An autosave as it was written last. Inputs of a game are only added; undoing makes another game."""

    token: str
    copy: str
    """Name of the running copy of the program."""
    game: Game
    inputs: int
    """Number of stored inputs."""


class Autosaves(Queries):
    """Unfinished games. Only inputs since the last autosave are written."""

    def __init__(self, session: DatabaseSession) -> None:
        super().__init__(session)
        self._written: _Written | None = None
        """The last autosave; None if another one cannot continue it."""

    @change
    def save(self, database: Database, game: Game, origin: Origin) -> None:
        """Store the current state of a running game."""
        last, copy = self._written, self._session.copy.name
        continues = last is not None and (last.token, last.copy) == (origin.token, copy) and last.game is game
        first = last.inputs if last is not None and continues else 0
        inputs = game.inputs_since(first)
        values = {
            "token": origin.token,
            "session": copy,
            "saved_ms": timestamps.to_ms(self._session.now()),
            "time": game.view.time_ns,
            "head": json.dumps({"origin": origin.to_dict(), "setup": game.setup.to_dict()}),
        }
        with database.transaction():
            database.insert("checkpoints", values, "token", replaces=True)
            if not continues:
                database.change("DELETE FROM checkpoint_inputs WHERE token = ?", (origin.token,))
            if inputs:
                added = json.dumps(inputs, separators=(",", ":"))
                database.change(_ADD_CHECKPOINT_INPUTS, (origin.token, first, added))
        self._written = _Written(origin.token, copy, game, first + len(inputs))

    @change
    def delete(self, database: Database, token: str) -> None:
        """Delete an autosave. Raises `MissingError` if another running copy plays it."""
        self._written = None
        copy = self._session.copy
        with database.transaction():
            row = database.row(_CHECKPOINT, (token,))
            if row is not None and row["session"] != copy.name and copy.is_alive(row["session"]):
                raise MissingError(_("That game runs in another window."))
            database.change("DELETE FROM checkpoints WHERE token = ?", (token,))

    @change
    def release(self, database: Database, token: str) -> None:
        """Release a running game, so that any copy of the program can resume it."""
        self._written = None
        database.change("UPDATE checkpoints SET session = '' WHERE token = ?", (token,))

    @query
    def waiting(self, database: Database) -> list[AutosaveSummary]:
        """Return the unfinished games that no running copy plays and that can be read, the newest first."""
        rows = database.rows(CHECKPOINTS)
        return readable((row for row in rows if not self._session.copy.is_alive(row["session"])), _summary)

    @query
    def resume(self, database: Database, token: str) -> tuple[Replayer[SessionStatistics], Origin]:
        """Return a waiting game and claim it for this process.

        Raises `MissingError` if it is gone or another process has it, and `DamagedError` if it cannot be resumed; it
        waits on then.
        """
        row, copy = _row(database, token), self._session.copy
        if copy.is_alive(row["session"]):
            raise MissingError(_(_GONE))
        with _damage_named():
            replayer, origin = replayed(_recording(database, row)), _summary(row).origin
        with database.transaction():
            claim = {"mine": copy.name, "token": token, "theirs": row["session"]}
            if not database.change(_CLAIM_CHECKPOINT, claim):
                raise MissingError(_("That game runs in another window."))
        return replayer, origin

    @query
    def recording(self, database: Database, token: str) -> Recording:
        """Return the recording of a game that waits; of its result only the time is known.

        Raises `MissingError` if it is gone, and `DamagedError` if it cannot be read.
        """
        row = _row(database, token)
        with _damage_named():
            return _recording(database, row)


def _row(database: Database, token: str) -> Row:
    row = database.row(_CHECKPOINT, (token,))
    if row is None:
        raise MissingError(_(_GONE))
    return row


def _recording(database: Database, row: Row) -> Recording:
    parts = (json.loads(part["inputs"]) for part in database.rows(CHECKPOINT_INPUTS, (row["token"],)))
    inputs = tuple((int(time), int(mask)) for part in parts for time, mask in part)
    return Recording(Setup.from_dict(json.loads(row["head"])["setup"]), inputs, Result(None, row["time"], 0, 0, 0, 0))


def _summary(row: Row) -> AutosaveSummary:
    origin = Origin.from_dict(json.loads(row["head"])["origin"])
    return AutosaveSummary(origin, timestamps.from_ms(row["saved_ms"]), row["time"])


@contextmanager
def _damage_named() -> Generator[None, None, None]:
    """Raise `DamagedError` for an autosave that cannot be read: the rest of the database may be sound."""
    try:
        yield
    except (EngineError, LookupError, TypeError, ValueError) as error:
        raise DamagedError(_("Cannot resume that game: {error}."), error=error_text(error)) from error
