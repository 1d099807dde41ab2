"""Saving, loading, taking back and being killed, in a real terminal: its line discipline gets none of these keys."""

import signal
from pathlib import Path
from typing import Final

from tests.terminal.played_game import (
    BOTH_KINDS,
    CTRL,
    KITTY_FIRST,
    LOCKED,
    Cells,
    PlayedGame,
    piece_falling,
    title_shown,
)

MARATHON: Final = ("--mode", "marathon", "--seed", "36421")
SAVE_SEEN: Final = "New slot"
LOAD_SEEN: Final = "LOAD AS PRACTICE"
UNDO_ASKED: Final = "Undo makes it practice. Press again?"
LEFT_SEEN: Final = "Continue"


def drop_and_look(game: PlayedGame) -> Cells:
    """Drop the piece in play, and return the cells that lie there once the effects of that are over."""
    before = len(game.cells(LOCKED))
    game.drop()
    game.wait_for(lambda: len(game.cells(LOCKED)) == before + 4, what="for the effects to end")
    return game.cells(LOCKED)


def undo(game: PlayedGame, key: str) -> None:
    """Take back, at a second press: the first one asks whether the game may become practice."""
    game.tap(key, CTRL)
    game.expect_text(UNDO_ASKED)
    game.tap(key, CTRL)


def load(game: PlayedGame) -> None:
    """Load the saved game, and wait until it runs."""
    game.press("l", CTRL)
    game.expect_text(LOAD_SEEN)
    game.tap("enter")
    game.expect_no_text(LOAD_SEEN)
    count_down(game)
    game.expect_piece()


def count_down(game: PlayedGame) -> None:
    """Cut the countdown short, and wait until the game runs."""
    game.tap("enter")
    game.expect_running()


@BOTH_KINDS
def test_ctrl_z_takes_back_a_piece_and_does_not_suspend(kitty: int | None, tmp_path: Path) -> None:
    with piece_falling(tmp_path, *MARATHON, kitty=kitty) as game:
        one = drop_and_look(game)
        drop_and_look(game)
        undo(game, "z")
        game.wait_for(lambda: game.pieces == 1, what="for the piece to be back")
        game.expect_piece()
        game.expect_running()

        assert game.cells(LOCKED) == one
        assert not game.program.was_stopped()
        assert not game.program.has_ended()
        game.quit()


@KITTY_FIRST
def test_ctrl_s_saves_and_ctrl_l_loads_also_in_the_next_run(kitty: int | None, tmp_path: Path) -> None:
    with piece_falling(tmp_path, *MARATHON, kitty=kitty) as game:
        saved = drop_and_look(game)
        game.press("s", CTRL)
        game.expect_text(SAVE_SEEN)
        game.tap("enter")
        game.expect_no_text(SAVE_SEEN)
        count_down(game)
        game.expect_piece()
        game.drop()
        load(game)

        assert game.pieces == 1
        assert game.cells(LOCKED) == saved
        game.quit()
    with PlayedGame(tmp_path, kitty=kitty) as game:
        game.expect_text(LEFT_SEEN)
        load(game)

        assert game.pieces == 1
        assert game.cells(LOCKED) == saved


def test_a_game_of_a_killed_program_goes_on_exactly_there(tmp_path: Path) -> None:
    with piece_falling(tmp_path, "--mode", "cheese", "--seed", "36421") as game:
        drop_and_look(game)
        drop_and_look(game)
        undo(game, "z")
        game.wait_for(lambda: game.pieces == 1, what="for the piece to be back")
        game.expect_piece()
        game.program.signal(signal.SIGKILL)

        assert game.wait_exit() == -signal.SIGKILL
        killed_at, locked = game.seconds, game.cells(LOCKED)
    with PlayedGame(tmp_path) as game:
        game.expect_text(LEFT_SEEN)
        game.tap("enter")
        game.expect_no_text(LEFT_SEEN)
        resumed_at = game.seconds
        count_down(game)
        game.expect_piece()

        assert game.pieces == 1
        assert game.cells(LOCKED) == locked
        assert resumed_at <= killed_at
        game.press("d", CTRL)
        game.expect_text("PRACTICE")


@BOTH_KINDS
def test_ctrl_z_suspends_a_menu(kitty: int | None, tmp_path: Path) -> None:
    with title_shown(tmp_path, kitty=kitty) as game:
        game.press("z", CTRL)
        game.wait_stopped()
        game.drain()
        assert not game.alt_screen
        game.program.signal(signal.SIGCONT)
        game.wait_for(lambda: game.alt_screen, what="for the program to come back")
