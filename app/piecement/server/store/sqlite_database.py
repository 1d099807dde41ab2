"""SQLite database of a single server."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from piecement.server.store.schema import APPLICATION_ID, MIGRATIONS
from piecement.server.store.server_database import AnswerRow, Values
from piecement.storage.database import Database, Schema

_NOTHING: Final[Values] = {}


class SqliteDatabase:
    """`ServerDatabase` in a file. Several processes may open it at once."""

    def __init__(self, path: Path | None, *, version: int = len(MIGRATIONS)) -> None:
        """Open or create the file, and migrate it to a version of the schema; without a path it is in memory."""
        if path is not None and path.exists():
            path.chmod(0o600)  # older files, with the secret of the daily seeds, were readable by all
        self._database: Final = Database.open(path, Schema(APPLICATION_ID, MIGRATIONS[:version]))

    def rows(self, statement: str, values: Values = _NOTHING) -> list[AnswerRow]:
        return list(self._database.rows(statement, values))

    def column(self, statement: str, values: Values = _NOTHING) -> list[Any]:  # a column has values of its type
        return self._database.column(statement, values)

    def each(self, statement: str) -> Iterator[AnswerRow]:
        return self._database.each(statement)

    def change(self, statement: str, values: Values = _NOTHING) -> int:
        return self._database.change(statement, values)

    def transaction(self) -> AbstractContextManager[None]:
        return self._database.transaction(durable=True)

    def snapshot(self) -> AbstractContextManager[None]:
        return self._database.snapshot()

    def interrupt(self) -> None:
        self._database.interrupt()

    def close(self) -> None:
        self._database.close()
