"""Back-ups: from each kind of database into each, also by the command; what is not a server back-up changes nothing."""

import gzip
import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from piecement.cli.main import run
from piecement_base.errors import StorageError
from piecement_server.store.back_ups import restore_back_up, write_back_up
from piecement_server.store.database import ServerDatabase
from piecement_server.store.matches import MatchStore
from piecement_server.store.stores import open_database
from tests.app.server.postgresql import Postgresql
from tests.app.server.stored_matches import stored_match


def fill(database: ServerDatabase) -> None:
    for record in stored_match():
        MatchStore(database, lambda: 1).put(record)


def content(database: ServerDatabase) -> list[list[dict[str, object]]]:
    rows = [database.rows(f"SELECT * FROM {table} ORDER BY 1, 2") for table in ("matches", "rounds")]
    return [[{name: row[name] for name in row.keys()} for row in table] for table in rows]  # noqa: SIM118 - no mapping


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
def test_back_up_of_either_kind_fills_either_kind(
    database: ServerDatabase, database_url: str | None, into: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = None
    if into == "postgresql":
        server: Postgresql = request.getfixturevalue("postgresql")
        url = server.make_schema(f"into_{type(database).__name__}")
    fill(database)
    count = write_back_up(tmp_path / "all.gz", tmp_path, database_url)
    (tmp_path / "new").mkdir()
    restored = restore_back_up(tmp_path / "all.gz", tmp_path / "new", url)
    copy = open_database(tmp_path / "new", url)

    assert count == restored == 3
    assert content(copy) == content(database)
    copy.close()


def test_a_database_that_holds_something_is_not_filled(
    database: ServerDatabase, database_url: str | None, tmp_path: Path, open_again: Callable[[], ServerDatabase]
) -> None:
    fill(database)
    write_back_up(tmp_path / "all.gz", tmp_path, database_url)
    before = content(database)
    with pytest.raises(StorageError, match="already in use"):
        restore_back_up(tmp_path / "all.gz", tmp_path, database_url)

    assert content(open_again()) == before


def test_older_backup_fills_a_new_database_opened_before(
    database: ServerDatabase, database_url: str | None, tmp_path: Path, open_again: Callable[[], ServerDatabase]
) -> None:
    (tmp_path / "old").mkdir()
    with closing(open_database(tmp_path / "old", version=1)) as old:
        fill(old)
        before = content(old)
    rows = zip(("matches", "rounds"), before, strict=True)
    lines = [json.dumps({"table": table, "row": row}) for table, of_table in rows for row in of_table]
    (tmp_path / "old.gz").write_bytes(gzip.compress("\n".join([HEAD.strip(), *lines]).encode()))
    assert content(database) == [[], []]

    assert restore_back_up(tmp_path / "old.gz", tmp_path, database_url) == 3
    assert content(open_again()) == before


HEAD = '{"format": "piecement server", "version": 1}\n'


@pytest.mark.parametrize(
    ("content_of_file", "said"),
    [
        (b"no gzip", "is not a server back-up"),
        (gzip.compress(b"{}\n[]"), "is not a server back-up"),
        (gzip.compress(HEAD.encode().replace(b"1", b"999")), "later version"),
        (gzip.compress(HEAD.encode() + b'{"table": "sqlite_master", "row": {}}'), "is not a server back-up"),
        (
            gzip.compress(HEAD.encode() + b'{"table": "matches", "row": {"id) VALUES (1); --": 1}}'),
            "is not a server back-up",
        ),
        (gzip.compress(HEAD.encode() + b'{"table": "matches", "row": {"nothing": 1}}'), "nothing"),
        (gzip.compress(HEAD.encode() * 100)[:-9], "is damaged|is not a server back-up"),
    ],
    ids=["no gzip", "no header", "a later version", "a table of another kind", "SQL", "no such column", "broken off"],
)
def test_junk_back_up_gets_a_sentence(tmp_path: Path, content_of_file: bytes, said: str) -> None:
    (tmp_path / "all.gz").write_bytes(content_of_file)
    with pytest.raises(StorageError, match=said):
        restore_back_up(tmp_path / "all.gz", tmp_path, None)


def test_the_command_writes_and_restores(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], database_url: str | None
) -> None:
    (tmp_path / "server").mkdir()
    with_url = [] if database_url is None else ["--database", database_url]
    database = open_database(tmp_path / "server", database_url)
    fill(database)
    database.close()
    file = str(tmp_path / "all.gz")
    statuses = [
        run(["serve", "--back-up", file, "--data-dir", str(tmp_path), *with_url]),
        run(["serve", "--restore", file, "--data-dir", str(tmp_path / "new")]),
        run(["serve", "--restore", file, "--data-dir", str(tmp_path / "new")]),
        run(["serve", "--export", str(tmp_path / "out"), "--data-dir", str(tmp_path), *with_url]),
    ]

    assert statuses == [0, 0, 2, 0]
    said = capsys.readouterr()
    assert said.out.startswith(f"{file}: 3 rows\n" * 2)
    assert "The database is already in use: restore a back-up into a new one." in said.err
