"""The game itself on a pty: played by keys, in a terminal that reports releases and in one that does not."""

import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.terminal.fake_terminal import FakeTerminal

CTRL: Final = 4
ACTIVE: Final = "▓▓"
WALL: Final = "║"
TERMINALS: Final = pytest.mark.parametrize("kitty", [31, None], ids=["kitty", "legacy"])

Start = Callable[..., FakeTerminal]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start the game in terminals that are closed after the test."""
    terminals: list[FakeTerminal] = []

    def start_game(*arguments: str, **options: Any) -> FakeTerminal:  # options of the terminal, handed on
        env = {"PYTHONPATH": ":".join(path for path in sys.path if path), "ESCDELAY": None}
        terminals.append(FakeTerminal([sys.executable, "-m", "piecement", *arguments], env=env, **options))
        return terminals[-1]

    yield start_game
    for terminal in terminals:
        terminal.close()


def a_marathon(start: Start, **options: Any) -> FakeTerminal:  # options of the terminal, handed on
    """Start a marathon whose first pieces are S, O and L, and wait for its first piece."""
    terminal = start("--mode", "marathon", "--seed", "7", **options)
    terminal.wait_for(lambda: active_cells(terminal), 10, what="for the first piece")
    return terminal


def active_cells(terminal: FakeTerminal) -> set[tuple[int, int]]:
    """Return the cells of the piece in play: (column of the board, line of the terminal)."""
    cells: set[tuple[int, int]] = set()
    for y, line in enumerate(terminal.lines):
        wall = line.find(WALL) if WALL in line else terminal.lines[y + 1].find(WALL) if y + 1 < 24 else -1
        inside = line[wall + 1 : wall + 21] if wall >= 0 else ""
        cells |= {(x, y) for x in range(10) if inside[2 * x : 2 * x + 2] == ACTIVE}
    return cells


def column(terminal: FakeTerminal) -> int:
    """Return the leftmost column of the piece in play."""
    return min((x for x, _ in active_cells(terminal)), default=-1)


def wait_for_column(terminal: FakeTerminal, expected: int) -> None:
    """Wait until the piece in play is in a column."""
    terminal.wait_for(lambda: column(terminal) == expected, what=f"for column {expected}, not {column(terminal)}")


@TERMINALS
def test_a_game_is_chosen_played_lost_and_left(start: Start, kitty: int | None) -> None:
    terminal = start(kitty=kitty)
    terminal.expect_text("a falling-piece game for the terminal", 10)
    terminal.tap("enter")
    terminal.expect_text("40-Lines")
    terminal.tap("down")
    terminal.tap("enter")
    terminal.expect_text("MARATHON")
    terminal.tap("d", CTRL)
    terminal.expect_text("Marathon: You gave up.")
    terminal.tap("c", CTRL)

    assert terminal.wait_exit() == 0
    assert "Thanks for playing." in terminal.text
    terminal.assert_restored()


@TERMINALS
def test_a_tap_moves_by_one(start: Start, kitty: int | None) -> None:
    terminal = a_marathon(start, kitty=kitty)
    before = column(terminal)
    terminal.tap("left")
    wait_for_column(terminal, before - 1)
    terminal.tap("right")
    terminal.tap("right")
    wait_for_column(terminal, before + 1)


def test_a_hold_runs_by_the_delays_of_the_rules_to_the_cell(start: Start) -> None:
    """In 285 ms a piece steps at 0, 167, 200, 233 and 266 ms."""
    terminal = a_marathon(start)
    terminal.hold("right", 0.6)
    wait_for_column(terminal, 7)
    terminal.hold("left", 0.285)
    terminal.pump(0.2)

    assert column(terminal) == 7 - 5


def test_a_hold_in_a_legacy_terminal_moves_once_for_every_byte(start: Start) -> None:
    terminal = a_marathon(start, kitty=None)
    terminal.hold("right", 0.6)
    terminal.pump(0.2)
    wait_for_column(terminal, 7)
    terminal.press("left")
    terminal.repeat("left")
    terminal.repeat("left")
    terminal.pump(0.3)

    assert column(terminal) == 7 - 3


@TERMINALS
def test_a_piece_turns_drops_and_is_followed_by_the_next(start: Start, kitty: int | None) -> None:
    terminal = a_marathon(start, kitty=kitty)
    lying = active_cells(terminal)
    terminal.tap("d")
    terminal.wait_for(lambda: len({x for x, _ in active_cells(terminal)}) == 2, what="for the turn")
    terminal.tap("up")
    terminal.wait_for(lambda: "██" in terminal.lines[20], what="for the piece to lie")
    terminal.wait_for(lambda: active_cells(terminal) and active_cells(terminal) != lying, what="for the next piece")


@TERMINALS
def test_a_pause_keeps_the_field_in_sight_and_counts_down(start: Start, kitty: int | None) -> None:
    terminal = a_marathon(start, kitty=kitty)
    terminal.tap("escape")
    terminal.expect_text("Paused")
    assert active_cells(terminal)
    terminal.tap("escape")
    terminal.expect_no_text("Paused")
    terminal.wait_for(lambda: "██████" in terminal.text, what="for the count")
    terminal.tap("left")
    terminal.wait_for(lambda: "██████" not in terminal.text, 1, what="for the count to be cut short")


def test_the_mouse_is_reported_in_menus_and_not_in_a_game(start: Start) -> None:
    terminal = start()
    terminal.wait_for(lambda: terminal.modes.get("1000"), 10, what="for the mouse")
    terminal.expect_text("New game")
    terminal.tap("enter")
    terminal.expect_text("40-Lines")
    terminal.tap("enter")
    terminal.wait_for(lambda: not terminal.modes.get("1000"), what="for the mouse to be off")
    terminal.tap("escape")
    terminal.wait_for(lambda: terminal.modes.get("1000"), what="for the mouse to be back")


def test_a_lost_focus_pauses(start: Start) -> None:
    terminal = a_marathon(start)
    terminal.tap("left")
    terminal.send("\x1b[O")
    terminal.expect_text("Paused")


def test_a_stopped_process_pauses_and_gives_the_terminal_back_meanwhile(start: Start) -> None:
    terminal = a_marathon(start)
    terminal.program.signal(signal.SIGTSTP)
    terminal.wait_stopped()
    terminal.pump(0.1)
    terminal.assert_restored()
    terminal.program.signal(signal.SIGCONT)
    terminal.expect_text("Paused")
    terminal.tap("c", CTRL)

    assert terminal.wait_exit() == 0


def test_a_terminal_that_shrinks_says_what_the_game_needs_and_recovers(start: Start) -> None:
    terminal = a_marathon(start)
    terminal.resize(20, 10)
    terminal.expect_text("Too small")
    terminal.resize(80, 24)
    terminal.expect_no_text("Too small")
    terminal.wait_for(lambda: "██████" in terminal.text, what="for the countdown")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_the_game_leaves_the_terminal_as_it_was(start: Start, number: signal.Signals) -> None:
    terminal = a_marathon(start)
    terminal.program.signal(number)

    assert terminal.wait_exit() == 128 + number
    terminal.assert_restored()


def test_a_start_board_lies_there(start: Start, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("#########.\n")
    terminal = start("--board", str(board))
    terminal.wait_for(lambda: "█" * 18 in terminal.text, 10, what="for the board")


@pytest.mark.parametrize(("skin", "glyph"), [("ascii", "[]"), ("electronika_60", "▮▮")])
def test_a_skin_can_be_asked_for(start: Start, skin: str, glyph: str) -> None:
    terminal = start("--mode", "40_lines", "--skin", skin)
    terminal.expect_text(glyph, 10)
