"""Stored matches as files that prove themselves and are shown like any other match."""

from pathlib import Path

import pytest

from piecement.client.recorded_round import to_client_round
from piecement.storage.match_files import read_match
from piecement_server.store.database import SqliteDatabase
from piecement_server.store.matches import MatchStore
from tests.app.server.stored_matches import stored_match
from tests.app.stand_ins import ManualClock
from tests.programs import Said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder of a server that has stored a match."""
    (tmp_path / "server").mkdir()
    database = SqliteDatabase(tmp_path / "server" / "matches.sqlite")
    store = MatchStore(database, lambda: 1_800_000_000_000)
    for record in stored_match():
        store.put(record)
    database.close()
    return tmp_path


def test_all_matches_are_written_with_all_their_rounds(folder: Path, said: Said) -> None:
    status, out, _ = said("serve", "--export", folder / "out", "--data-dir", folder)
    (file,) = (folder / "out").iterdir()
    match = read_match(file)

    assert (status, out) == (0, f"{file}\n")
    assert match.verify() is None
    assert (match.about["names"], match.about["room"], len(match.rounds)) == (["Anna", "Bert"], "Cellar", 2)
    shown = to_client_round(match.rounds[0], ManualClock())
    assert [shown.place(seat) for seat in shown.players] == [0, 0]
    assert shown.playback is not None
    shown.playback.go_to(match.rounds[0].time_ns)
    assert [shown.place(seat) for seat in shown.players] == [0, 2]


def test_unreadable_match_is_named_and_the_others_written(folder: Path, said: Said) -> None:
    database = SqliteDatabase(folder / "server" / "matches.sqlite")
    store = MatchStore(database, lambda: 1_900_000_000_000)
    rounds = [record for record in stored_match() if record.round is not None]
    damaged = rounds[0].round
    assert damaged is not None
    game = damaged.games[0]._replace(recording="nonsense")
    store.put(rounds[0].model_copy(update={"id": "x", "round": damaged.model_copy(update={"games": (game,)})}))
    database.close()
    status, _, error = said("serve", "--export", folder / "out", "--data-dir", folder)

    assert status == 1
    assert len(list((folder / "out").iterdir())) == 1
    assert "could not write 2030-03-17 17.46.40 x: " in error


def test_where_no_server_was_there_is_nothing_to_export(tmp_path: Path, said: Said) -> None:
    status, _, error = said("serve", "--export", tmp_path / "out", "--data-dir", tmp_path)

    assert status == 2
    assert "There are no server matches in" in error
