"""Keys pressed before the program is ready for them."""

import time
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tests.terminal.played_game import PAUSE_SEEN, SUBTITLE_SEEN, PlayedGame, piece_falling

COLD = {"COLD": "1"}
"""Starts a program in earnest, so that imports take their time."""

LEGACY_KEYS = {"down": "\x1b[B", "escape": "\x1b", "x": "x"}
REPEAT_S = 0.01


def hold_until(game: PlayedGame, key: str, text: str) -> None:
    """Hold a key until a text is on the screen."""
    end = time.monotonic() + PATIENCE_S
    while text not in game.text:
        assert time.monotonic() < end, game.text
        assert not game.program.has_ended(), game.text
        game.send(LEGACY_KEYS[key])
        game.pump(REPEAT_S)


@pytest.mark.parametrize("key", ["down", "escape"])
def test_key_held_at_start(key: str, tmp_path: Path) -> None:
    with PlayedGame(tmp_path, env=COLD, kitty=None) as game:
        hold_until(game, key, SUBTITLE_SEEN)
        hold_until(game, key, "██")
        game.expect_text("Quit")
        game.quit()


def test_key_held_before_welcome(tmp_path: Path) -> None:
    with PlayedGame(tmp_path, "--first-run", env=COLD, kitty=None) as game:
        hold_until(game, "down", "Guideline")
        game.tap("enter")
        game.expect_text(SUBTITLE_SEEN)
        game.wait_for(lambda: "Play" in game.highlighted, what="for the cursor where the title has it")
        game.quit()


def test_key_held_when_title_returns(tmp_path: Path) -> None:
    with piece_falling(tmp_path, "--mode", "zen", "--seed", "1", kitty=None) as game:
        game.tap("escape")
        game.expect_text(PAUSE_SEEN)
        game.tap("t")
        hold_until(game, "x", SUBTITLE_SEEN)
        game.resize(60, 20)
        hold_until(game, "x", "▀▀")
        game.quit()
