"""A terminal that is not read, as over a stalled connection: the program ends or continues all the same."""

import signal
import socket
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from piecement.terminal.query_without_textual import query_terminal
from tests.free_ports import free_port
from tests.patience import PATIENCE_S
from tests.sampling import mostly_wide
from tests.terminal import endings
from tests.terminal.played_game import CTRL, HELP_SEEN, SUBTITLE_SEEN, PlayedGame, piece_falling
from tests.terminal.pty_program import PtyProgram

MARATHON: Final = ("--mode", "marathon", "--seed", "5")
NOT_WARM: Final = {"LANG": "C.UTF-8"}
SIGNALS: Final = mostly_wide("number", endings.ENDINGS.values(), ids=[*endings.ENDINGS])


@SIGNALS
def test_signal_ends_a_game_and_keeps_it(number: signal.Signals, tmp_path: Path) -> None:
    with piece_falling(tmp_path, *MARATHON) as game:
        game.program.block()
        game.send("\x1b[D" * 40)
        game.program.signal(number)

        assert game.program.wait_blocked(PATIENCE_S) == 128 + number
        assert endings.kept(tmp_path) == (1, 0)


@SIGNALS
def test_signal_ends_a_program_in_a_menu(number: signal.Signals, tmp_path: Path) -> None:
    with PlayedGame(tmp_path) as game:
        game.expect_text(SUBTITLE_SEEN)
        game.program.block()
        game.send("?\x1b[B\x1b[B\x1b" * 20)
        game.program.signal(number)

        assert game.program.wait_blocked(PATIENCE_S) == 128 + number


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_signal_kills_a_program_that_has_nothing_yet(number: signal.Signals, tmp_path: Path) -> None:
    with PlayedGame(tmp_path, env=NOT_WARM) as game:
        game.program.block()
        game.program.signal(number)

        assert game.program.wait_blocked(PATIENCE_S) in {128 + number, -number}


@SIGNALS
def test_signal_ends_a_program_that_starts(number: signal.Signals, tmp_path: Path) -> None:
    with PlayedGame(tmp_path, env=NOT_WARM) as game:
        game.program.block()
        while game.program.attributes == game.program.attributes_before:
            time.sleep(0.005)
        game.program.signal(number)

        assert game.program.wait_blocked(PATIENCE_S) == 128 + number


def test_key_ends_a_program(tmp_path: Path) -> None:
    with piece_falling(tmp_path, *MARATHON) as game:
        game.program.block()
        game.send("\x1b[D" * 40)
        game.press("c", CTRL)

        assert game.program.wait_blocked(PATIENCE_S) == 0
        assert endings.kept(tmp_path) == (1, 0)


def test_terminal_is_restored_once_it_is_read(tmp_path: Path) -> None:
    """Within the second for which the end tries it."""
    with piece_falling(tmp_path, *MARATHON) as game:
        game.program.block()
        game.program.signal(signal.SIGTERM)

        assert game.wait_exit() == 128 + signal.SIGTERM
        game.assert_restored()


def test_blocked_menu_is_whole_when_it_is_read_again(tmp_path: Path) -> None:
    with PlayedGame(tmp_path) as game:
        game.expect_whole_title()
        seen = game.display
        game.tap("?")
        game.expect_text(HELP_SEEN)
        game.program.block()
        for _ in range(40):
            game.tap("escape")
            game.tap("?")
        game.tap("escape")
        game.pump(0.5)
        # Not `?` after it: keys that came at once may still open and close the help, which a further one would close.
        game.wait_for(lambda: game.display == seen, what="for the title")
        game.quit()


@pytest.mark.parametrize("blocked_s", [0, pytest.param(6, marks=pytest.mark.long)])
def test_blocked_game_plays_on_when_it_is_read_again(blocked_s: int, tmp_path: Path) -> None:
    with piece_falling(tmp_path, *MARATHON) as game:
        column = game.column
        game.program.block()
        for key in ["left", "right"] * 50 + ["left"]:
            game.tap(key)
        time.sleep(blocked_s)
        game.wait_for(lambda: game.column == column - 1, what="for the piece to have moved")
        game.expect_running()
        game.drop()
        game.quit()


@pytest.mark.parametrize("command", ["serve", "web", "ssh"])
def test_signal_ends_a_server(command: str, tmp_path: Path) -> None:
    port = free_port()
    arguments = [command, "--host", "127.0.0.1", "--port", str(port), "--data-dir", str(tmp_path)]
    program = PtyProgram([sys.executable, "-m", "piecement", *arguments], (80, 24), {}, tmp_path)
    program.block()
    while not _is_served(port):
        assert not program.has_ended()
    program.signal(signal.SIGTERM)

    assert program.wait_blocked(PATIENCE_S) == 0
    program.close()


def _is_served(port: int) -> bool:
    time.sleep(0.05)
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


ASKING = """
import os, time
from piecement.terminal.query_without_textual import query_terminal
while not os.path.exists("blocked"):
    time.sleep(0.01)
assert query_terminal("\x1b[?u", 0.1) == ""
"""


def test_questions_end_where_nobody_reads_them(tmp_path: Path) -> None:
    program = PtyProgram([sys.executable, "-c", ASKING], (80, 24), {}, tmp_path)
    program.block()
    (tmp_path / "blocked").touch()

    assert program.wait_blocked(PATIENCE_S) == 0
    program.close()


def test_a_file_that_is_no_terminal_answers_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert query_terminal("", path=str(tmp_path / "file")) == ""
