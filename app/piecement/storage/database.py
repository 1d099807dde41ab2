"""The database of games: opening it, asking it, and saying in one sentence what is wrong with it."""

import sqlite3
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from piecement.language import _
from piecement.storage.atomic_file import is_special
from piecement.storage.database_migrations import APPLICATION_ID, MIGRATIONS
from piecement.storage.errors import DamagedDatabaseError, StorageError

_PATIENCE_S: Final = 5.0
_MEMORY: Final = "the memory"
_CACHE_KIB: Final = 256
"""Pages that a connection holds; the system has the rest of the file in its own cache, and a game runs for hours."""

Values = Sequence[Any] | Mapping[str, Any]  # SQLite has values of many types


class Schema(NamedTuple):
    """What a database is made of."""

    application_id: int
    """Tells it from those of other programs."""
    migrations: Sequence[Sequence[str]]
    """What brings each version to the one after it; the first makes version 1 out of nothing."""


class Database:
    """An open database. Every method raises `StorageError`, `DamagedDatabaseError` where the file is not sound."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None, schema: Schema) -> None:
        self._connection = connection
        self._schema = schema
        self.path = path
        """Where it lies; None for one that is only in memory."""
        self._identity = _identity(path)

    @classmethod
    def open(cls, path: Path | None, schema: Schema | None = None) -> Self:
        """Open a database, made or brought to the present version where need be; without a path one in memory.

        Without a schema it is the database of games. Raises `StorageError` for one that a later version wrote.
        """
        if path is not None and is_special(path):  # SQLite would wait for ever at a pipe, and read a device
            raise StorageError(_("{path} cannot be used: it is no regular file.").format(path=path))
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(path or ":memory:", timeout=_PATIENCE_S, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise _explained(error, path) from error
        connection.row_factory = sqlite3.Row
        connection.text_factory = decoded
        database = cls(connection, path, schema or Schema(APPLICATION_ID, MIGRATIONS))
        with database.closed_on_error():
            database._set_up()
        database._identity = _identity(path)
        return database

    @property
    def is_current(self) -> bool:
        """Whether the file that was opened still is the one at its place."""
        return self._identity == _identity(self.path)

    def rows(self, question: str, values: Values = ()) -> list[sqlite3.Row]:
        with self._explaining():
            return self._connection.execute(question, values).fetchall()

    def row(self, question: str, values: Values = ()) -> sqlite3.Row | None:
        with self._explaining():
            row: sqlite3.Row | None = self._connection.execute(question, values).fetchone()
            return row

    def column(self, question: str, values: Values = ()) -> list[Any]:  # as above
        """Return the first value of each row that answers a question, which is quicker than the rows."""
        with self._explaining():
            cursor = self._connection.cursor()
            cursor.row_factory = _first
            return cursor.execute(question, values).fetchall()

    def each(self, question: str) -> Iterator[sqlite3.Row]:
        """Yield rows as they are needed: there may be more than the memory holds."""
        with self._explaining():
            yield from self._connection.execute(question)

    def change(self, statement: str, values: Values = ()) -> int:
        """Change rows, and return how many."""
        with self._explaining():
            return self._connection.execute(statement, values).rowcount

    @contextmanager
    def transaction(self, *, durable: bool = False) -> Generator[None, None, None]:
        """Make all changes within or none; durable ones are on the disk when it ends, whatever happens to the machine.

        Without that they outlive the process, which is quicker.
        """
        with self._explaining():
            self._connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            with self._explaining():
                self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def snapshot(self) -> Generator[None, None, None]:
        """Read all within as it is at one moment, while others write."""
        with self._explaining():
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    @contextmanager
    def closed_on_error(self) -> Generator[None, None, None]:
        """Close it if what is done within fails."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def shrink(self) -> None:
        """Give back the room of what was deleted, so that nothing of it is left in the file."""
        with self._explaining():
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def interrupt(self) -> None:
        """Make the statement that runs in another thread fail at once, if one does."""
        with suppress(sqlite3.Error):
            self._connection.interrupt()

    def close(self) -> None:
        """Close it; nothing that was committed can be lost by that."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def _set_up(self) -> None:
        with self._explaining():
            execute = self._connection.execute
            (application,) = execute("PRAGMA application_id").fetchone()
            (tables,) = execute("SELECT count(*) FROM sqlite_master").fetchone()
            if application != self._schema.application_id and tables:
                raise StorageError(_("{path} is a database of another program.").format(path=self.path))
            execute("PRAGMA foreign_keys = ON")
            execute("PRAGMA journal_mode = WAL")
            execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        self._migrate()

    def _migrate(self) -> None:
        newest = len(self._schema.migrations)
        if self._version() == newest:
            return
        with self.transaction(durable=True):
            version = self._version()
            if version > newest:
                raise StorageError(_("{path} was written by a later version of Piecement.").format(path=self.path))
            try:
                for statements in self._schema.migrations[version:]:
                    for statement in statements:
                        self.change(statement)
            except DamagedDatabaseError as error:
                raise StorageError(
                    _("{path} cannot be brought to this version ({error}).").format(path=self.path, error=error)
                ) from error
            self.change(f"PRAGMA application_id = {self._schema.application_id}")
            self.change(f"PRAGMA user_version = {newest}")

    def _version(self) -> int:
        row = self.row("PRAGMA user_version")
        return 0 if row is None else int(row[0])

    @contextmanager
    def _explaining(self) -> Generator[None, None, None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error
        except (UnicodeEncodeError, OverflowError) as error:  # of a value that was given, not of one that is stored
            raise StorageError(
                _("{path} takes no such text or number ({error}).").format(path=self.path or _MEMORY, error=error)
            ) from error
        except UnicodeDecodeError as error:  # of the name of a column
            raise DamagedDatabaseError(_("{path} is damaged ({error}).").format(path=self.path, error=error)) from error


def _first(_: sqlite3.Cursor, row: tuple[Any, ...]) -> object:  # as above
    return row[0]


decoded: Final[Callable[[bytes], str]] = partial(str, encoding="utf-8", errors="replace")
"""Returns a text of the database; bytes that are none do not stop it from being read."""


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Return the device and the number of a file: another file in its place has others."""
    if path is None:
        return None
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return status.st_dev, status.st_ino


_REASONS: Final = {
    sqlite3.SQLITE_FULL: _("the disk is full"),
    sqlite3.SQLITE_READONLY: _("it cannot be written to"),
    sqlite3.SQLITE_CANTOPEN: _("it cannot be opened"),
    sqlite3.SQLITE_BUSY: _("another copy of Piecement is using it"),
    sqlite3.SQLITE_LOCKED: _("another copy of Piecement is using it"),
    sqlite3.SQLITE_IOERR: _("the disk cannot be read or written"),
    sqlite3.SQLITE_PERM: _("it is not allowed"),
}
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})
"""The last one is the answer to names that are not there, which can only be if those in the file are damaged."""


@contextmanager
def reading_rows() -> Generator[None, None, None]:
    """Turn the errors of rows with impossible values into `DamagedDatabaseError`; works as a decorator."""
    try:
        yield
    except (LookupError, TypeError, ValueError, ArithmeticError, OSError, RecursionError) as error:
        raise DamagedDatabaseError(_("The database is damaged ({error}).").format(error=error)) from error


def _explained(error: OSError | sqlite3.Error, path: Path | None) -> StorageError:
    place = path or _MEMORY
    if isinstance(error, OSError):
        return StorageError(_("{place} cannot be used ({strerror}).").format(place=place, strerror=error.strerror))
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _DAMAGE:
        return DamagedDatabaseError(_("{place} is damaged ({error}).").format(place=place, error=error))
    return StorageError(_("{place} cannot be used: {reason}.").format(place=place, reason=_REASONS.get(code, error)))
