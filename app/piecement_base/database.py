"""SQLite databases: opening, queries, changes, and errors as one sentence."""

import re
import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from piecement_base.atomic_file import is_special
from piecement_base.errors import DamagedDatabaseError, StorageError
from piecement_base.language import N_, _

_PATIENCE_S: Final = 5.0
_MEMORY: Final = "the memory"
_CACHE_KIB: Final = 256
"""Cache of a connection (KiB). Small, as the system caches the file and a game runs for hours."""

_PAGES_PER_FREE: Final = 4
"""Maximum number of pages per free page for which a file is shrunk."""
_LEAST_FREE: Final = 1_000
"""Minimum number of free pages (4 MB) for which a file is shrunk."""

_REASONS: Final = {
    sqlite3.SQLITE_FULL: N_("the disk is full"),
    sqlite3.SQLITE_READONLY: N_("it cannot be written to"),
    sqlite3.SQLITE_CANTOPEN: N_("it cannot be opened"),
    sqlite3.SQLITE_BUSY: N_("another copy of Piecement is using it"),
    sqlite3.SQLITE_LOCKED: N_("another copy of Piecement is using it"),
    sqlite3.SQLITE_IOERR: N_("the disk cannot be read or written"),
    sqlite3.SQLITE_PERM: N_("it is not allowed"),
}
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})
"""Error codes of a damaged file. `SQLITE_ERROR` stands for unknown names, which only damage can cause."""

Values = Sequence[Any] | Mapping[str, Any]  # SQLite has values of many types

decoded: Final[Callable[[bytes], str]] = partial(str, encoding="utf-8", errors="replace")
"""Decodes a text of the database, replacing invalid bytes."""


class Schema(NamedTuple):
    """Application id and migrations of a database, and how long its changes last."""

    application_id: int
    """Id that distinguishes the database from those of other programs."""
    migrations: Sequence[Sequence[str]]
    """Statements that bring each version to the next; the first ones create version 1."""
    is_durable: bool = False
    """Whether every transaction survives a power failure."""


def read_migrations(module: str) -> tuple[tuple[str, ...], ...]:
    """Return the statements that bring each version of a database to the next; the first ones create version 1.

    They are in `migrations.sql`, beside the file of a module.
    """
    text = Path(module).with_name("migrations.sql").read_text(encoding="utf-8")
    _, *versions = re.split(r"^---- version \d+$", re.sub(r"^-- .*$", "", text, flags=re.MULTILINE), flags=re.MULTILINE)
    statements = ((statement.strip() for statement in version.split(";\n")) for version in versions)
    return tuple(tuple(filter(None, version)) for version in statements)


def table_names(migrations: Sequence[Sequence[str]]) -> list[str]:
    """Return the names of all tables, each after the tables that it refers to."""
    return re.findall(r"^CREATE TABLE (\w+)", "\n".join(chain.from_iterable(migrations)), re.MULTILINE)


def insertion(table: str, columns: Iterable[str], key: str = "", *, replaces: bool = False) -> str:
    """Return the statement that adds a row of values named as the columns.

    An existing row with the same values of `key` stays, or is replaced; without a key it is an error.
    """
    names = list(columns)
    statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES (:{', :'.join(names)})"
    if not key:
        return statement
    changes = ", ".join(f"{name} = excluded.{name}" for name in names)
    return f"{statement} ON CONFLICT ({key}) DO {f'UPDATE SET {changes}' if replaces else 'NOTHING'}"


class Database:
    """An open database. Methods raise `StorageError`, or `DamagedDatabaseError` if the file is damaged."""

    def __init__(self, path: Path | None, schema: Schema, *, copied: Path | None = None) -> None:
        """Open a database, creating or migrating it if needed; without a path one in memory.

        One in memory can begin as the copy of a file, which is only read. Raises `StorageError` for a file of a later
        version.
        """
        self.path = path
        """Path of the file, or None for a database in memory."""
        self._place: Final = path or copied or _MEMORY
        """Name of the database in sentences."""
        self._schema: Final = schema
        if path is not None and is_special(path):  # SQLite would wait for ever at a pipe, and read a device
            raise StorageError(_("{path} cannot be used: it is not a regular file."), path=path)
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                with suppress(FileExistsError):
                    path.touch(0o666, exist_ok=False)  # SQLite would deny the group writing to it and its log
            self._connection = sqlite3.connect(path or ":memory:", timeout=_PATIENCE_S, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise _explained(error, self._place) from error
        self._connection.row_factory = sqlite3.Row
        self._connection.text_factory = decoded
        with self.closed_on_error():
            if copied is not None:
                self._copy(copied)
            self._set_up()
        self._identity = _identity(path)

    @property
    def is_current(self) -> bool:
        """Whether the file at the path is still the opened one."""
        return self._identity == _identity(self.path)

    def rows(self, statement: str, values: Values = ()) -> list[sqlite3.Row]:
        with self._explaining():
            return self._connection.execute(statement, values).fetchall()

    def row(self, statement: str, values: Values = ()) -> sqlite3.Row | None:
        with self._explaining():
            row: sqlite3.Row | None = self._connection.execute(statement, values).fetchone()
            return row

    def column(self, statement: str, values: Values = ()) -> list[Any]:  # SQLite has values of many types
        """Return the first value of each row, which is quicker than returning rows."""
        with self._explaining():
            cursor = self._connection.cursor()
            cursor.row_factory = lambda _, row: row[0]
            return cursor.execute(statement, values).fetchall()

    def each(self, statement: str, values: Values = ()) -> Iterator[sqlite3.Row]:
        """Yield rows one by one, as there may be more than the memory holds."""
        with self._explaining():
            yield from self._connection.execute(statement, values)

    def change(self, statement: str, values: Values = ()) -> int:
        """Change rows, and return their number."""
        with self._explaining():
            return self._connection.execute(statement, values).rowcount

    def insert(self, table: str, row: Mapping[str, object], key: str = "", *, replaces: bool = False) -> int:
        """Add a row as `insertion` says, and return the number of changed rows."""
        return self.change(insertion(table, row, key, replaces=replaces), row)

    @contextmanager
    def transaction(self, *, durable: bool = False) -> Generator[None, None, None]:
        """Make all changes of the block or none. Durable ones survive a power failure once it ends.

        Others only survive the end of the process, which is quicker.
        """
        with self._explaining():
            level = "FULL" if durable or self._schema.is_durable else "NORMAL"
            self._connection.execute(f"PRAGMA synchronous = {level}")
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
        """Read everything within the block as of one moment, while other processes write."""
        with self._explaining():
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    @contextmanager
    def closed_on_error(self) -> Generator[None, None, None]:
        """Close the database if the block raises an error."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def shrink(self) -> None:
        """Free the space of deleted rows, so that nothing of them is left in the file."""
        with self._explaining():
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def shrink_if_sparse(self) -> None:
        """Free the space of deleted rows, if that is much of the file."""
        free, pages = (int(self.column(f"PRAGMA {count}")[0]) for count in ("freelist_count", "page_count"))
        if free >= max(_LEAST_FREE, pages // _PAGES_PER_FREE):
            self.shrink()

    def interrupt(self) -> None:
        """Abort the statement that runs in another thread, if any."""
        with suppress(sqlite3.Error):
            self._connection.interrupt()

    def close(self) -> None:
        """Close the connection; committed changes cannot be lost."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def _copy(self, path: Path) -> None:
        """Copy a file without creating files beside it, which could lock out its owner."""
        is_open = all(path.with_name(f"{path.name}{ending}").exists() for ending in ("-wal", "-shm"))
        query = "mode=ro" if is_open else "immutable=1"
        try:
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{query}", uri=True)) as source:
                source.backup(self._connection)
        except sqlite3.Error as error:
            raise _explained(error, path) from error

    def _set_up(self) -> None:
        with self._explaining():
            execute = self._connection.execute
            (application,) = execute("PRAGMA application_id").fetchone()
            (tables,) = execute("SELECT count(*) FROM sqlite_master").fetchone()
            if application != self._schema.application_id and tables:
                raise StorageError(_("{path} is a database of another program."), path=self._place)
            execute("PRAGMA foreign_keys = ON")
            execute("PRAGMA journal_mode = WAL")
            execute("PRAGMA secure_delete = ON")  # the default of some builds only
            execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        self._migrate()

    def _migrate(self) -> None:
        newest = len(self._schema.migrations)
        if self._version() == newest:
            return
        with self.transaction(durable=True):
            version = self._version()
            if version > newest:
                raise StorageError(_("{path} was written by a later version of Piecement."), path=self._place)
            try:
                for statements in self._schema.migrations[version:]:
                    for statement in statements:
                        self.change(statement)
            except DamagedDatabaseError as error:
                raise StorageError(
                    _("{path} cannot be brought to this version ({error})."), path=self._place, error=error
                ) from error
            self.change(f"PRAGMA application_id = {self._schema.application_id}")
            self.change(f"PRAGMA user_version = {newest}")

    def _version(self) -> int:
        return int(self.column("PRAGMA user_version")[0])

    @contextmanager
    def _explaining(self) -> Generator[None, None, None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _explained(error, self._place) from error
        except (UnicodeEncodeError, OverflowError) as error:  # of a given value, not of a stored one
            raise StorageError(
                _("{path} takes no such text or number ({error})."), path=self._place, error=error
            ) from error
        except UnicodeDecodeError as error:  # of the name of a column
            raise DamagedDatabaseError(_("{path} is damaged ({error})."), path=self._place, error=error) from error


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Return device and inode of a file, which another file in its place does not share."""
    if path is None:
        return None
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return status.st_dev, status.st_ino


@contextmanager
def reading_rows() -> Generator[None, None, None]:
    """Turn errors of rows with impossible values into `DamagedDatabaseError`; also a decorator."""
    try:
        yield
    except (LookupError, TypeError, ValueError, ArithmeticError, OSError, RecursionError) as error:
        raise DamagedDatabaseError(_("The database is damaged ({error})."), error=error) from error


def _explained(error: OSError | sqlite3.Error, place: Path | str) -> StorageError:
    if isinstance(error, OSError):
        return StorageError(_("{place} cannot be used ({strerror})."), place=place, strerror=error.strerror)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _DAMAGE:
        return DamagedDatabaseError(_("{place} is damaged ({error})."), place=place, error=error)
    reason = _(_REASONS[code]) if code in _REASONS else error
    return StorageError(_("{place} cannot be used: {reason}."), place=place, reason=reason)
