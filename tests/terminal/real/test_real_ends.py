"""However the game is stopped or ended in a terminal emulator: it is kept, and the terminal is as it was before."""

import os
import signal
from pathlib import Path
from typing import Final

import pytest

from piecement_engine import Button
from tests.terminal.real.desktop import Desktop, wait_until
from tests.terminal.real.emulator_window import EmulatorWindow
from tests.terminal.real.emulators import Emulator
from tests.terminal.real.recorded import ended_games_of
from tests.terminal.real.window_game import WindowGame

CLOSES: Final = int(os.environ.get("REAL_TERMINALS_CLOSES", "1"))
"""How often the window of each emulator is closed; a fault that comes now and then takes more to be seen."""

HUNG_UP: Final = 128 + signal.SIGHUP
SHELL: Final = ("/bin/bash", "--norc", "--noprofile", "-i")


def play_a_little(game: WindowGame) -> None:
    """Drop a piece, and step to the left."""
    since = len(game.states)
    game.desktop.press("Up", "Left")
    game.expect_held(Button.MOVE_LEFT, since)


def assert_kept(game: WindowGame) -> None:
    """Assert that nothing of the game is lost, and that it can be played on."""
    played = game.played()

    assert played.locks == 1
    assert played.presses(Button.MOVE_LEFT) == 1
    assert ended_games_of(game.folder) == 0


def assert_same_terminal(window: EmulatorWindow, before: dict[str, object], *, has_printed: bool = False) -> None:
    """Assert that the terminal is in a state that it was in before, but for what the program printed at its end."""
    after = window.probe()
    if has_printed or not window.emulator.has_other_screen:
        before, after = ({**state, "cursor": None} for state in (before, after))

    assert after == before


def test_ctrl_c_keeps_the_game_and_leaves_the_terminal_as_it_was(game: WindowGame) -> None:
    window = game.window
    before, heard = window.probe(), window.heard()
    game.start()
    play_a_little(game)
    game.desktop.press("ctrl+c")

    assert window.status() == 0
    assert_kept(game)
    assert_same_terminal(window, before, has_printed=True)
    assert window.heard() == heard


def test_second_hangup_keeps_game_and_restores_terminal(game: WindowGame) -> None:
    before = game.window.probe()
    game.start()
    play_a_little(game)
    game.signal(signal.SIGHUP, signal.SIGHUP)

    assert game.window.status() == HUNG_UP
    assert_kept(game)
    assert_same_terminal(game.window, before)


@pytest.mark.parametrize("stop", [signal.SIGSTOP, signal.SIGTSTP], ids=lambda stop: stop.name)
def test_a_game_that_was_stopped_goes_on_in_its_shell(game: WindowGame, stop: signal.Signals) -> None:
    window = game.window
    if window.emulator.reports_releases and stop == signal.SIGSTOP:
        pytest.skip("nobody can tell the terminal to end its keyboard protocol, so the shell is typed gibberish")
    window.ask(do="clear")
    before = window.probe()
    window.start(list(SHELL), game.folder)
    game.start_in_shell()
    since = len(game.states)
    game.desktop.press("Right")
    game.expect_held(Button.MOVE_RIGHT, since)  # so answers of the terminal are read: later ones go to the shell
    game.signal(stop)
    wait_until(lambda: game.is_stopped, "for the shell to have the terminal")
    game.desktop.type("fg")
    game.expect_paused()
    game.play_on()
    play_a_little(game)
    game.desktop.press("ctrl+c")
    wait_until(lambda: game.has_ended, "for the game to end")
    game.desktop.type("exit")

    assert window.status() == 0
    assert_kept(game)
    window.ask(do="clear")
    assert_same_terminal(window, before)


@pytest.mark.usefixtures("windows")  # which skips an emulator that does not start
def test_closing_the_window_keeps_the_game(desktop: Desktop, emulator: Emulator, tmp_path: Path) -> None:
    for number in range(CLOSES):
        folder = tmp_path / str(number)
        folder.mkdir()
        with EmulatorWindow(desktop, emulator, folder) as window:
            game = WindowGame(window, folder)
            game.start()
            play_a_little(game)
            window.close()
            if emulator.inside:  # a multiplexer goes on without its window, and so does the game in it
                window.expect_gone()
                game.signal(signal.SIGHUP)

            assert window.status() == HUNG_UP
            assert_kept(game)
            window.leave()
            window.expect_gone()
