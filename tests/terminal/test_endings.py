"""However a program is stopped, hindered and ended, it keeps the game and leaves the terminal as it was."""

import signal
from pathlib import Path
from time import monotonic_ns
from typing import Final

import pytest

from piecement.cli.play import FAREWELL
from tests.patience import PATIENCE_S
from tests.terminal import endings
from tests.terminal.played_game import BOTH_KINDS, PAUSE_SEEN, SUBTITLE_SEEN, PlayedGame, piece_falling
from tests.terminal.pty_program import PtyProgram
from tests.terminal.room_server import served
from tests.terminal.warm_program import WarmProgram

MARATHON: Final = ("--mode", "marathon", "--seed", "5")


@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.wide)])
def test_stops_hindrances_and_ends_end_well_on_every_screen(half: int) -> None:
    assert not endings.failures(endings.seed_of_each(endings.SCREENS, 0)[half::2], WarmProgram)


@pytest.mark.wide
def test_courses_of_a_program_that_was_started_end_well() -> None:
    assert not endings.failures(range(500, 502), PtyProgram)


@pytest.mark.long
def test_many_courses_of_a_program_that_was_started_end_well() -> None:
    assert not endings.failures(range(502, 600), PtyProgram)


@pytest.mark.long
@pytest.mark.parametrize("first", [0, 100, *range(1000, 5000, 100)])
def test_thousands_of_courses_end_well(first: int) -> None:
    assert not endings.failures(range(first, first + 100), WarmProgram)


def test_a_course_ends_well_on_every_screen_of_a_server(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as server:
        assert not endings.failures(endings.seed_of_each(endings.ONLINE_SCREENS, 700), WarmProgram, server)


@pytest.mark.long
@pytest.mark.parametrize("first", range(10_000, 11_000, 100))
def test_a_thousand_courses_on_the_screens_of_a_server_end_well(first: int, tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as server:
        assert not endings.failures(range(first, first + 100), WarmProgram, server)


@pytest.mark.parametrize(
    ("first", "kitty"), [(signal.SIGHUP, 31), (signal.SIGTERM, 31), (signal.SIGTERM, None), (signal.SIGINT, None)]
)
def test_signals_after_the_first_change_nothing(first: signal.Signals, kitty: int | None, tmp_path: Path) -> None:
    with piece_falling(tmp_path, *MARATHON, kitty=kitty) as game:
        game.program.signal(first)
        game.wait_for(lambda: not game.alt_screen, what="for the first signal to be heard")
        for number in (*endings.ENDINGS.values(), signal.SIGHUP):
            game.program.signal(number)
            game.pump(0.001)

        assert game.wait_exit() == 128 + first
        game.assert_restored()
        assert endings.kept(tmp_path) == (1, 0)


def test_signal_during_leaving_does_not_change_the_status(tmp_path: Path) -> None:
    with PlayedGame(tmp_path) as game:
        game.expect_text(SUBTITLE_SEEN)
        game.press("c", 4)
        game.wait_for(lambda: not game.alt_screen, what="for the terminal to be given back")
        while not game.program.has_ended():
            game.program.signal(signal.SIGHUP)
            game.pump(0.002)

        assert game.wait_exit() == 0
        game.assert_restored()


@pytest.mark.parametrize("alternate", [True, False], ids=["with another screen", "with one screen"])
def test_nothing_of_the_game_stays_on_the_screen(alternate: bool, tmp_path: Path) -> None:
    """GNU screen and mosh have no other screen to go back to."""
    with piece_falling(tmp_path, *MARATHON, alternate=alternate) as game:
        game.quit()

        assert [line for line in game.lines if line] == [FAREWELL]


@BOTH_KINDS
def test_a_program_that_was_frozen_takes_the_terminal_afresh(kitty: int | None, tmp_path: Path) -> None:
    """It is paused. A shell makes the terminal its own meanwhile, and leaves what only the program set."""
    with piece_falling(tmp_path, *MARATHON, kitty=kitty) as game:
        read = game.read_clock()
        raw, column = game.program.attributes, game.column
        flags = game.flag_stacks
        game.program.signal(signal.SIGSTOP)
        game.wait_stopped()
        frozen_ns = monotonic_ns()
        game.program.make_sane()
        sane = game.program.attributes
        game.program.signal(signal.SIGCONT)
        game.expect_text(PAUSE_SEEN)
        game.wait_for(lambda: game.program.attributes == raw, what="for the program to take the terminal")
        game.assert_clock_stood(read, frozen_ns, game.play_on())
        game.tap("left")

        game.wait_for(lambda: game.column == column - 1, what="for the game to hear a key")
        assert game.flag_stacks == flags
        game.quit()
        assert game.program.attributes == sane


def test_a_hang_up_is_heard_beside_other_programs(tmp_path: Path) -> None:
    first, second = (PtyProgram(["cat"], (80, 24), {}, tmp_path) for _ in range(2))
    first.write(b"up\n")
    seen = b""
    while seen.count(b"up") < 2:  # the terminal echoes one of them, and the program the other
        seen += first.read(PATIENCE_S)
    first.hang_up()
    try:
        assert first.wait_blocked(PATIENCE_S) == -signal.SIGHUP
    finally:
        first.close()
        second.close()


@pytest.mark.parametrize("number", endings.STOPS.values(), ids=endings.STOPS)
def test_menu_is_whole_after_a_stop(number: signal.Signals, tmp_path: Path) -> None:
    with PlayedGame(tmp_path) as game:
        game.expect_whole_title()
        seen = game.display
        game.program.signal(number)
        game.wait_stopped()
        game.program.signal(signal.SIGCONT)
        game.wait_for(lambda: game.output.count(b"\x1b[?1049h") == 2, what="for the terminal to be taken again")
        game.wait_for(lambda: game.display == seen, what="for all of the menu")
        game.quit()
