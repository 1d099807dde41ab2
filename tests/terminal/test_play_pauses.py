"""Whatever keeps a player from the game stops it, and nothing of it is lost: pause, focus, size, signals."""

import signal
from functools import partial
from pathlib import Path
from time import monotonic_ns
from typing import Final

import pytest

from tests.terminal.endings import kept
from tests.terminal.played_game import (
    BOTH_KINDS,
    CTRL,
    FLOATING,
    FOCUS_GAINED,
    FOCUS_LOST,
    GAME_KEYS_SEEN,
    KITTY_FIRST,
    LOCKED,
    PAUSE_SEEN,
    TITLE_SEEN,
    PlayedGame,
    piece_falling,
)

MARATHON: Final = ("--mode", "marathon", "--seed", "36421")
TOO_SMALL: Final = "Too small."

DIGITS: Final = {"3": ("▀▀█", "▀▀█", "▀▀▀"), "2": ("▀▀█", "█▀▀", "▀▀▀"), "1": ("▄█", "█", "▀▀▀")}
"""What the countdown looks like, without the blanks around it."""


def number_seen(game: PlayedGame) -> str:
    """Return the number that stands in the field."""
    seen = [line[game.field_x : game.field_x + 20].strip() for line in game.display]
    triples = list(zip(seen, seen[1:], seen[2:], strict=False))
    return next((number for number, drawn in DIGITS.items() if drawn in triples), "")


@KITTY_FIRST
def test_a_pause_stops_the_clock_and_hides_the_board(kitty: int | None, tmp_path: Path) -> None:
    with piece_falling(tmp_path, *MARATHON, kitty=kitty) as game:
        game.expect_running()
        read = game.read_clock()
        paused_ns = game.pause()
        assert not game.cells(FLOATING)
        game.tap("?")
        game.expect_text("KEYS   Pause")
        game.tap("escape")
        game.expect_no_text("KEYS   Pause")

        game.assert_clock_stood(read, paused_ns)
        resumed_ns = game.play_on()
        game.assert_clock_stood(read, paused_ns, resumed_ns)


def test_a_key_held_into_a_pause_is_let_go(tmp_path: Path) -> None:
    with piece_falling(tmp_path, *MARATHON) as game:
        game.press("right")
        game.wait_for(lambda: game.column == 7, what="for the wall")
        game.pause()
        game.play_on()
        game.tap("left")
        game.wait_for(lambda: game.column == 6, what="for a step to the left")
        later = game.seconds + 0.3
        game.wait_for(lambda: game.seconds > later)

        assert game.column == 6


@KITTY_FIRST
def test_losing_the_focus_pauses(kitty: int | None, tmp_path: Path) -> None:
    with piece_falling(tmp_path, *MARATHON, kitty=kitty) as game:
        read = game.read_clock()
        game.send(FOCUS_LOST)
        game.expect_text(PAUSE_SEEN)
        paused_ns = monotonic_ns()
        game.send(FOCUS_GAINED)
        game.tap("?")
        game.expect_text("KEYS   Pause")
        game.tap("escape")
        game.expect_text(PAUSE_SEEN)

        game.assert_clock_stood(read, paused_ns)


def test_a_terminal_that_shrinks_pauses_the_game_until_it_grows(tmp_path: Path) -> None:
    """Also where the environment has the size of the start, as some shells export it."""
    with piece_falling(tmp_path, *MARATHON, env={"COLUMNS": "80", "LINES": "24"}) as game:
        game.drop()
        read = game.read_clock()
        game.resize(30, 10)
        game.expect_text(TOO_SMALL)
        stopped_ns = monotonic_ns()
        game.resize(80, 24)
        game.expect_no_text(TOO_SMALL)
        game.wait_for(lambda: number_seen(game), what="for the countdown")
        resumed_ns = game.cut_countdown(stopped_ns)

        assert game.pieces == 1
        game.assert_clock_stood(read, stopped_ns, resumed_ns)


@pytest.mark.parametrize("resize_reports", [False, True], ids=["by signal", "by report"])
def test_a_game_goes_on_in_a_terminal_of_another_size(resize_reports: bool, tmp_path: Path) -> None:
    with piece_falling(tmp_path, *MARATHON, resize_reports=resize_reports) as game:
        game.drop()
        for size in ((120, 40), (100, 30), (80, 24)):
            if resize_reports:
                game.wait_for(lambda: game.modes.get("2048"))
            before = game.field_x
            game.resize(*size)
            game.wait_for(lambda: game.field_x not in {before, -1}, what=f"for the game at {size}")  # noqa: B023 - at once
            game.expect_text(GAME_KEYS_SEEN)
            assert TOO_SMALL not in game.text
        game.expect_running()

        assert PAUSE_SEEN not in game.text
        game.wait_for(lambda: game.cells(LOCKED) == frozenset({(3, 0), (4, 0), (5, 0), (4, 1)}), what="for the blocks")


@BOTH_KINDS
def test_stopped_program_leaves_and_comes_back_paused(kitty: int | None, tmp_path: Path) -> None:
    with piece_falling(tmp_path, *MARATHON, kitty=kitty) as game:
        read = game.read_clock()
        game.program.signal(signal.SIGTSTP)
        game.wait_stopped()
        stopped_ns = monotonic_ns()
        game.drain()
        game.assert_restored()
        game.program.signal(signal.SIGCONT)
        game.wait_for(lambda: game.alt_screen, what="for the program to come back")
        game.expect_text(PAUSE_SEEN)

        resumed_ns = game.play_on()
        game.assert_clock_stood(read, stopped_ns, resumed_ns)
        game.quit()


@KITTY_FIRST
def test_a_guests_program_cannot_be_suspended(kitty: int | None, tmp_path: Path) -> None:
    """Nobody could continue it: a visitor in a browser or over SSH has no shell."""
    with PlayedGame(tmp_path, kitty=kitty, env={"PIECEMENT_GUEST": "1"}) as game:
        for stop in (partial(game.tap, "z", modifiers=CTRL), partial(game.program.signal, signal.SIGTSTP)):
            game.expect_text(TITLE_SEEN)
            stop()
            game.tap("?")
            game.expect_text("THIS SCREEN")
            assert "suspend" not in game.text
            game.tap("escape")
        assert not game.program.was_stopped()
        game.expect_text(TITLE_SEEN)
        game.tap("c", modifiers=CTRL)
        assert game.wait_exit() == 0


def test_a_game_without_its_terminal_ends(tmp_path: Path) -> None:
    with piece_falling(tmp_path, *MARATHON) as game:
        game.tap("left")
        game.program.hang_up()

        assert game.wait_exit() == 128 + signal.SIGHUP
        assert kept(tmp_path) == (1, 0)


@pytest.mark.parametrize("where", ["a frame", "a key of the game", "the reader of keys", "the result", "a menu"])
def test_error_restores_the_terminal_and_names_itself(where: str, tmp_path: Path) -> None:
    with PlayedGame(tmp_path, *MARATHON, altered=True, env={"FAIL_IN": where}) as game:
        game.wait_for(lambda: game.alt_screen)
        if where == "a key of the game":
            game.expect_piece()
            game.tap("left")
        if where == "the result":
            game.expect_piece()
            game.press("d", CTRL)
        if where == "a menu":
            game.expect_piece()
            game.pause()
            game.tap("enter")

        assert game.wait_exit() == 1
        assert b"failed on purpose" in game.output
        game.assert_restored()
