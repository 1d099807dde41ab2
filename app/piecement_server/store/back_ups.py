"""Back-ups of what a server stores.

The first line names the version of the schema; each further line is a row.
"""

import gzip
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from piecement_base.atomic_file import written_atomically
from piecement_base.database import insertion, table_names
from piecement_base.errors import StorageError
from piecement_base.language import _
from piecement_server.store.database import MIGRATIONS, ServerDatabase
from piecement_server.store.stores import open_database, open_existing

_Line = TypeVar("_Line", bound=BaseModel)
_Column = Annotated[str, Field(pattern="^[a-z][a-z_]*$")]

_CONFIG: Final = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)


class _Head(BaseModel):
    model_config = _CONFIG

    format: Literal["piecement server"] = "piecement server"
    version: Annotated[int, Field(ge=1)] = len(MIGRATIONS)


class _Row(BaseModel):
    model_config = _CONFIG

    table: str
    row: dict[_Column, str | int | float | None]


def write_back_up(path: Path, folder: Path, url: str | None) -> int:
    """Write a consistent snapshot of a database, and return the number of rows. The server may be running.

    Raises `StorageError` if there is no database, or the file cannot be written.
    """
    count = 0
    with (
        closing(open_existing(folder, url)) as database,
        written_atomically(path) as raw,
        gzip.open(raw, "wt", encoding="utf-8") as file,
        database.snapshot(),
    ):
        file.write(f"{_Head().model_dump_json()}\n")
        for row in _rows_of(database):
            file.write(f"{row.model_dump_json()}\n")
            count += 1
    return count


def restore_back_up(path: Path, folder: Path, url: str | None) -> int:
    """Fill a new database from a back-up, and return the number of rows.

    Rows of an older version pass through a temporary file of that version, which is migrated. Raises `StorageError` if
    the file is no back-up, the database is not empty, or one of them cannot be used; then no row is added.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            version = _parsed(_Head, file.readline(), path).version
            if version > len(MIGRATIONS):
                raise StorageError(_("{path} was written by a later version of Piecement."), path=path)
            rows = _read(file, table_names(MIGRATIONS[:version]), path)
            with closing(open_database(folder, url)) as database, database.transaction():
                for table in table_names(MIGRATIONS):
                    if database.column(f"SELECT 1 FROM {table} LIMIT 1"):
                        raise StorageError(_("The database is already in use: restore a back-up into a new one."))
                return _fill(database, rows if version == len(MIGRATIONS) else _migrated(rows, version))
    except gzip.BadGzipFile:
        raise _not_one(path) from None
    except OSError as error:
        raise StorageError(_("{path} cannot be read ({why})."), path=path, why=error.strerror) from error
    except (EOFError, zlib.error, UnicodeDecodeError) as error:
        raise StorageError(_("{path} is damaged ({error})."), path=path, error=error) from error


def _migrated(rows: Iterable[_Row], version: int) -> Iterator[_Row]:
    """Yield rows of an older version in their present form, by migrating a temporary file."""
    with TemporaryDirectory() as name:
        with closing(open_database(Path(name), version=version)) as old, old.transaction():
            _fill(old, rows)
        with closing(open_database(Path(name))) as migrated, migrated.snapshot():
            yield from _rows_of(migrated)


def _fill(database: ServerDatabase, rows: Iterable[_Row]) -> int:
    count = 0
    for entry in rows:
        database.change(insertion(entry.table, entry.row), entry.row)
        count += 1
    return count


def _read(lines: Iterable[str], tables: Sequence[str], path: Path) -> Iterator[_Row]:
    for line in lines:
        entry = _parsed(_Row, line, path)
        if entry.table not in tables:
            raise _not_one(path)
        yield entry


def _rows_of(database: ServerDatabase) -> Iterator[_Row]:
    """Yield all rows of a database of the present version, within a `snapshot`."""
    for table in table_names(MIGRATIONS):
        for row in database.each(f"SELECT * FROM {table}"):
            yield _Row(table=table, row=dict(row))


def _parsed(kind: type[_Line], line: str, path: Path) -> _Line:
    try:
        return kind.model_validate_json(line)
    except ValidationError:
        raise _not_one(path) from None


def _not_one(path: Path) -> StorageError:
    return StorageError(_("{path} is not a server back-up."), path=path)
