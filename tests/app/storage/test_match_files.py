"""Files of matches: every name fits into the name of a file."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from piecement.storage.match_files import MatchFiles
from piecement_engine.match import RecordedMatch

NAMES = {"latin": "Ada_of_the_Lakes", "japanese": "\u68cb" * 16, "emoji": "\U0001f9f1" * 16}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_match_of_five_with_long_names_is_stored(tmp_path: Path, name: str) -> None:
    files = MatchFiles(tmp_path)
    files.put(datetime(2026, 11, 30, tzinfo=UTC), RecordedMatch((), {"names": [name] * 5}))

    (file,) = files.latest()
    assert len(file.name.encode()) < 255
    assert file.stem.startswith(f"2026-11-30 00.00.00 {name}, {name}")
