"""The database of a server: its interface, and SQLite, for one machine.

SQLite and PostgreSQL (see `postgresql`) share each statement: placeholders are written `:name`, existing rows are
handled by `ON CONFLICT`, whole numbers are `BIGINT`, everything else is `TEXT` or `DOUBLE PRECISION`. Tables have no
row numbers: a row that needs an id has a random text.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, Protocol

from piecement_base.database import Database, Schema, insertion, read_migrations
from piecement_base.errors import StorageError

Values = Mapping[str, Any]  # a column has values of its type
DAY_MS: Final = 86_400_000
"""Milliseconds of a day, for stores that delete old rows."""

MIGRATIONS: Final = read_migrations(__file__)
"""Migrations from each version to the next, in SQL for both systems."""
_APPLICATION_ID: Final = 0x5049454D
"""SQLite application id, which marks the file as a server's database."""


class UnreachableError(StorageError):
    """The database cannot be reached now; uncommitted work is lost, and can be tried again."""


class AnswerRow(Protocol):
    """Row of a result."""

    def __getitem__(self, name: str, /) -> Any: ...  # databases have values of many types
    def keys(self) -> Iterable[str]: ...


class ServerDatabase(Protocol):
    """Open database, used by one thread. Methods raise `StorageError`, or `UnreachableError` as a kind of it."""

    def rows(self, statement: str, values: Values = ..., /) -> Sequence[AnswerRow]: ...

    def column(self, statement: str, values: Values = ..., /) -> list[Any]:  # databases have values of many types
        """Return the first value of each row."""
        ...

    def each(self, statement: str, /) -> Iterator[AnswerRow]:
        """Yield rows one at a time, within a `snapshot`: they may not fit into memory."""
        ...

    def change(self, statement: str, values: Values = ..., /) -> int:
        """Change rows, and return their number."""
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """Commit all changes of the block durably, or none."""
        ...

    def snapshot(self) -> AbstractContextManager[None]:
        """Read a consistent state throughout the block, while others write."""
        ...

    def size(self) -> int:
        """Return the size of the database (bytes)."""
        ...

    def interrupt(self) -> None:
        """Interrupt the statement running in another thread, if any."""
        ...

    def close(self) -> None: ...


class DatabaseStore:
    """Base of the stores, one per noun."""

    def __init__(self, database: ServerDatabase, now_ms: Callable[[], int]) -> None:
        """Use a database; `now_ms` returns the time since 1970 (ms)."""
        self._database: Final = database
        self._now_ms: Final = now_ms

    def _forget(self, statement: str, days: int, table: str, key: str, most: int) -> Iterator[int]:
        """Change the rows of a table that are older than a number of days; yield their number, in pieces."""
        before_ms = self._now_ms() - days * DAY_MS
        for span in self._spans(table, key, most):
            yield self._database.change(statement, {**span, "before_ms": before_ms})

    def _spans(self, table: str, key: str, most: int) -> Iterator[Values]:
        """Yield spans of up to `most` keys, by `after` and `last`: a whole table would block the database too long."""
        after = ""
        some = f"SELECT {key} FROM {table} WHERE {key} > :after GROUP BY {key} ORDER BY {key} LIMIT :most"
        largest = f"SELECT MAX({key}) FROM ({some}) AS span"
        while last := self._database.column(largest, {"after": after, "most": most})[0]:
            yield {"after": after, "last": last}
            after = last


class SqliteDatabase(Database):
    """`ServerDatabase` in a file. Several processes may open it at once."""

    def __init__(self, path: Path | None, *, version: int = len(MIGRATIONS)) -> None:
        """Open or create the file, and migrate it to a version of the schema; without a path it is in memory."""
        if path is not None and path.exists():
            path.chmod(0o600)  # older files, with the secret of the daily seeds, were readable by all
        super().__init__(path, Schema(_APPLICATION_ID, MIGRATIONS[:version], is_durable=True))

    def size(self) -> int:
        return int(self.column("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")[0])


def drawn_once(database: ServerDatabase, name: str, length: int) -> str:
    """Return a secret of all servers of a database, in hexadecimal digits, drawn at the first call.

    Raises `StorageError`.
    """
    drawn = {"name": name, "value": token_hex(length)}
    database.change(insertion("secrets", drawn, "name"), drawn)
    return str(database.column("SELECT value FROM secrets WHERE name = :name", {"name": name})[0])
