"""Selection of a server's database: the file in its folder, or PostgreSQL."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from piecement.language import _
from piecement.server.store.schema import MIGRATIONS
from piecement.server.store.server_database import ServerDatabase
from piecement.server.store.sqlite_database import SqliteDatabase
from piecement.storage.errors import StorageError

FILE: Final = "matches.sqlite"
"""File name of the database in a server's folder."""
_KINDS: Final = ("postgresql://", "postgres://")


def open_database(folder: Path, url: str | None = None, *, version: int = len(MIGRATIONS)) -> ServerDatabase:
    """Open the database of a URL, or the file in a server's folder, at a version of the schema.

    Raises `StorageError` if it cannot be opened, or the package for it is missing.
    """
    if url is None:
        return SqliteDatabase(folder / FILE, version=version)
    if not url.startswith(_KINDS):
        raise StorageError(
            _("This is no address of a database: it is postgresql://USER@HOST:PORT/NAME, as libpq takes it.")
        )
    if find_spec("psycopg") is None:
        raise StorageError(_("PostgreSQL needs the package psycopg: pip install 'piecement[fleet]'."))
    from piecement.server.store.postgresql_database import PostgresqlDatabase  # an extra

    return PostgresqlDatabase(url, version=version)
