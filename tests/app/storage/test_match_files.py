"""Files of matches: every name fits into the name of a file."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from piecement.session.match_session import new_match
from piecement.storage.match_files import MatchFiles
from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement_engine.match import RecordedMatch
from tests.app.kept_games import START, store_in
from tests.app.stand_ins import ManualClock

NAMES = {"latin": "Ada_of_the_Lakes", "japanese": "\u68cb" * 16, "emoji": "\U0001f9f1" * 16}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_match_of_five_with_long_names_is_stored(tmp_path: Path, name: str) -> None:
    files = MatchFiles(tmp_path)
    files.put(datetime(2026, 11, 30, tzinfo=UTC), RecordedMatch((), {"names": [name] * 5}))

    (file,) = files.latest()
    assert len(file.name.encode()) < 255
    assert file.stem.startswith(f"2026-11-30 00.00.00 {name}, {name}")


def test_exported_matches_of_the_same_players_are_imported_apart(tmp_path: Path) -> None:
    with closing(store_in(tmp_path)) as store:
        for loser in range(2):
            match = new_match({}, ManualClock(), ("Ann", "Ben"), "guideline")
            match.sessions[loser].forfeit()
            store.replays.export_match(match.result().recording)
        imports = [store.replays.import_folder().games for _ in range(2)]

        assert imports == [2, 0]
        assert len(store.matches.latest()) == 2


def test_matches_exported_in_one_second_have_files_of_their_own(tmp_path: Path) -> None:
    moments = (START + timedelta(milliseconds=number) for number in count())
    with closing(Store(Paths.of(tmp_path), now=lambda: next(moments))) as store:
        match = new_match({}, ManualClock(), ("Ann", "Ben"), "guideline")
        match.sessions[0].forfeit()
        files = {store.replays.export_match(match.result().recording) for _ in range(2)}

        assert len(files) == 2
