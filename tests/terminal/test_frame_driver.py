"""A frame goes to the terminal in one piece, and a terminal that is slow, or gone, blocks nothing."""

import os
import pty
import select
import subprocess
import sys
import termios
import tty
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any, TextIO
from unittest.mock import MagicMock, patch

import pytest

from piecement.terminal.canvas.encoder import RESET
from piecement.terminal.frame_driver import FrameDriver
from piecement.terminal.output import SYNC_END, SYNC_START, TerminalWriter
from piecement.terminal.posix_driver import KeyboardDriver
from tests.patience import PATIENCE_S
from tests.terminal.pty_program import environment


class StubWriter:
    """Stands for what writes to the terminal: keeps what it is given."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.waiting: list[bytes] = []

    def send(self, piece: str = "") -> bool:
        self.taken.append(piece)
        return True


def writing_to(writer: StubWriter) -> FrameDriver:
    """Return a driver without a terminal that writes to a stub."""
    driver: Any = FrameDriver.__new__(FrameDriver)  # Any: it is given a stub
    driver.has_bytes_only = False
    driver._writer, driver._frame, driver._has_left_out = writer, None, False
    made: FrameDriver = driver
    return made


def test_a_frame_is_one_piece_after_a_reset() -> None:
    writer = StubWriter()
    driver = writing_to(writer)
    for data in (SYNC_START, "row 1", "row 2", SYNC_END, "after"):
        driver.write(data)

    assert writer.taken == [f"{SYNC_START}{RESET}row 1row 2{SYNC_END}", "after"]


def test_a_part_of_a_frame_can_be_written_early() -> None:
    writer = StubWriter()
    driver = writing_to(writer)
    driver.write(SYNC_START)
    driver.write("row 1")
    driver.finish_frame()
    driver.write("reset")

    assert writer.taken == [f"{SYNC_START}{RESET}row 1", "reset"]


def test_no_frame_is_taken_while_two_pieces_wait() -> None:
    writer = StubWriter()
    driver = writing_to(writer)
    taken: list[bool] = []
    for waiting in (0, 1, 2, 1):
        writer.waiting = [b"frame"] * waiting
        taken.append(driver.takes_frame())

    assert taken == [True, True, False, True]


def test_no_frame_is_taken_while_a_shell_has_the_terminal() -> None:
    driver: Any = KeyboardDriver.__new__(KeyboardDriver)  # Any: it is given a stub
    driver._writer, driver._has_left_out = StubWriter(), False
    taken: list[bool] = []
    for driver._started, waiting in ((True, 0), (True, 2), (False, 0)):
        driver._writer.waiting = [b"frame"] * waiting
        taken.append(driver.takes_frame())

    assert taken == [True, False, False]


def test_letters_without_marks_where_a_byte_is_a_character() -> None:
    writer = StubWriter()
    driver = writing_to(writer)
    driver.write("zurück")
    driver.has_bytes_only = True
    driver.write("zurück, größer")

    assert writer.taken == ["zurück", "zuruck, groser"]


@pytest.fixture
def terminal() -> Iterator[tuple[int, TextIO]]:
    """A pty: the number to read what is shown from, and the file to write to."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    with os.fdopen(slave, "w", encoding="utf-8") as file:
        yield master, file
    os.close(master)


def shown(master: int, end: str, writer: TerminalWriter) -> str:
    """Return all that a terminal was sent, which is known by its end."""
    data = b""
    while not data.endswith(end.encode()):
        ready, _, _ = select.select([master], [], [], PATIENCE_S)
        assert ready, data[-100:]
        data += os.read(master, 65536)
        writer.send()
    return data.decode()


def test_accepted_output_is_written_at_once(terminal: tuple[int, TextIO]) -> None:
    master, file = terminal
    writer = TerminalWriter(file)
    writer.send("row ▒")

    assert not writer.waiting
    assert shown(master, "▒", writer) == "row ▒"


def test_delayed_output_comes_out_whole(terminal: tuple[int, TextIO]) -> None:
    """Even where the cut goes through a character, and before what is written after it."""
    master, file = terminal
    writer = TerminalWriter(file)
    long = "a▒" * 100_000
    writer.send(long)
    writer.send("after")

    assert len(writer.waiting) == 2
    assert not writer.send_within(0)
    assert shown(master, "after", writer) == long + "after"
    assert not writer.waiting


def test_the_end_waits_for_a_slow_terminal(terminal: tuple[int, TextIO]) -> None:
    """One that takes a byte now and then is waited for, and only one that takes nothing is given up."""
    master, file = terminal
    writer = TerminalWriter(file)
    writer.send("a" * 100_000)
    now = 0.0

    def read_on(_: float) -> None:
        nonlocal now
        now += 0.4
        os.read(master, 20_000)

    with patch("piecement.terminal.output.time") as clock:
        clock.monotonic.side_effect = lambda: now
        clock.sleep.side_effect = read_on
        is_sent = writer.send_within(1)

    assert is_sent
    assert now > 1


def test_frames_that_wait_can_be_left_out(terminal: tuple[int, TextIO]) -> None:
    master, file = terminal
    writer = TerminalWriter(file)
    begun = f"{SYNC_START}{'a' * 200_000}"
    for piece in (begun, f"{SYNC_START}b", "mode", f"{SYNC_START}c"):
        writer.send(piece)
    writer.discard(SYNC_START)
    writer.send("end")

    assert shown(master, "end", writer) == f"{begun}modeend"


def test_no_key_is_echoed_into_pending_output(terminal: tuple[int, TextIO]) -> None:
    master, file = terminal
    driver: Any = writing_to(StubWriter())
    driver._writer, driver._retry, driver.loop = TerminalWriter(file), None, MagicMock()
    driver.fileno, driver.attrs_before = file.fileno(), termios.tcgetattr(file)
    driver.attrs_before[tty.LFLAG] |= termios.ECHO
    driver._in_band_window_resize, driver._writer_thread, driver.exit_event = False, None, Event()
    driver.exit_event.set()  # as after the last key was read
    echoes: list[bool] = []

    def echo() -> bool:
        return bool(termios.tcgetattr(file)[tty.LFLAG] & termios.ECHO)

    def read_on(_: float) -> None:
        echoes.append(echo())
        os.read(master, 20_000)

    driver.write("a" * 100_000)
    with patch("piecement.terminal.output.time") as clock:
        clock.monotonic.return_value = 0.0
        clock.sleep.side_effect = read_on
        driver.suspend_application_mode()

    assert echoes
    assert not any(echoes), "while anything is left"
    assert echo()


def test_other_files_are_written_to_all_the_same(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w", encoding="utf-8") as file:
        TerminalWriter(file).send("data")

    assert (tmp_path / "file").read_text() == "data"


GONE = """
import os, pty, sys
master, slave = pty.openpty()
for number in (1, 2):
    os.dup2(slave, number)
os.close(slave)
from piecement.terminal.output import TerminalWriter, make_prints_nonblocking
writer = TerminalWriter(sys.stderr)
make_prints_nonblocking()
os.close(master)
for text in ("a frame" * 2000, "another"):
    writer.send(text)
assert not writer.waiting
print("the rest, which is written when the program ends")
"""


def test_output_to_a_lost_terminal_goes_nowhere() -> None:
    ended = subprocess.run([sys.executable, "-c", GONE], check=False, env=environment({}))

    assert ended.returncode == 0
