"""A whole evening in every terminal emulator: nothing that a player does first to last goes wrong, and all is seen."""

from pathlib import Path
from typing import Final

import pytest

from tests.terminal.real.emulator_window import EmulatorWindow
from tests.terminal.real.evening import Evening
from tests.terminal.real.recorded import ended_games_of

EMULATORS: Final = ("kitty", "xterm")
"""With releases and exact colours, and without; the others differ in what the other tests look at."""


def test_an_evening_from_the_welcome_to_quit(window: EmulatorWindow, tmp_path: Path) -> None:
    if window.emulator.name not in EMULATORS:
        pytest.skip("an evening is spent in few emulators")
    pictures = tmp_path / "pictures"
    evening = Evening(window, tmp_path, pictures)
    status = evening.spend()

    assert status == 0
    assert ended_games_of(tmp_path) == 3, "each in which a piece locked is kept"
    assert len(list(pictures.glob("*.png"))) == len(evening.taken) == 35
    assert {"pause", "loss", "replay", "coach", "win", "finesse", "match-over", "achievements"} <= set(evening.taken)
