"""A terminal without the kitty protocol but with the win32 input mode, as the console of Windows is behind ssh."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.terminal.fake_terminal import WIN32_INPUT
from tests.terminal.test_key_layer import Session

LEFT: Final = "\x1b[37;75;0;1;256;1_", "\x1b[37;75;0;0;256;1_"
A: Final = "\x1b[65;30;97;1;0;1_", "\x1b[65;30;97;0;0;1_"
F1: Final = "\x1b[112;59;0;1;0;1_", "\x1b[112;59;0;0;0;1_"
ESCAPE: Final = "\x1b[27;1;27;1;0;1_", "\x1b[27;1;27;0;0;1_"
"""The press and the release of keys, as the console of Windows writes them."""


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A session in such a terminal, in its game."""
    session = Session(tmp_path / "log.jsonl", kitty=None, win32_input=True)
    session.play()
    terminal = session.terminal
    terminal.wait_for(lambda: terminal.modes.get(WIN32_INPUT), what="for the mode")
    yield session
    terminal.close()


def test_presses_repeats_and_releases_are_reported(session: Session) -> None:
    session.terminal.send("".join((LEFT[0], LEFT[0], A[0], A[1], LEFT[1])))

    assert session.keys(5) == [("left", "down"), ("left", "repeat"), ("a", "down"), ("a", "up"), ("left", "up")]
    assert all(fact["tracked"] for fact in session.logged("key") if fact["kind"] == "down")
    assert session.logged("keyboard")[0]["flags"] == 31


def test_records_may_come_in_any_parts(session: Session) -> None:
    """After the first one, which shows that the mode is in force."""
    session.terminal.send(LEFT[0])
    session.keys(1)
    for byte in "".join((LEFT[1], *A)):
        session.terminal.send(byte)
        session.terminal.pump(0.001)

    assert session.keys(4) == [("left", "down"), ("left", "up"), ("a", "down"), ("a", "up")]


def test_the_mode_is_in_force_while_keys_are_captured_only(session: Session) -> None:
    terminal = session.terminal
    terminal.send("".join(ESCAPE))
    session.wait_for("menu", 2)
    terminal.wait_for(lambda: not terminal.modes[WIN32_INPUT], what="for the mode to end")
    session.play()
    terminal.wait_for(lambda: terminal.modes[WIN32_INPUT], what="for the mode")
    terminal.send("\x1b[81;16;17;1;8;1_")  # Ctrl+Q

    assert terminal.wait_exit() == 0
    terminal.assert_restored()


def test_input_after_the_mode_is_no_key(session: Session) -> None:
    """A release may be on its way while the mode ends."""
    terminal = session.terminal
    terminal.send(ESCAPE[0])
    session.wait_for("menu", 2)
    terminal.wait_for(lambda: not terminal.modes[WIN32_INPUT], what="for the mode to end")
    before = len(session.logged("textual_key"))
    terminal.send(ESCAPE[1])
    session.play()

    assert [fact["key"] for fact in session.logged("textual_key")[before:]] in ([], ["f1"])
