"""Salvage: a damaged database is set aside, and whatever can still be read of it goes into a new one."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from piecement.language import _, ngettext
from piecement.session import formatting
from piecement.session.plan import Origin
from piecement.session.records import GameRecord
from piecement.session.statistics import Counts
from piecement.storage import sql
from piecement.storage.database import Database, decoded
from piecement.storage.errors import DamagedDatabaseError, StorageError
from piecement.storage.game_rows import add_mode, from_row, to_row
from piecement.storage.migrations import TABLES
from piecement.storage.raw_recordings import PAGE_BYTES, RawRecording, raw_recordings
from piecement_engine import EngineError, Recording

_COMPANIONS: Final = ("", "-wal", "-shm")
_HEAD_BYTES: Final = 100
_PAGES: Final = slice(28, 32)
"""Position of the number of pages in the header."""

_LAST_ROW: Final = (1 << 62) - 1
_MOST_FAILURES: Final = 5000
"""Maximum number of failures in a row before the rest of a table is given up."""

_NOT_THERE: Final = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_NOTADB)
"""Error codes for a missing table, or a file that is no database."""


def salvage(path: Path, now: datetime) -> str:
    """Replace a damaged database by a new one with all readable data; return a sentence about it.

    Raises `StorageError` where files cannot be moved or written. No other process may open it meanwhile.
    """
    aside = path.with_name(f"{path.name}.damaged-{now:%Y%m%d-%H%M%S}")
    part = path.with_name(f"{path.name}.part")
    try:
        _remove(part)
        fresh = Database(part)
        try:
            if not _copy(path, fresh) and not _copy_mended(path, fresh, _HEAD_BYTES):
                _copy_mended(path, fresh, PAGE_BYTES)
            games = _put_together(path, fresh)
        finally:
            fresh.close()
        part.replace(_finished(path))
        for ending in _COMPANIONS:
            if _backup_path(path, ending).exists():
                _backup_path(path, ending).replace(_backup_path(aside, ending))
        put_salvaged_in_place(path)
    except OSError as error:
        raise StorageError(
            _("{path} is damaged, and cannot be replaced ({strerror})."), path=path, strerror=error.strerror
        ) from error
    found = ngettext("{count} game could be saved from it", "{count} games could be saved from it", games).format(
        count=games
    )
    return _("The file of games was damaged: {found}, and it is kept as {aside}.").format(found=found, aside=aside)


def put_salvaged_in_place(path: Path) -> None:
    """Put what was salvaged in its place, if a salvage was cut off just before that."""
    if _finished(path).exists() and not path.exists():
        _finished(path).replace(path)


def _finished(path: Path) -> Path:
    return path.with_name(f"{path.name}.salvaged")


def _backup_path(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _remove(path: Path) -> None:
    for ending in _COMPANIONS:
        _backup_path(path, ending).unlink(missing_ok=True)


def _copy_mended(damaged: Path, fresh: Database, head: int) -> int:
    """Try again with the head of a sound database, in case only that was lost.

    The first page says which table begins on which page, and that is so in all files of one version.
    """
    mended = damaged.with_name(f"{damaged.name}.mended")
    content = damaged.read_bytes()
    fresh.shrink()  # what is in its log goes into its file
    sound = fresh.path.read_bytes() if fresh.path else b""
    pages = (len(content) // PAGE_BYTES).to_bytes(_PAGES.stop - _PAGES.start, "big")
    try:
        mended.write_bytes(sound[: _PAGES.start] + pages + sound[_PAGES.stop : head] + content[head:])
        return _copy(mended, fresh)
    finally:
        _remove(mended)


def _copy(source: Path, fresh: Database) -> int:
    """Copy all readable rows; return the number of games among them."""
    try:
        connection = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    except sqlite3.Error:
        return 0
    connection.row_factory = sqlite3.Row
    connection.text_factory = decoded
    try:
        connection.execute("PRAGMA writable_schema = ON")  # reads a file that is shorter than it says
        fresh.change("PRAGMA foreign_keys = OFF")
        with fresh.transaction(durable=True):
            counts = {table: _copy_table(connection, fresh, table) for table in TABLES}
        return counts["games"]
    finally:
        fresh.change("PRAGMA foreign_keys = ON")
        connection.close()


def _put_together(damaged: Path, fresh: Database) -> int:
    """Add games of which only a recording is left, make rows consistent, and return the number of games.

    A recording holds all that is known of its game, and its checksum says that it is whole.
    """
    with fresh.transaction(durable=True):
        orphans = [RawRecording(row["game"], row["text"]) for row in fresh.rows(sql.ORPHANED_RECORDINGS)]
        for statement in sql.MEND:
            fresh.change(statement)
        for recording in (*orphans, *raw_recordings(damaged)):
            with suppress(StorageError, EngineError, ValueError, LookupError, TypeError, ArithmeticError):
                _add_game(fresh, *recording)
        return int(fresh.column(sql.count_games(()))[0])


def _add_game(fresh: Database, game: int | None, text: str) -> None:
    """Add a recording, and its game if that is missing. Raises `RecordingError` if it is incomplete."""
    token = Recording.outline_of(text)[1].get("token")
    known = fresh.column(sql.FIND_GAME, (str(token),))
    if not token or (known and fresh.column(sql.RECORDING, known)):
        return
    recording = Recording.from_text(text)
    if recording.result.end is None:
        return  # a game of a save slot
    if not known:
        record = _record_of(recording)
        add_mode(fresh, record.origin.mode)
        is_free = game is not None and not fresh.column("SELECT 1 FROM games WHERE id = ?", (game,))
        values = {**to_row(record), "id": game if is_free else None}
        fresh.change(sql.copy_row("games", tuple(values)), list(values.values()))
        known = fresh.column(sql.FIND_GAME, (record.origin.token,))
    fresh.change(sql.ADD_RECORDING, (known[0], text))


def _record_of(recording: Recording) -> GameRecord:
    try:
        return GameRecord.of_recording(recording)
    except EngineError:  # a game that does not replay has its result all the same
        ended = formatting.from_text(recording.about.get("ended", recording.about.get("started")))
        return GameRecord.of(recording, Counts(), Origin.from_dict(recording.about), ended)


def _copy_table(connection: sqlite3.Connection, fresh: Database, table: str) -> int:
    """Copy the sound rows of a table, matching columns by position, as names may be damaged."""
    columns = tuple(row["name"] for row in fresh.rows(sql.columns(table)))
    copied = 0
    for row in _rows(connection, table):
        values = dict(zip(columns, tuple(row)[:-1], strict=False))
        if table not in _SOUND or _SOUND[table](values):
            with suppress(StorageError):
                copied += fresh.change(sql.copy_row(table, tuple(values)), list(values.values()))
    return copied


def _rows(connection: sqlite3.Connection, table: str) -> Iterator[sqlite3.Row]:
    """Yield all rows, with one more value each; in a damaged table search by halves."""
    question = f"SELECT *, 0 AS recorded FROM {table} WHERE rowid BETWEEN ? AND ?"
    ranges = [(0, _LAST_ROW)]
    failures = 0
    while ranges and failures < _MOST_FAILURES:
        first, last = ranges.pop()
        try:
            rows: Sequence[sqlite3.Row] = connection.execute(question, (first, last)).fetchall()
        except (sqlite3.Error, ValueError) as error:
            if getattr(error, "sqlite_errorcode", None) in _NOT_THERE:
                return
            failures += 1
            if first < last:
                middle = (first + last) // 2
                ranges += [(middle + 1, last), (first, middle)]
        else:
            failures = 0
            yield from rows


def _is_sound_game(values: Mapping[str, Any]) -> bool:  # SQLite has values of many types
    try:
        from_row({"faulty": None, "ruleset": "", **values, "recorded": False})
        json.loads(values["goals"])
    except (DamagedDatabaseError, LookupError, TypeError, ValueError, RecursionError):
        return False
    return True


def _starts(name: str, text: str) -> Callable[[Mapping[str, Any]], bool]:  # as above
    return lambda values: str(values.get(name)).startswith(text)


_SOUND: Final[Mapping[str, Callable[[Mapping[str, Any]], bool]]] = {  # as above
    "modes": lambda values: isinstance(values.get("name"), str),
    "games": _is_sound_game,
    "recordings": _starts("text", "piecement recording "),
    "checkpoints": _starts("head", "{"),
    "checkpoint_inputs": _starts("inputs", "[["),
    "savepoints": _starts("text", "piecement recording "),
}
"""Checks of rows, for tables whose constraints are not enough."""
