"""All that a server stores, in a file that each kind of database can be filled from: lines of JSON, packed by gzip.

The first line says which version of the schema it is; each other one is a row.
"""

import gzip
import json
import zlib
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from piecement.language import _
from piecement.server.store.opening import open_database
from piecement.server.store.schema import MIGRATIONS, tables_of
from piecement.server.store.server_database import ServerDatabase
from piecement.storage.atomic_file import written_atomically
from piecement.storage.errors import StorageError

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


def write_back_up(database: ServerDatabase, path: Path) -> int:
    """Write everything as it is at one moment, and return the number of rows. The server may be running."""
    count = 0
    with written_atomically(path) as raw, gzip.open(raw, "wt", encoding="utf-8") as file, database.snapshot():
        file.write(f"{_Head().model_dump_json()}\n")
        for table in tables_of(len(MIGRATIONS)):
            for row in database.each(f"SELECT * FROM {table}"):  # noqa: S608 - a name of this program
                file.write(f"{json.dumps({'table': table, 'row': {name: row[name] for name in row.keys()}})}\n")  # noqa: SIM118 - a row is no mapping
                count += 1
    return count


def restore_back_up(path: Path, folder: Path, url: str | None) -> int:
    """Fill a new database with what a file holds, and return the number of rows.

    What an older version wrote fills a database of that version, which is brought to the present one then. Raises
    `StorageError` where the file is none, the database holds something, or one of them cannot be used; then there are
    no rows.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            version = _parsed(_Head, file.readline(), path).version
            if version > len(MIGRATIONS):
                raise StorageError(_("{path} was written by a later version of Piecement.").format(path=path))
            with closing(open_database(folder, url, version=version)) as database:
                count = _fill(database, tables_of(version), file, path)
    except gzip.BadGzipFile:
        raise StorageError(_("{path} is no back-up of a server.").format(path=path)) from None
    except OSError as error:
        raise StorageError(_("{path} cannot be read ({why}).").format(path=path, why=error.strerror)) from error
    except (EOFError, zlib.error, UnicodeDecodeError) as error:
        raise StorageError(_("{path} is damaged ({error}).").format(path=path, error=error)) from error
    with closing(open_database(folder, url)):
        return count


def _fill(database: ServerDatabase, tables: Sequence[str], lines: Iterable[str], path: Path) -> int:
    count = 0
    with database.transaction():
        for table in tables:
            _check_empty(database, table)
        for line in lines:
            entry = _parsed(_Row, line, path)
            if entry.table not in tables:
                raise StorageError(_("{path} is no back-up of a server.").format(path=path))
            names = ", ".join(entry.row)
            places = ", ".join(f":{name}" for name in entry.row)
            database.change(f"INSERT INTO {entry.table} ({names}) VALUES ({places})", entry.row)  # noqa: S608 - checked
            count += 1
    return count


def _check_empty(database: ServerDatabase, table: str) -> None:
    if database.column(f"SELECT 1 FROM {table} LIMIT 1"):  # noqa: S608 - a name of this program
        raise StorageError(_("The database is in use already: a back-up is restored into a new one."))


def _parsed(kind: type[_Line], line: str, path: Path) -> _Line:
    try:
        return kind.model_validate_json(line)
    except ValidationError:
        raise StorageError(_("{path} is no back-up of a server.").format(path=path)) from None
