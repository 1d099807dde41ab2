"""Salvage: a damaged database is set aside, and whatever can still be read of it goes into a new one."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from shutil import copyfile
from typing import Any, Final, NamedTuple

from piecement.language import _, ngettext
from piecement.session import formatting
from piecement.session.plan import Origin, Owner
from piecement.session.records import GameRecord
from piecement.session.statistics import Counts
from piecement.storage import sql
from piecement.storage.database import Database, decoded
from piecement.storage.errors import DamagedDatabaseError, StorageError
from piecement.storage.game_rows import add_mode, from_row, to_row
from piecement.storage.migrations import TABLES
from piecement_engine import EngineError, Recording

_COMPANIONS: Final = ("", "-wal", "-shm")
_COPIED: Final = ("", "-wal")
_HEAD_BYTES: Final = 100
_PAGES: Final = slice(28, 32)
"""Position of the number of pages in the header."""

_LAST_ROW: Final = (1 << 62) - 1
_MOST_FAILURES: Final = 5000
"""Maximum number of failures in a row before the rest of a table is given up."""

_NOT_THERE: Final = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_NOTADB)
"""Error codes for a missing table, or a file that is no database."""


def set_aside(path: Path, now: datetime) -> Path:
    """Copy a damaged database with its log to a name of its own, before anything is changed; return the copy.

    Raises `StorageError` if there is no room for it.
    """
    aside = path.with_name(f"{path.name}.damaged-{now:%Y%m%d-%H%M%S}")
    try:
        for ending in _COPIED:
            if _backup_path(path, ending).exists():
                copyfile(_backup_path(path, ending), _backup_path(aside, ending))
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
        fresh = Database(part)
        try:
            if not _copy(path, fresh) and not _copy_mended(path, fresh, _HEAD_BYTES):
                _copy_mended(path, fresh, PAGE_BYTES)
            games = _put_together(path, fresh)
        finally:
            fresh.close()
    except (OSError, StorageError) as error:
        with suppress(OSError):
            _remove(part)
            _remove(aside)
        reason = error.strerror if isinstance(error, OSError) else str(error).removesuffix(".")
        text = _("{path} is damaged, and is left as it is, as it cannot be replaced ({reason}).")
        raise StorageError(text, path=path, reason=reason) from error
    try:
        for ending in _COMPANIONS[1:]:  # an old log beside a new file would be read into it
            _backup_path(path, ending).unlink(missing_ok=True)
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
    """Copy the sound rows of a table in the columns that still exist."""
    columns = {row["name"] for row in fresh.rows(sql.columns(table))}
    copied = 0
    for row in _rows(connection, table):
        values = {name: row[name] for name in row.keys() if name in columns}  # noqa: SIM118  # of a sqlite3.Row
        if table == "games":
            values.setdefault("owner", (Owner.UNKNOWN if values.get("imported") else Owner.OWN).value)
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
        from_row({"faulty": None, "ruleset": "", "owner": "own", **values, "recorded": False})
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
_LEAF: Final = 13
"""The type of a page that is a leaf of a table."""
_LONGEST_CELL_HEAD: Final = 24
_FIRST_TRUNK: Final = slice(32, 36)
"""Position of the number of the first free-list page in the file header."""

_IN_PAGE: Final = PAGE_BYTES - 35
_LEAST_IN_PAGE: Final = (PAGE_BYTES - 12) * 32 // 255 - 23
_IN_OVERFLOW: Final = PAGE_BYTES - 4

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

    A recording is found by its title, without the tables, and its checksum says later whether it is whole. In a leaf of
    a table, a cell has the size of its payload, the id of the row, the types of the columns and the text; what does not
    fit into the page lies in a chain of other pages. See https://www.sqlite.org/fileformat2.html.
    """
    pages = _Pages(path)
    for number in sorted(pages.numbers - pages.free()):
        page = pages.page(number)
        cells = _cells(page)
        for found in _TITLE.finditer(page):
            start = found.start()
            if cells is None or any(0 < start - cell <= _LONGEST_CELL_HEAD for cell in cells):
                yield from _recording(pages, page, start)


class _Pages:
    """The pages of a file, as the log beside it has changed them."""

    def __init__(self, path: Path) -> None:
        self._content: Final = path.read_bytes()
        self._changed: Final = _logged(path.with_name(f"{path.name}-wal"))
        in_file = -(-len(self._content) // PAGE_BYTES)
        self.numbers: Final = {*range(1, in_file + 1), *self._changed}

    def page(self, number: int) -> bytes:
        """Return a page, which is shorter or empty beyond the end of the file."""
        if number in self._changed:
            return self._changed[number]
        return self._content[(number - 1) * PAGE_BYTES : number * PAGE_BYTES] if number > 0 else b""

    def free(self) -> set[int]:
        """Return the free pages, up to where their list can be read."""
        found: set[int] = set()
        trunk = _number(self.page(1)[_FIRST_TRUNK])
        while trunk in self.numbers and trunk not in found:
            page = self.page(trunk)
            count = min(_number(page[4:8]), PAGE_BYTES // 4 - 2)
            found |= {trunk, *(_number(page[at : at + 4]) for at in range(8, 8 + 4 * count, 4))}
            trunk = _number(page[:4])
        return found


def _logged(path: Path) -> dict[int, bytes]:
    """Return the pages in a log, up to its last complete change."""
    try:
        log = path.read_bytes()
    except OSError:
        return {}
    logged: dict[int, bytes] = {}
    change: dict[int, bytes] = {}
    for start in range(_LOG_HEAD, len(log) - _FRAME_HEAD - PAGE_BYTES + 1, _FRAME_HEAD + PAGE_BYTES):
        head = log[start : start + _FRAME_HEAD]
        if head[_SALT_OF_FRAME] != log[_SALT_OF_LOG]:
            break
        change[_number(head[:4])] = log[start + _FRAME_HEAD : start + _FRAME_HEAD + PAGE_BYTES]
        if _number(head[4:8]):
            logged |= change
            change.clear()
    return logged


def _cells(page: bytes) -> list[int] | None:
    """Return the positions of the cells of a leaf, or None for any other page."""
    if page[:1] != bytes([_LEAF]):
        return None
    count = _number(page[3:5])
    cells = [_number(page[at : at + 2]) for at in range(8, 8 + 2 * count, 2)]
    return cells if all(8 + 2 * count <= cell < PAGE_BYTES for cell in cells) else None


def _recording(pages: _Pages, page: bytes, start: int) -> Iterator[RawRecording]:
    """Yield the recording that begins in a page, if it is complete."""
    length, game = _head_of_cell(page, start)
    if length is None:
        if whole := _WHOLE.match(page, start):
            yield RawRecording(None, whole[0].decode("ascii", "replace"))
        return
    yield RawRecording(game, _text(pages, page, start, length).decode("ascii", "replace"))


def _head_of_cell(page: bytes, start: int) -> tuple[int | None, int | None]:
    """Return the length of a text and the id of its row from the head of its cell, None if lost."""
    for bytes_of_type in range(1, 5):
        types = start - bytes_of_type - 2
        kind, end = _varint(page, start - bytes_of_type)
        if types < 0 or page[types : types + 2] != bytes((bytes_of_type + 2, 0)) or end != start:
            continue
        if kind < 13 or not kind % 2:
            continue
        length = (kind - 13) // 2
        for row in range(types - 1, max(0, types - 10), -1):
            game, end = _varint(page, row)
            size = _as_varint(bytes_of_type + 2 + length)
            if end == types and page[:row].endswith(size):
                return length, game
        return length, None
    return None, None


def _text(pages: _Pages, page: bytes, start: int, length: int) -> bytes:
    """Return a text that may continue in other pages, cut off where their chain is broken."""
    payload = length + _bytes_of_head(length)
    in_page = length
    if payload > _IN_PAGE:
        fitting = _LEAST_IN_PAGE + (payload - _LEAST_IN_PAGE) % _IN_OVERFLOW
        in_page = (fitting if fitting <= _IN_PAGE else _LEAST_IN_PAGE) - _bytes_of_head(length)
    text = page[start : start + in_page]
    if in_page == length:
        return text
    number, seen = _number(page[start + in_page : start + in_page + 4]), set[int]()
    while len(text) < length and number in pages.numbers and number not in seen:
        seen.add(number)
        overflow = pages.page(number)
        text += overflow[4 : 4 + length - len(text)]
        number = _number(overflow[:4])
    return text


def _bytes_of_head(length: int) -> int:
    """Return the number of bytes in a payload before a text of a length."""
    return 2 + len(_as_varint(2 * length + 13))


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _varint(data: bytes, start: int) -> tuple[int, int]:
    """Return a number of SQLite's variable length, and the index after it."""
    value = 0
    for at in range(max(0, start), min(len(data), start + 8)):
        value = value << 7 | data[at] & 0x7F
        if data[at] < 0x80:
            return value, at + 1
    return 0, -1


def _as_varint(value: int) -> bytes:
    digits = [value & 0x7F]
    while value := value >> 7:
        digits.append(value & 0x7F | 0x80)
    return bytes(reversed(digits))
