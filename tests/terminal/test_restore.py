"""A terminal that a killed game left behind can be repaired."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sampling import sampled
from tests.terminal.fake_terminal import FakeTerminal
from tests.terminal.pty_program import environment

PROGRAM = f"{shlex.quote(sys.executable)} -m piecement"
SHELL = f"""
sh -c 'echo $$ > pid; exec {PROGRAM} --data-dir . --mode marathon'
read -r go
{PROGRAM} doctor --restore
"""


def is_gone(pid: int) -> bool:
    """Return True if there is no process of a number."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.wide
@pytest.mark.parametrize(("kitty", "alternate"), sampled([31, None], [True, False]))
def test_doctor_restores_a_terminal_after_a_game_was_killed(kitty: int | None, alternate: bool, tmp_path: Path) -> None:
    with FakeTerminal(["sh", "-c", SHELL], kitty=kitty, alternate=alternate, cwd=tmp_path) as terminal:
        terminal.program.make_sane()
        before = terminal.program.attributes
        terminal.expect_text("Esc pause")
        game = int((tmp_path / "pid").read_text())
        os.kill(game, signal.SIGKILL)
        terminal.wait_for(lambda: is_gone(game), what="for the game to be gone")
        terminal.program.make_sane()  # as an interactive shell does; this one would wait for a line for ever
        broken = terminal.modes["1004"]
        terminal.send("\n")

        assert terminal.wait_exit() == 0
        assert broken
        terminal.assert_restored()
        assert terminal.program.attributes == before
        assert not terminal.text.strip() or alternate


def test_without_a_terminal_it_says_so(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "piecement", "doctor", "--restore"]
    done = subprocess.run(
        command,
        env=environment({}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        start_new_session=True,
    )

    assert (done.returncode, done.stderr) == (
        2,
        "piecement: there is no terminal to reset: run this in the affected terminal.\n",
    )
