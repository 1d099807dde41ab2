"""`piecement --while COMMAND`: real commands of a shell, on a pty."""

import os
import signal
import time
from pathlib import Path

import pytest

from piecement.session.background_command import BackgroundCommand, as_printable
from tests.terminal.played_game import CTRL, PAUSE_SEEN, PlayedGame, piece_falling, title_shown

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows says that it has none")


def quit_game(game: PlayedGame) -> None:
    game.press("c", CTRL)


@pytest.mark.parametrize(
    ("command", "said", "status"),
    [
        ("echo all good", "all good", 0),
        ("echo first; echo two failed >&2; exit 3", "two failed", 3),
        ("printf 'a\\033[2Jb\\n'", "a^[[2Jb", 0),
        ("kill -9 $$", "No output.", 137),
        ("cat", "No output.", 0),
    ],
)
def test_the_end_is_shown_and_the_status_is_its(command: str, said: str, status: int, tmp_path: Path) -> None:
    with title_shown(tmp_path, "--while", command) as game:
        game.expect_text("has ended" if status == 0 else f"has failed ({status})")
        game.expect_text(said)
        quit_game(game)

        assert game.wait_exit() == status
        assert said in game.text or said == "No output."
        game.assert_restored()


def test_a_game_is_paused_when_the_command_ends(tmp_path: Path) -> None:
    go = tmp_path / "go"
    command = f"while [ ! -e {go} ]; do sleep 0.05; done; echo done"
    with piece_falling(tmp_path, "--mode", "zen", "--while", command) as game:
        go.touch()
        game.expect_text(PAUSE_SEEN)
        game.expect_text("done")


def test_the_program_waits_for_the_command(tmp_path: Path) -> None:
    go = tmp_path / "go"
    command = f"echo begun; while [ ! -e {go} ]; do sleep 0.05; done; echo later; exit 4"
    with title_shown(tmp_path, "--while", command) as game:
        quit_game(game)
        game.expect_text("begun")
        game.expect_text("still runs")
        go.touch()

        assert game.wait_exit() == 4
        assert "later" in game.text


def test_ctrl_c_interrupts_and_a_second_one_ends_both(tmp_path: Path) -> None:
    command = "trap 'echo as\"\"ked' INT; echo begun; while :; do sleep 0.05; done"
    with title_shown(tmp_path, "--while", command) as game:
        quit_game(game)
        game.expect_text("still runs")
        game.send("\x03")
        game.expect_text("asked")
        game.send("\x03")

        assert game.wait_exit() == 128 + signal.SIGKILL


def test_a_key_shows_the_output_so_far(tmp_path: Path) -> None:
    with piece_falling(tmp_path, "--mode", "zen", "--while", "seq 7001 7020; exec sleep 30") as game:
        game.press("o", CTRL)
        game.wait_for(lambda: all(str(number) in game.text for number in range(7013, 7020)), what="for the output")


@pytest.mark.parametrize("command", ["yes | head -c 300000; exec sleep 600", "yes | head -c 20000000"])
def test_ctrl_c_ends_while_output_is_printed(command: str, tmp_path: Path) -> None:
    """Ctrl+C interrupts a command while its output is printed, and ends the output of one that has ended."""
    with title_shown(tmp_path, "--while", command) as game:
        if "sleep" not in command:
            game.expect_text("has ended")
        quit_game(game)
        game.expect_text("y\ny")
        game.send("\x03")

        assert game.wait_exit() == (128 + signal.SIGINT if "sleep" in command else 0)


def test_much_output_comes_whole(tmp_path: Path) -> None:
    """Also by a terminal that is slower than the program."""
    with PlayedGame(tmp_path, "--while", "seq 20000") as game:
        game.expect_text("20000")
        quit_game(game)

        assert game.wait_exit() == 0
        assert game.text.endswith("19999\n20000\n")


def test_controls_become_printable() -> None:
    assert as_printable("a\rb\r\nc\x1b]0;x\x07\x9b1m\tend\n") == "a\nb\nc^[]0;x^G\\x9b1m\tend\n"


def test_output_is_read_once_and_its_last_line_is_known() -> None:
    command = BackgroundCommand("printf 'eins\\nzw\\303\\266lf\\n\\n'")
    assert command.wait(10) == 0

    assert command.last_lines(1) == ["zwölf"]
    assert command.last_lines(9) == ["eins", "zwölf"]
    assert "".join(command.new_output()) == "eins\nzwölf\n\n"
    assert list(command.new_output()) == []


def test_line_ends_and_characters_may_be_cut(tmp_path: Path) -> None:
    """Between two reads, and at the end of the output."""
    go = tmp_path / "go"
    command = BackgroundCommand(f"printf 'a\\r'; until [ -e {go} ]; do sleep 0.01; done; printf '\\nb\\303'")
    text = ""
    while "a" not in text:
        command.wait(0.01)
        text += "".join(command.new_output())
    go.touch()
    assert command.wait(10) == 0
    text += "".join(command.new_output())

    assert text == "a\nb\N{REPLACEMENT CHARACTER}"


def test_what_the_command_started_ends_with_it(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    command = BackgroundCommand(f"sleep 600 & echo $! > {pid}.new; mv {pid}.new {pid}; wait")
    until = time.monotonic() + 10
    while not pid.exists() and time.monotonic() < until:
        command.wait(0.01)
    command.end()
    child = int(pid.read_text())
    state = Path(f"/proc/{child}/stat")
    while state.exists() and " Z " not in state.read_text() and time.monotonic() < until:
        command.wait(0.01)

    assert command.status == 137
    assert not state.exists() or " Z " in state.read_text()
