"""The program sends only colours and characters that the terminal can show."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.terminal.played_game import CTRL, GAME_KEYS_SEEN, SETTLING_S, TITLE_SEEN, PlayedGame

_SGR: Final = re.compile(rb"\x1b\[([\d;]*)m")

ATTRIBUTES: Final = frozenset({"", "0", "1", "2", "3", "4", "7", "9", "22", "23", "24", "27", "29"})
DEFAULTS: Final = frozenset({"39", "49"})
SIXTEEN: Final = frozenset(str(base + index) for base in (30, 40, 90, 100) for index in range(8))

WIDTH_QUESTION: Final = "\u2592\u00f1\u00f1".encode()
"""What is written to see how wide it is, and taken away again at once, before the first frame."""

OLD_TERMINAL: Final = {"TERM": "linux", "COLORTERM": None}
A_LINE_FOR_I: Final = "###....###\n"
"""A row that a piece I fills from where it comes in, which is what seed 42080 begins with."""


def colours(output: bytes | bytearray) -> set[str]:
    """Return all that was said about colours and attributes; what follows a 38 or a 48 counts as one."""
    found: set[str] = set()
    for match in _SGR.finditer(output):
        found |= set(re.findall(r"[34]8;2;\d+;\d+;\d+|[34]8;5;\d+|\d+", match[1].decode()))
    return found


def clear_a_line(game: PlayedGame) -> None:
    """Play until a line is full."""
    game.wait_for(lambda: GAME_KEYS_SEEN in game.text, what="for the game")
    game.wait_for(lambda: game.figure("PIECES") == 0 and game.seconds > 0.05, what="for the piece")
    game.strike("up")
    game.wait_for(lambda: game.figure("Lines") == 1, what="for the line")


@pytest.mark.parametrize(
    ("env", "allowed"),
    [
        pytest.param({"NO_COLOR": "1"}, ATTRIBUTES | DEFAULTS, id="no colours asked for"),
        pytest.param({"NO_COLOR": "1", **OLD_TERMINAL}, ATTRIBUTES | DEFAULTS, id="none asked for, sixteen there"),
        pytest.param({"TERM": "vt100"}, ATTRIBUTES | DEFAULTS, id="none in terminfo"),
        pytest.param(OLD_TERMINAL, ATTRIBUTES | DEFAULTS | SIXTEEN, id="sixteen"),
    ],
)
def test_only_colours_that_the_terminal_has_are_sent(
    env: dict[str, str | None], allowed: frozenset[str], tmp_path: Path
) -> None:
    board = tmp_path / "board.txt"
    board.write_text(A_LINE_FOR_I)
    with PlayedGame(tmp_path, "--mode", "marathon", "--seed", "42080", "--board", str(board), env=env) as game:
        clear_a_line(game)
        game.press("d", CTRL)
        game.expect_text("UNRANKED")
        game.pump(SETTLING_S)
        game.tap("escape")
        game.expect_text(TITLE_SEEN)
        game.tap("enter")
        game.expect_text("Cheese")

        assert colours(game.output) <= allowed
        assert len(colours(game.output) - ATTRIBUTES) > 1


def test_ascii_skin_is_ascii_from_first_to_last_piece(tmp_path: Path) -> None:
    """A line cleared, the word that there is no room, the countdown, and the end of the game."""
    board = tmp_path / "board.txt"
    board.write_text(A_LINE_FOR_I)
    arguments = ("--mode", "marathon", "--seed", "42080", "--board", str(board), "--skin", "ascii")
    with PlayedGame(tmp_path, *arguments) as game:
        clear_a_line(game)
        game.resize(20, 8)
        game.expect_text("Too small")
        game.resize(80, 24)
        game.expect_text(GAME_KEYS_SEEN)
        game.tap("enter")
        game.expect_running()
        game.press("d", CTRL)
        game.expect_text("UNRANKED")
        played = bytes(game.output).partition(b"UNRANKED")[0].replace(WIDTH_QUESTION, b"")

        assert {chr(byte) for byte in played if byte > 0x7E} == set()


def test_a_locale_without_utf_8_gets_ascii(tmp_path: Path) -> None:
    """The terminal draws the question for its characters as it should."""
    arguments = ("--mode", "marathon", "--seed", "42080", "--language", "de")
    with PlayedGame(tmp_path, *arguments, env={"LC_ALL": "C"}) as game:
        game.expect_text("Zuruck")
        game.press("d", CTRL)
        game.expect_text("AUFGEGEBEN")
        shown = bytes(game.output).replace(WIDTH_QUESTION, b"")

        assert {chr(byte) for byte in shown if byte > 0x7E} == set()


def test_terminal_without_cursor_moves_gets_one_sentence(tmp_path: Path) -> None:
    with PlayedGame(tmp_path, env={"TERM": "dumb"}) as game:
        assert game.wait_exit() == 2

        assert bytes(game.output).startswith(b"piecement: TERM=dumb cannot move the cursor")
        assert game.output.count(b"\n") == 1
        assert b"\x1b" not in game.output
