"""Start boards are read from text, top row first."""

from pathlib import Path

import pytest

from piecement.cli.board_file import read_board
from piecement.cli.usage import UsageError
from piecement_base.errors import StorageError


def board(folder: Path, text: str) -> tuple[str, ...]:
    """Return the board that a text describes."""
    path = folder / "board.txt"
    path.write_text(text)
    return read_board(path)


def test_the_last_line_is_the_lowest_row(tmp_path: Path) -> None:
    assert board(tmp_path, "T.........\nOO........\n") == ("OO........", "T.........")


@pytest.mark.parametrize("blank", [" ", ".", "_"])
def test_blanks_are_empty_and_all_else_is_a_tile(tmp_path: Path, blank: str) -> None:
    assert board(tmp_path, f"x#IT5{blank * 4}x\n") == ("##IT#....#",)


def test_a_slash_ends_a_row_too(tmp_path: Path) -> None:
    assert board(tmp_path, "T/O") == ("O.........", "T.........")


def test_short_rows_are_empty_on_the_right(tmp_path: Path) -> None:
    assert board(tmp_path, "###\n\n#") == ("#.........", "..........", "###.......")


def test_empty_rows_on_top_do_not_count(tmp_path: Path) -> None:
    assert board(tmp_path, "\n" * 100 + "#") == ("#.........",)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("#" * 11, "line 1 of the board is 11 wide, and a row is 10."),
        (".\n###########", "line 2 of the board is 11 wide"),
        ("#\n" * 41, "has 41 rows, but the field holds only 40: remove some."),
    ],
)
def test_misfit_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        board(tmp_path, text)


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(UsageError, match="is not a text file"):
        read_board(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be read"):
        read_board(tmp_path)
