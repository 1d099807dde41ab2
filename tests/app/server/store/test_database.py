"""Both kinds of databases: the same answers, changes as a whole, migrations, and what is wrong in one sentence."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from piecement_base.database import table_names
from piecement_base.errors import StorageError
from piecement_server.store.database import MIGRATIONS, ServerDatabase
from piecement_server.store.stores import open_database
from tests.app.server.postgresql import Postgresql

ADD = "INSERT INTO matches VALUES (:id, 'bcdfg', 1, :changed_ms, 0, '{}')"


def add(database: ServerDatabase, name: str, changed_ms: int = 2) -> None:
    database.change(ADD, {"id": name, "changed_ms": changed_ms})


def ids(database: ServerDatabase) -> list[str]:
    return database.column("SELECT id FROM matches ORDER BY id")


def test_rows_are_asked_for_and_changed_by_names(database: ServerDatabase) -> None:
    big = 2**62
    add(database, "a: 100 % of 'it'", big)
    (row,) = database.rows("SELECT id, changed_ms FROM matches WHERE changed_ms = :at AND id LIKE 'a%'", {"at": big})

    assert (list(row.keys()), row["id"], row["changed_ms"]) == (["id", "changed_ms"], "a: 100 % of 'it'", big)
    assert database.change("DELETE FROM matches WHERE changed_ms = :at", {"at": big}) == 1
    assert database.rows("SELECT id FROM matches") == []


def test_the_size_grows_with_what_is_stored(database: ServerDatabase) -> None:
    before = database.size()
    for number in range(1000):
        add(database, f"{number:01000}")

    assert before > 0
    assert database.size() - before >= 1_000_000


def test_a_transaction_that_fails_has_changed_nothing(database: ServerDatabase) -> None:
    with pytest.raises(StorageError), database.transaction():  # noqa: PT012 - the first one is the point
        add(database, "a")
        add(database, "a")
    with database.transaction():
        add(database, "b")

    assert ids(database) == ["b"]


def test_forbidden_write_gets_a_sentence_and_database_goes_on(database: ServerDatabase) -> None:
    add(database, "a")
    with pytest.raises(StorageError, match="cannot be used"):
        add(database, "a")
    with pytest.raises(StorageError):
        add(database, "\ud800")

    assert ids(database) == ["a"]


def test_snapshot_shows_one_moment_while_another_writes(open_again: Callable[[], ServerDatabase]) -> None:
    reader, writer = open_again(), open_again()
    add(writer, "a")
    with reader.snapshot():
        before = [row["id"] for row in reader.each("SELECT id FROM matches")]
        add(writer, "b")
        during = ids(reader)

    assert (before, during, ids(reader)) == (["a"], ["a"], ["a", "b"])


def test_each_version_is_brought_to_the_present_one(database_url: str | None, tmp_path: Path) -> None:
    first = open_database(tmp_path, database_url, version=1)
    add(first, "a")
    first.close()
    database = open_database(tmp_path, database_url)

    assert ids(database) == ["a"]
    assert all(database.rows(f"SELECT * FROM {table}") is not None for table in table_names(MIGRATIONS))
    database.close()


def test_file_from_before_two_kinds_of_version_opens(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "matches.sqlite") as old:
        old.executescript(
            """
            CREATE TABLE matches (id TEXT PRIMARY KEY NOT NULL, room TEXT NOT NULL, started_ms INTEGER NOT NULL,
                changed_ms INTEGER NOT NULL, ended INTEGER NOT NULL, record TEXT NOT NULL);
            CREATE TABLE rounds (match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE, round INTEGER NOT NULL,
                ended_ms INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (match, round));
            CREATE INDEX matches_by_change ON matches (ended, changed_ms);
            INSERT INTO matches VALUES ('old', 'bcdfg', 1, 2, 0, '{}');
            PRAGMA application_id = 0x5049454D;
            PRAGMA user_version = 1;
            """
        )
    old.close()
    database = open_database(tmp_path)

    assert ids(database) == ["old"]
    database.close()


def test_one_that_a_later_version_wrote_is_refused(
    database: ServerDatabase, database_url: str | None, tmp_path: Path
) -> None:
    with pytest.raises(StorageError, match="written by a later version"):
        open_database(tmp_path, database_url, version=0)


def test_the_database_of_games_is_not_taken_for_it(tmp_path: Path) -> None:
    from piecement.storage.schema import GAMES
    from piecement_base.database import Database

    Database(tmp_path / "matches.sqlite", GAMES).close()
    with pytest.raises(StorageError, match="another program"):
        open_database(tmp_path)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://here", "postgresql://USER@HOST:PORT/NAME"),
        ("postgresql://user:secret@[here", "postgresql://USER@HOST:PORT/NAME"),
        ("postgresql://user:secret@localhost:1/games", "the database games at localhost cannot be used: "),
    ],
)
def test_missing_database_is_named_without_its_password(tmp_path: Path, url: str, said: str) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StorageError) as raised:
        open_database(tmp_path, url)

    assert said in str(raised.value)
    assert "secret" not in str(raised.value)


def test_a_connection_that_broke_is_opened_again(postgresql: Postgresql, tmp_path: Path) -> None:
    url = postgresql.make_schema("broken")
    database, other = open_database(tmp_path, url), open_database(tmp_path, url)
    own = database.column("SELECT pg_backend_pid()")[0]
    with pytest.raises(StorageError), database.transaction():  # noqa: PT012 - the connection breaks within
        add(database, "lost")
        other.column("SELECT pg_terminate_backend(:pid)", {"pid": own})
        add(database, "lost too")
    add(database, "kept")

    assert ids(other) == ["kept"]
    database.close()
    other.close()
