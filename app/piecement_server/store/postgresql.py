"""PostgreSQL database of a server or a fleet (extra `fleet`).

The next call reopens a broken connection; an interrupted transaction must be tried again.
"""

import os
import re
import socket
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, dict_row

from piecement_base.errors import StorageError
from piecement_base.language import _
from piecement_server.store.database import MIGRATIONS, AnswerRow, UnreachableError, Values

_Connection = psycopg.Connection[DictRow]

_PATIENCE_S: Final = 5
"""Timeout for opening a connection, and for unacknowledged data (s)."""
_STATEMENT_MS: Final = 60_000
"""Time limit of a statement, long enough for deleting old rows; requests of players are interrupted much sooner (ms).
"""
_MIGRATING: Final = 0x5049454D
"""Advisory lock of the migration: several servers may start at once."""
_PLACEHOLDER: Final = re.compile(r"(?<!:):([a-z_]+)")
_NOTHING: Final[Values] = {}


class PostgresqlDatabase:
    """`ServerDatabase` in PostgreSQL."""

    def __init__(self, url: str, *, version: int = len(MIGRATIONS)) -> None:
        """Connect, and migrate the tables to a version of the schema. `url` is a libpq URL."""
        self._url: Final = url
        self._place: Final = _description_of(url)
        self._connection: _Connection | None = None
        try:
            self._migrate(version)
        except BaseException:
            self.close()
            raise

    def rows(self, statement: str, values: Values = _NOTHING) -> list[AnswerRow]:
        with self._explaining() as connection:
            return list(connection.execute(_adapted(statement), values).fetchall())

    def column(self, statement: str, values: Values = _NOTHING) -> list[Any]:  # a column has values of its type
        with self._explaining() as connection:
            return [next(iter(row.values())) for row in connection.execute(_adapted(statement), values).fetchall()]

    def each(self, statement: str) -> Iterator[AnswerRow]:
        with self._explaining() as connection, connection.cursor("each") as cursor:
            yield from cursor.execute(_adapted(statement))

    def change(self, statement: str, values: Values = _NOTHING) -> int:
        with self._explaining() as connection:
            return connection.execute(_adapted(statement), values).rowcount

    @contextmanager
    def transaction(self) -> Generator[None, None, None]:
        with self._explaining() as connection, connection.transaction():
            yield

    @contextmanager
    def snapshot(self) -> Generator[None, None, None]:
        with self.transaction():
            self.change("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield

    def size(self) -> int:
        return int(self.column("SELECT pg_database_size(current_database())")[0])

    def interrupt(self) -> None:
        # A frozen server obeys no timeout of its own and acknowledges every packet, so the socket is shut down instead.
        connection = self._connection
        with suppress(OSError, psycopg.Error):
            if connection is not None:
                with socket.socket(fileno=os.dup(connection.fileno())) as wire:
                    wire.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _migrate(self, version: int) -> None:
        with self.transaction():
            self.change("SET LOCAL statement_timeout = 0")
            self.column("SELECT pg_advisory_xact_lock(:lock)", {"lock": _MIGRATING})
            self.change("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
            found = next(iter(self.column("SELECT version FROM schema_version")), None)
            if found is not None and found > version:
                raise StorageError(_("{path} was written by a later version of Piecement."), path=self._place)
            for statements in MIGRATIONS[found or 0 : version]:
                for statement in statements:
                    self.change(statement)
            keep = "INSERT INTO schema_version VALUES (:version)"
            self.change(keep if found is None else "UPDATE schema_version SET version = :version", {"version": version})

    def _connected(self) -> _Connection:
        """Return a working connection, opening a new one if necessary."""
        connection = self._connection
        if connection is None or connection.closed:
            connection = _Connection.connect(
                self._url,
                autocommit=True,
                row_factory=dict_row,
                connect_timeout=_PATIENCE_S,
                tcp_user_timeout=_PATIENCE_S * 1000,
            )
            connection.execute(f"SET statement_timeout = {_STATEMENT_MS}".encode())
            self._connection = connection
        return connection

    @contextmanager
    def _explaining(self) -> Generator[_Connection, None, None]:
        """Yield a connection, and convert the errors of the library to `StorageError`."""
        try:
            yield self._connected()
        except (psycopg.Error, UnicodeEncodeError) as error:
            kind = UnreachableError if isinstance(error, psycopg.OperationalError) else StorageError
            reason = str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__
            raise kind(_("{place} cannot be used: {reason}."), place=self._place, reason=reason) from error


def _adapted(statement: str) -> bytes:
    """Return a statement with placeholders in the style of psycopg."""
    return _PLACEHOLDER.sub(r"%(\1)s", statement.replace("%", "%%")).encode()


def _description_of(url: str) -> str:
    """Return a description of a database, without the password in its URL."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:
        raise StorageError(
            _("This is not a database address: use postgresql://USER@HOST:PORT/NAME, as in libpq.")
        ) from None
    return _("the database {name} at {host}").format(
        name=parts.get("dbname") or parts.get("user") or "postgres", host=parts.get("host") or "localhost"
    )
