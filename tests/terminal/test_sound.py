"""The real game with sound: it is played by a program, and no message of any library reaches the terminal."""

import os
import signal
from pathlib import Path

from tests.terminal.played_game import PlayedGame

NOISE = "ALSA lib confmisc.c:855:(parse_card) cannot find card '0'"


def with_player(folder: Path) -> dict[str, str]:
    """Put a program that takes raw samples into a folder, and return the environment that has it."""
    player = folder / "aplay"
    player.write_text(
        f'#!/bin/sh\necho "{NOISE}" >&2\necho "{NOISE}"\necho $PPID > "$0.parent"\nexec cat > "$0.heard"\n'
    )
    player.chmod(0o755)
    return {"PATH": f"{folder}:/usr/bin:/bin", "PULSE_SERVER": "unix:/there/is/none"}


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_a_game_is_heard_and_no_message_of_a_library_is_seen(tmp_path: Path) -> None:
    heard, parent = tmp_path / "aplay.heard", tmp_path / "aplay.parent"
    with PlayedGame(tmp_path, "--mode", "marathon", env=with_player(tmp_path), kitty=31) as game:
        game.expect_piece()
        game.wait_for(lambda: heard.exists() and parent.read_text().strip(), what="for the player")
        for _ in range(3):
            game.tap("left")
        game.wait_for(lambda: any(heard.read_bytes()), what="for a sound")
        game.tap("up")
        game.expect_piece()
        child = int(parent.read_text())

        assert "ALSA" not in game.text
        assert "confmisc" not in game.text
        assert is_running(child)
        game.program.signal(signal.SIGKILL)
        game.wait_for(lambda: not is_running(child), what="for the end of the child")


def test_a_child_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    parent = tmp_path / "aplay.parent"
    with PlayedGame(tmp_path, "--mode", "marathon", env=with_player(tmp_path), kitty=31) as game:
        game.expect_piece()
        game.wait_for(lambda: parent.exists() and parent.read_text().strip(), what="for the player")
        os.kill(int(parent.read_text()), signal.SIGKILL)
        game.tap("left")
        game.tap("up")
        game.wait_for(lambda: game.pieces == 1, what="for a piece that locked")

        assert game.cells("██")


def test_a_muted_game_starts_no_player(tmp_path: Path) -> None:
    with PlayedGame(tmp_path, "--mute", "--mode", "marathon", env=with_player(tmp_path), kitty=31) as game:
        game.expect_piece()
        game.tap("up")
        game.wait_for(lambda: game.pieces == 1, what="for a piece that locked")

        assert not (tmp_path / "aplay.heard").exists()
