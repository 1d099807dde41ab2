"""Salvage: a damaged database is set aside, and whatever can still be read of it goes into a new one."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from shutil import copyfile, copymode
from typing import Any, Final

from piecement.session.records import GameRecord
from piecement.session.statistics import Counts
from piecement.storage import game_sql
from piecement.storage.game_rows import from_row, to_row
from piecement.storage.mode_rankings import add_mode
from piecement.storage.schema import GAMES, TABLES
from piecement_base import timestamps
from piecement_base.database import Database, decoded
from piecement_base.errors import DamagedDatabaseError, StorageError
from piecement_base.language import _, ngettext
from piecement_base.origin import Origin, Owner
from piecement_engine import EngineError, Recording

_COMPANIONS: Final = ("", "-wal", "-shm")
_COPIED: Final = ("", "-wal")

_ORPHANED_RECORDINGS: Final = "SELECT game, text FROM recordings WHERE game NOT IN (SELECT id FROM games)"

_MEND: Final = (
    "INSERT OR IGNORE INTO modes (name, ranking) SELECT DISTINCT mode, '' FROM games",
    "DELETE FROM recordings WHERE game NOT IN (SELECT id FROM games)",
    "DELETE FROM game_reviews WHERE game NOT IN (SELECT id FROM games)",
    "DELETE FROM checkpoint_inputs WHERE token NOT IN (SELECT token FROM checkpoints)",
)
"""Statements that make rows consistent again after some were lost."""


def set_aside(path: Path, now: datetime) -> Path:
    """Copy a damaged database with its log to a name of its own, before anything is changed; return the copy.

    Raises `StorageError` if there is no room for it.
    """
    aside = path.with_name(f"{path.name}.damaged-{now:%Y%m%d-%H%M%S}")
    try:
        for ending in _COPIED:
            if _companion(path, ending).exists():
                copyfile(_companion(path, ending), _companion(aside, ending))
    except OSError as error:
        _remove(aside)
        text = _("{path} is damaged, and is left as it is, as it cannot be copied ({strerror}).")
        raise StorageError(text, path=path, strerror=error.strerror) from error
    return aside


def salvage(path: Path, aside: Path) -> str:
    """Replace a damaged database, of which there is a copy, by a new one with all readable data.

    Return a sentence about it. Raises `StorageError` if files cannot be written, and leaves the database as it is. No
    other process may open it meanwhile.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        _remove(part)
        with closing(Database(part, GAMES)) as fresh:
            _copy(path, fresh)
            games = _make_consistent(fresh)
    except (OSError, StorageError) as error:
        with suppress(OSError):
            _remove(part)
            _remove(aside)
        reason = error.strerror if isinstance(error, OSError) else str(error).removesuffix(".")
        text = _("{path} is damaged, and is left as it is, as it cannot be replaced ({reason}).")
        raise StorageError(text, path=path, reason=reason) from error
    try:
        for ending in _COMPANIONS[1:]:  # an old log beside a new file would be read into it
            _companion(path, ending).unlink(missing_ok=True)
        copymode(path, part)
        part.replace(path)
    except OSError as error:  # the copy stays: the log may be gone already
        with suppress(OSError):
            _remove(part)
        text = _("{path} is damaged, and cannot be replaced ({strerror}); it is kept as {aside}.")
        raise StorageError(text, path=path, strerror=error.strerror, aside=aside) from error
    found = ngettext("{count} game could be saved from it", "{count} games could be saved from it", games).format(
        count=games
    )
    return _("The file of games was damaged: {found}, and it is kept as {aside}.").format(found=found, aside=aside)


def _companion(path: Path, ending: str) -> Path:
    """Return the database itself, or a file beside it."""
    return path.with_name(path.name + ending)


def _remove(path: Path) -> None:
    for ending in _COMPANIONS:
        _companion(path, ending).unlink(missing_ok=True)


def _copy(source: Path, fresh: Database) -> None:
    """Copy all readable rows."""
    uri = f"{source.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        connection.text_factory = decoded
        with suppress(sqlite3.Error):
            connection.execute("PRAGMA writable_schema = ON")  # reads a file that is shorter than it says
        fresh.change("PRAGMA foreign_keys = OFF")
        try:
            with fresh.transaction(durable=True):
                for table in TABLES:
                    _copy_table(connection, fresh, table)
        finally:
            fresh.change("PRAGMA foreign_keys = ON")


def _make_consistent(fresh: Database) -> int:
    """Add games of which only a recording is left, make rows consistent, and return the number of games.

    A recording holds all that is known of its game, and its checksum says that it is whole.
    """
    with fresh.transaction(durable=True):
        orphans = [(int(row["game"]), str(row["text"])) for row in fresh.rows(_ORPHANED_RECORDINGS)]
        for statement in _MEND:
            fresh.change(statement)
        for orphan in orphans:
            with suppress(StorageError, EngineError, ValueError, LookupError, TypeError, ArithmeticError):
                _add_game(fresh, *orphan)
        return int(fresh.column("SELECT count(*) FROM games")[0])


def _add_game(fresh: Database, game: int, text: str) -> None:
    """Add a recording and its game. Raises `RecordingError` if it is incomplete."""
    recording = Recording.from_text(text)
    try:
        record = GameRecord.of_recording(recording)
    except EngineError:  # a game that does not replay has its result all the same
        ended = timestamps.from_text(recording.about.get("ended", recording.about.get("started")))
        record = GameRecord.of(recording, Counts(), Origin.from_dict(recording.about), ended)
    ranking = add_mode(fresh, record.origin.mode, recording)
    _add_row(fresh, "games", {**to_row(record, ranking), "id": game})
    fresh.change(game_sql.ADD_RECORDING, (game, text))


def _copy_table(connection: sqlite3.Connection, fresh: Database, table: str) -> None:
    """Copy the sound rows of a table in the columns that still exist."""
    columns = {row["name"] for row in fresh.rows(f"PRAGMA table_info({table})")}
    for row in _rows(connection, table):
        values = {name: row[name] for name in row.keys() if name in columns}  # noqa: SIM118  # of a sqlite3.Row
        if table == "games":
            values.setdefault("owner", (Owner.UNKNOWN if values.get("imported") else Owner.OWN).value)
        if table not in _SOUND or _SOUND[table](values):
            with suppress(StorageError):
                _add_row(fresh, table, values)


def _add_row(fresh: Database, table: str, values: Mapping[str, object]) -> None:
    """Add a row with these values of columns, unless it exists."""
    places = ", ".join("?" * len(values))
    fresh.change(f"INSERT OR IGNORE INTO {table} ({', '.join(values)}) VALUES ({places})", list(values.values()))


def _rows(connection: sqlite3.Connection, table: str) -> Iterator[sqlite3.Row]:
    """Yield the rows from each end of a table up to where it is damaged."""
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.Error, ValueError):
            yield from connection.execute(f"SELECT * FROM {table} ORDER BY rowid {order}")
            return


def _is_sound_game(values: Mapping[str, Any]) -> bool:  # SQLite has values of many types
    try:
        from_row({"faulty": None, "ruleset": "", "owner": "own", **values, "recorded": False})
        json.loads(values["goals"])
    except (DamagedDatabaseError, LookupError, TypeError, ValueError, RecursionError):
        return False
    return True


def _starts(name: str, text: str) -> Callable[[Mapping[str, Any]], bool]:  # SQLite has values of many types
    return lambda values: str(values.get(name)).startswith(text)


_SOUND: Final[Mapping[str, Callable[[Mapping[str, Any]], bool]]] = {  # SQLite has values of many types
    "modes": lambda values: isinstance(values.get("name"), str),
    "games": _is_sound_game,
    "recordings": _starts("text", "piecement recording "),
    "checkpoints": _starts("head", "{"),
    "checkpoint_inputs": _starts("inputs", "[["),
    "savepoints": _starts("text", "piecement recording "),
}
"""Checks of rows, for tables whose constraints are not enough."""
