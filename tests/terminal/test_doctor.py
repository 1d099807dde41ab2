"""`piecement doctor` in a terminal: what it asks, and that it leaves nothing behind."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.fake_terminal import FakeTerminal
from tests.terminal.warm_program import WarmProgram


def doctor(folder: Path, size: tuple[int, int], **options: Any) -> FakeTerminal:  # options of the terminal
    """Run `doctor`, which waits for the answers of the terminal."""
    program = Path(__file__).with_name("altered_game.py")
    command = [sys.executable, str(program), "doctor", "--data-dir", str(folder)]
    return FakeTerminal(command, cwd=folder, program=WarmProgram, size=size, **options)


@pytest.mark.parametrize(
    ("options", "title"),
    [
        ({"kitty": 31}, "Press and release"),
        ({"kitty": None}, "Presses only"),
        ({"kitty": None, "win32_input": True}, "win32 input mode"),
    ],
    ids=["kitty", "legacy", "win32"],
)
def test_the_keyboard_is_asked_and_left_as_it_was(options: dict[str, Any], title: str, tmp_path: Path) -> None:
    with doctor(tmp_path, (80, 50), **options) as terminal:
        terminal.expect_text(title)

        assert terminal.wait_exit() == 0
        assert "Settings" in terminal.text
        assert ("Press and release" in terminal.text) == (title != "Presses only")
        terminal.assert_restored()


def test_doctor_shows_terminal_answers_and_leaves_no_question(tmp_path: Path) -> None:
    with doctor(tmp_path, (80, 80), background="ffff/ffff/ffff") as terminal:
        terminal.expect_text("Raw reply")

        assert terminal.wait_exit() == 0
        assert "#FFFFFF" in terminal.text
        assert "one column wide" in terminal.text
        assert "no stray keys." in terminal.text
        assert "\u00f1" not in terminal.text
