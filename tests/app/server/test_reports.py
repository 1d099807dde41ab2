"""Reports: the newest are kept, of bounded size, and a folder that cannot be written to stops nothing."""

from pathlib import Path

from piecement.server.log import LONGEST, MOST_FILES, Reports


def test_the_newest_of_each_kind_are_kept(tmp_path: Path) -> None:
    reports = Reports(tmp_path / "reports")
    for number in range(MOST_FILES + 5):
        reports.add("desync", str(number))
    reports.add("other", "x")
    kept = sorted((tmp_path / "reports").glob("desync-*"))

    assert [path.read_text() for path in kept] == [str(number) for number in range(5, MOST_FILES + 5)]
    assert len(list((tmp_path / "reports").iterdir())) == MOST_FILES + 1


def test_a_long_one_is_cut(tmp_path: Path) -> None:
    path = Reports(tmp_path).add("desync", "x" * (LONGEST + 10))

    assert path is not None
    assert path.stat().st_size == LONGEST


def test_a_folder_that_cannot_be_used_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert Reports(tmp_path / "file" / "reports").add("desync", "x") is None
