"""A game starts on a line whose terminal answers late."""

import re
import time
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest

from tests.terminal.played_game import PlayedGame

LATE_S: Final = (0.0, 0.05, 0.15, 0.1)
"""Delays of successive terminal replies (s)."""


class SlowGame(PlayedGame):
    """A game in a terminal whose answers come late."""

    def __init__(self, folder: Path, *arguments: str, late_s: tuple[float, ...] = LATE_S, **options: Any) -> None:
        """Start the game; the options are those of a terminal."""
        self._late_s = cycle(late_s)
        self._answers: list[tuple[float, str]] = []
        self._is_answering = False
        super().__init__(folder, *arguments, **options)

    def send(self, data: str) -> int:
        """Send keys at once, but answers late."""
        if not self._is_answering:
            return super().send(data)
        due = max(time.monotonic() + next(self._late_s), *(due for due, _ in self._answers), 0.0)
        self._answers.append((due, data))
        return time.monotonic_ns()

    def _play(self, seconds: float) -> bool:
        has_played = super()._play(seconds)
        while self._answers and self._answers[0][0] <= time.monotonic():
            super().send(self._answers.pop(0)[1])
        return has_played

    def _obey(self, sequence: re.Match[bytes]) -> None:
        self._is_answering = True
        super()._obey(sequence)
        self._is_answering = False


@pytest.mark.parametrize("skin", ["electronika_60", "unicode"])
def test_a_game_starts_on_a_slow_line(skin: str, tmp_path: Path) -> None:
    with SlowGame(tmp_path, "--mode", "cheese", "--skin", skin, "--seed", "1") as game:
        game.expect_text("0:0")
        game.expect_running()
        game.quit()


@pytest.mark.long
@pytest.mark.parametrize("first", range(20))
def test_a_game_starts_however_late_answers_come(first: int, tmp_path: Path) -> None:
    late_s = tuple((first * 7 + step * 31) % 151 / 1000 for step in range(9))
    with SlowGame(tmp_path, "--mode", "cheese", "--skin", "electronika_60", late_s=late_s) as game:
        game.expect_text("0:0")
        game.expect_running()
        game.quit()
