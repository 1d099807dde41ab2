"""Salvage: a damaged database is set aside, and whatever can still be read of it goes into a new one."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

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
            for connection in _readings(path, fresh):
                with closing(connection):
                    if _copy(connection, fresh):
                        break
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


def _readings(damaged: Path, fresh: Database) -> Iterator[sqlite3.Connection]:
    """Yield a damaged database as it is, then with the head and with the first page of a sound one.

    The first page says which table begins on which page, and that is so in all files of one version.
    """
    with suppress(sqlite3.Error):
        yield sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    fresh.shrink()  # what is in its log goes into its file
    sound = fresh.path.read_bytes() if fresh.path else b""
    pages = _pages(damaged)
    for length in (_HEAD_BYTES, PAGE_BYTES):
        yield _with_head(pages, sound[:length])


def _copy(connection: sqlite3.Connection, fresh: Database) -> int:
    """Copy all readable rows; return the number of games among them."""
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
        return int(fresh.column("SELECT count(*) FROM games")[0])


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


PAGE_BYTES: Final = 4096
"""The size of the pages of all databases that the game makes."""

_TITLE: Final = re.compile(rb"piecement recording [0-9]")
_WHOLE: Final = re.compile(rb"piecement recording [0-9]+\n(?:[^\n\0]*\n){3}[0-9a-f]{8}\n")
_MOST_CELLS: Final = 100
"""Maximum number of recordings in a page: each takes more than 40 bytes."""
_VERSIONS: Final = slice(18, 20)
"""Position of the versions of the file format in the header, which say whether there is a log."""
_WITHOUT_LOG: Final = b"\1\1"
_FIRST_TRUNK: Final = slice(32, 36)
"""Position of the number of the first free-list page in the header."""

_LOG_HEAD: Final = 32
_FRAME_HEAD: Final = 24
_SALT_OF_LOG: Final = slice(16, 24)
_SALT_OF_FRAME: Final = slice(8, 16)


class RawRecording(NamedTuple):
    """A text that begins as a recording does."""

    game: int | None
    """Id of the row, or None if it is lost."""
    text: str


def raw_recordings(path: Path) -> Iterator[RawRecording]:
    """Yield the recordings in the bytes of a database that is not written to, without deleted ones where recognizable.

    A page with the title of a recording is read as the only page of a table, without the tables of the file. A checksum
    says later whether a recording is whole. See https://www.sqlite.org/fileformat2.html.
    """
    pages = _pages(path)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as table:
        table.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        table.execute("CREATE TABLE recordings (game INTEGER PRIMARY KEY, text)")
        head = table.serialize()[:PAGE_BYTES]
    with closing(_with_head(pages, head)) as connection:
        connection.text_factory = decoded
        for number in sorted(pages.keys() - {1, *_free_pages(pages)}):
            page = pages[number]
            if _TITLE.search(page):
                count = min(_number(page[3:5]), _MOST_CELLS)
                found = list(_rows_of_page(connection, number, count))
                yield from found
                if not found and count:  # the head of the page is damaged
                    yield from (RawRecording(None, decoded(text)) for text in _WHOLE.findall(page))


def _rows_of_page(connection: sqlite3.Connection, number: int, count: int) -> Iterator[RawRecording]:
    """Yield the recordings of a page that can be read, with what lies in other pages of them."""
    with suppress(sqlite3.Error):  # as of a page beyond the end
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET rootpage = ?", (number,))
        connection.execute("PRAGMA writable_schema = RESET")  # reads the schema anew
    for row in range(count):
        with suppress(sqlite3.Error):
            for game, text in connection.execute("SELECT game, text FROM recordings LIMIT 1 OFFSET ?", (row,)):
                if str(text).startswith("piecement recording "):
                    yield RawRecording(game, text)


def _pages(path: Path) -> dict[int, bytes]:
    """Return the pages of a file by number, as the log beside it has changed them up to its last complete change."""
    content, log, change = path.read_bytes(), b"", dict[int, bytes]()
    pages = {1 + at // PAGE_BYTES: content[at : at + PAGE_BYTES] for at in range(0, len(content), PAGE_BYTES)}
    with suppress(OSError):
        log = path.with_name(f"{path.name}-wal").read_bytes()
    for start in range(_LOG_HEAD, len(log) - _FRAME_HEAD - PAGE_BYTES + 1, _FRAME_HEAD + PAGE_BYTES):
        head = log[start : start + _FRAME_HEAD]
        if head[_SALT_OF_FRAME] != log[_SALT_OF_LOG]:
            break
        change[_number(head[:4])] = log[start + _FRAME_HEAD : start + _FRAME_HEAD + PAGE_BYTES]
        if _number(head[4:8]):
            pages |= change
            change.clear()
    return pages


def _with_head(pages: Mapping[int, bytes], head: bytes) -> sqlite3.Connection:
    """Return pages as a database in memory that begins with another head."""
    count = len(pages).to_bytes(4, "big")
    head = head[: _VERSIONS.start] + _WITHOUT_LOG + head[_VERSIONS.stop : _PAGES.start] + count + head[_PAGES.stop :]
    first, *others = (pages.get(number, b"").ljust(PAGE_BYTES, b"\0") for number in range(1, max(2, len(pages) + 1)))
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(b"".join((head, first[len(head) :], *others)))
    return connection


def _free_pages(pages: Mapping[int, bytes]) -> set[int]:
    """Return the free pages, up to where their list can be read."""
    found: set[int] = set()
    trunk = _number(pages.get(1, b"")[_FIRST_TRUNK])
    while trunk in pages and trunk not in found:
        page = pages[trunk]
        count = min(_number(page[4:8]), PAGE_BYTES // 4 - 2)
        found |= {trunk, *(_number(page[at : at + 4]) for at in range(8, 8 + 4 * count, 4))}
        trunk = _number(page[:4])
    return found


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")
