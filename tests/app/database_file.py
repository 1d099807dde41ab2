"""The file of the games' database, read and changed beside the program that has it open."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from piecement.storage.paths import Paths


def change_file(folder: Path, statement: str, values: Sequence[Any] = ()) -> None:
    """Change the database of a data folder."""
    with closing(sqlite3.connect(Paths.of(folder).games)) as connection, connection:
        connection.execute(statement, values)


def rows_of_file(folder: Path, question: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(Paths.of(folder).games)) as connection:
        return connection.execute(question, values).fetchall()
