"""A game pasted into a real terminal, in as many pieces as the line discipline makes of it."""

from pathlib import Path

import pytest

from piecement_engine import game_line
from tests.app.kept_games import ended_recording
from tests.terminal.played_game import KITTY_FIRST, PlayedGame


@KITTY_FIRST
@pytest.mark.parametrize("size", [7, 1000])
def test_a_pasted_game_is_checked_and_watched(kitty: int | None, size: int, tmp_path: Path) -> None:
    paste = f"\x1b[200~{game_line(ended_recording())}\x1b[201~".encode()
    with PlayedGame(tmp_path, kitty=kitty) as game:
        game.expect_whole_title()
        for start in range(0, len(paste), size):
            game.program.write(paste[start : start + size])
        game.expect_text("Race against it")
        game.tap("enter")
        game.expect_text("play from here")
        game.quit()
