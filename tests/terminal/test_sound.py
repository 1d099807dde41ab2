"""The real game with sound: it is played by a program, and no message of any library reaches the terminal."""

import os
import signal
from pathlib import Path

import pytest

from tests.terminal.played_game import PlayedGame, piece_falling

NOISE = "ALSA lib confmisc.c:855:(parse_card) cannot find card '0'"


def with_player(folder: Path) -> dict[str, str | None]:
    """Put a program that takes raw samples into a folder, and return the environment that has it."""
    player = folder / "aplay"
    player.write_text(
        f'#!/bin/sh\necho "{NOISE}" >&2\necho "{NOISE}"\necho $PPID > "$0.parent"\nexec cat > "$0.heard"\n'
    )
    player.chmod(0o755)
    return {"PATH": f"{folder}:/usr/bin:/bin", "PULSE_SERVER": "unix:/there/is/none", "SSH_TTY": None}


def is_running(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


@pytest.mark.wide
def test_game_sounds_without_library_messages_or_its_child(tmp_path: Path) -> None:
    heard, parent = tmp_path / "aplay.heard", tmp_path / "aplay.parent"
    with piece_falling(tmp_path, "--mode", "marathon", env=with_player(tmp_path), kitty=31) as game:
        game.wait_for(lambda: heard.exists() and parent.read_text().strip(), what="for the player")
        for _ in range(3):
            game.tap("left")
        game.wait_for(lambda: any(heard.read_bytes()), what="for a sound")
        child = int(parent.read_text())
        was_running = is_running(child)
        os.kill(child, signal.SIGKILL)
        game.tap("up")
        game.wait_for(lambda: game.pieces == 1, what="for a piece that locked")

        assert was_running
        assert "ALSA" not in game.text
        assert "confmisc" not in game.text


def test_the_child_ends_when_the_game_is_killed(tmp_path: Path) -> None:
    parent = tmp_path / "aplay.parent"
    with PlayedGame(tmp_path, env=with_player(tmp_path), kitty=31) as game:
        game.wait_for(lambda: parent.exists() and parent.read_text().strip(), what="for the player")
        child = int(parent.read_text())
        game.program.signal(signal.SIGKILL)
        game.wait_for(lambda: not is_running(child), what="for the end of the child")

        assert game.wait_exit() == -signal.SIGKILL
