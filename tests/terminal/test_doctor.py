"""`piecement doctor` in a terminal: what it asks, and that it leaves nothing behind."""

import os
import sys
from pathlib import Path

import pytest

from tests.terminal.fake_terminal import FakeTerminal
from tests.terminal.warm_program import WarmProgram


@pytest.mark.parametrize(
    ("kitty", "title"), [(31, "Press and release"), (None, "Presses only")], ids=["kitty", "legacy"]
)
def test_the_keyboard_is_asked_and_left_as_it_was(kitty: int | None, title: str, tmp_path: Path) -> None:
    program = Path(__file__).with_name("altered_game.py")
    command = [sys.executable, str(program), "doctor", "--data-dir", str(tmp_path)]
    env = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with FakeTerminal(command, env=env, cwd=tmp_path, program=WarmProgram, kitty=kitty, size=(80, 50)) as terminal:
        terminal.expect_text(title)

        assert terminal.wait_exit() == 0
        assert "Settings" in terminal.text
        assert terminal.flag_stacks == ([0], [0])


def test_doctor_shows_terminal_answers_and_leaves_no_question(tmp_path: Path) -> None:
    program = Path(__file__).with_name("altered_game.py")
    command = [sys.executable, str(program), "doctor", "--data-dir", str(tmp_path)]
    env = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with FakeTerminal(
        command, env=env, cwd=tmp_path, program=WarmProgram, size=(80, 80), background="ffff/ffff/ffff"
    ) as terminal:
        terminal.expect_text("Raw reply")

        assert terminal.wait_exit() == 0
        assert "#FFFFFF" in terminal.text
        assert "one column wide" in terminal.text
        assert "no stray keys." in terminal.text
        assert "\u00f1" not in terminal.text
