"""Fixtures of the tests of the server: both kinds of databases."""

from collections.abc import Callable, Generator
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest

from piecement_server.store.database import ServerDatabase
from piecement_server.store.stores import open_database
from tests.app.server.postgresql import Postgresql, a_postgresql, programs

_numbers = count(1)


@pytest.fixture(scope="session")
def postgresql() -> Generator[Postgresql]:
    """A PostgreSQL that runs."""
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    if find_spec("psycopg") is None:
        pytest.skip("psycopg is not installed: pip install 'piecement[fleet]'")
    with a_postgresql(folder) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str | None:
    """Argument of `open_database`: nothing for a file, or the URL of an empty database of PostgreSQL."""
    if request.param == "sqlite":
        return None
    server: Postgresql = request.getfixturevalue("postgresql")
    return server.make_schema(f"test_{next(_numbers)}")


@pytest.fixture
def open_again(database_url: str | None, tmp_path: Path) -> Generator[Callable[[], ServerDatabase]]:
    """Opens the test's database, as often as need be."""
    opened: list[ServerDatabase] = []

    def opening() -> ServerDatabase:
        opened.append(open_database(tmp_path, database_url))
        return opened[-1]

    yield opening
    for database in opened:
        database.close()


@pytest.fixture
def database(open_again: Callable[[], ServerDatabase]) -> ServerDatabase:
    """A new database, of each kind."""
    return open_again()
