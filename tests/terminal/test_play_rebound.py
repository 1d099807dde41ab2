"""Keys are bound on the controls screen of the real program, and the game is played with them."""

from pathlib import Path

from tests.terminal.fake_terminal import KeyRepeat
from tests.terminal.played_game import (
    KITTY_FIRST,
    MODES_SEEN,
    SETTINGS_SEEN,
    TITLE_SEEN,
    TITLE_WHOLE,
    PlayedGame,
    piece_falling,
)

ROW = "Move left"
QUESTION = "press a key …"


def open_controls(game: PlayedGame) -> None:
    """Walk from the title to the line of a button."""
    game.expect_text(TITLE_SEEN)
    game.choose("Settings")
    game.expect_text(SETTINGS_SEEN)
    game.tap("tab")
    game.expect_text(ROW)
    game.move_to(ROW)


def bind(game: PlayedGame, key: str) -> None:
    """Take the key of the line away, and give it another."""
    game.tap("-")
    game.wait_for(lambda: "←" not in game.highlighted, what="for the key to go")
    game.tap("enter")
    game.expect_text(QUESTION)
    game.tap(key)
    game.expect_no_text(QUESTION)
    game.wait_for(lambda: game.highlighted.split()[-1:] == [key.upper()], what="for the new key")


def play(game: PlayedGame, mode: str) -> None:
    """Walk from the controls to a game that is seen."""
    game.tap("escape")
    game.expect_no_text(SETTINGS_SEEN)
    game.expect_text(TITLE_WHOLE)
    game.choose("Play")
    game.expect_text(MODES_SEEN)
    game.choose(mode)
    game.expect_piece()


@KITTY_FIRST
def test_rebound_key_plays_holds_and_outlives_the_program(kitty: int | None, tmp_path: Path) -> None:
    with PlayedGame(tmp_path, kitty=kitty, key_repeat=KeyRepeat(delay=0.2, interval=0.02)) as game:
        open_controls(game)
        bind(game, "j")
        play(game, "40 Lines")

        assert "[J] [→]" in game.text
        before = game.column
        game.tap("left")
        game.tap("right")
        game.wait_for(lambda: game.column == before + 1, what="for a step to the right only")
        game.tap("j")
        game.wait_for(lambda: game.column == before, what="for a step to the left")
        game.hold("j", 0.6)
        game.wait_for(lambda: game.column == 0, what="for the wall")
        game.quit()
    with piece_falling(tmp_path, "--mode", "40_lines", kitty=kitty) as game:
        before = game.column
        game.tap("j")

        game.wait_for(lambda: game.column == before - 1, what="for a step to the left")
        game.quit()
