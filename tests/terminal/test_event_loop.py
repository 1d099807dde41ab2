"""A terminal that the usual event loop of a system cannot wait for."""

import sys
from pathlib import Path

from tests.terminal.fake_terminal import FakeTerminal

PROGRAM = Path(__file__).with_name("refused_terminal.py")


def started(platform: str, folder: Path) -> FakeTerminal:
    command = [sys.executable, str(PROGRAM), platform, "--data-dir", ".", "--mode", "marathon"]
    return FakeTerminal(command, cwd=folder)


def test_macos_waits_for_its_terminal_by_select(tmp_path: Path) -> None:
    with started("darwin", tmp_path) as terminal:
        terminal.expect_text("Esc pause")
        terminal.tap("escape")
        terminal.expect_text("Resume")


def test_a_terminal_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with started("linux", tmp_path) as terminal:
        assert terminal.wait_exit() == 1
        assert "piecement: the terminal cannot be read (Invalid argument)." in terminal.text
        terminal.assert_restored()
