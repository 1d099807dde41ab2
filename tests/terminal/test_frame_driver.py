"""A frame goes to the terminal in one piece, and a terminal that is gone blocks nothing."""

import os
import pty
import select
import tty
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TextIO, cast

import pytest
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual.drivers._writer_thread import WriterThread

from piecement.terminal.frame_driver import FrameDriver, TerminalWriter
from tests.patience import PATIENCE_S


class StubWriter:
    """Stands for the writer thread: keeps what it is given."""

    def __init__(self, *, alive: bool = True) -> None:
        self._queue: SimpleQueue[str] = SimpleQueue()
        self._alive = alive

    def is_alive(self) -> bool:
        return self._alive

    def write(self, text: str) -> None:
        self._queue.put(text)

    def taken(self) -> list[str]:
        return [self._queue.get() for _ in range(self._queue.qsize())]


def writing_to(writer: StubWriter) -> FrameDriver:
    """Return a driver without a terminal that writes to a stub."""
    driver = FrameDriver.__new__(FrameDriver)
    stand_in: Any = writer  # a thread by its looks only
    driver._writer_thread = stand_in
    return driver


def test_a_frame_is_written_in_one_piece() -> None:
    writer = StubWriter()
    driver = writing_to(writer)
    for data in (SYNC_START, "row 1", "row 2", SYNC_END, "after"):
        driver.write(data)

    assert writer.taken() == [f"{SYNC_START}row 1row 2{SYNC_END}", "after"]


def test_what_there_is_of_a_frame_can_be_written_early() -> None:
    writer = StubWriter()
    driver = writing_to(writer)
    driver.write(SYNC_START)
    driver.write("row 1")
    driver.finish_frame()
    driver.write("reset")

    assert writer.taken() == [f"{SYNC_START}row 1", "reset"]


def test_the_backlog_counts_what_the_terminal_has_not_taken() -> None:
    driver = writing_to(StubWriter())
    assert driver.backlog == 0
    driver.write("one")
    driver.write("two")

    assert driver.backlog == 2


def test_nothing_is_queued_for_a_terminal_that_is_gone() -> None:
    writer = StubWriter(alive=False)
    writing_to(writer).write("lost")

    assert writer.taken() == []


def test_what_is_written_to_a_terminal_that_is_gone_goes_nowhere_and_nothing_fails() -> None:
    master, slave = pty.openpty()
    with os.fdopen(slave, "w", encoding="utf-8") as file:
        writer = TerminalWriter(file)
        os.close(master)
        for text in ("a frame" * 2000, "another"):
            writer.write(text)
            writer.flush()
        file.write("the rest, which is written when the file is closed")


@pytest.fixture
def terminal() -> Iterator[tuple[int, TextIO]]:
    """A pty: the number to read what is shown from, and the file to write to."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    with os.fdopen(slave, "w", encoding="utf-8") as file:
        yield master, file
    os.close(master)


def shown(master: int, end: str) -> str:
    """Return all that a terminal was sent, which is known by its end."""
    data = b""
    while not data.endswith(end.encode()):
        ready, _, _ = select.select([master], [], [], PATIENCE_S)
        assert ready, data[-100:]
        data += os.read(master, 65536)
    return data.decode()


def test_what_the_terminal_takes_is_written_at_once(terminal: tuple[int, TextIO]) -> None:
    master, file = terminal

    assert TerminalWriter(file).write_at_once("row ▒") is None
    assert shown(master, "▒") == "row ▒"


def test_what_the_terminal_does_not_take_is_left_for_the_thread_and_comes_out_whole(
    terminal: tuple[int, TextIO],
) -> None:
    """Even where the cut goes through a character, and before what is written after it."""
    master, file = terminal
    writer = TerminalWriter(file)
    long = "a▒" * 100_000

    left = writer.write_at_once(long)
    after = writer.write_at_once("after")
    assert left is not None
    assert after == "after"

    thread = WriterThread(cast(TextIO, writer))
    thread.start()
    thread.write(left)
    thread.write(after)
    seen = shown(master, "after")
    thread.stop()

    assert seen == long + "after"
    assert writer.write_at_once("then") is None


def test_nothing_is_written_at_once_to_what_is_no_terminal() -> None:
    with Path(os.devnull).open("w", encoding="utf-8") as file:
        assert TerminalWriter(file).write_at_once("data") == "data"


def test_a_terminal_of_one_byte_a_character_gets_letters_without_marks_as_wide_as_before() -> None:
    writer = StubWriter()
    driver = writing_to(writer)
    driver.write("zurück")
    driver.has_bytes_only = True
    driver.write("zurück, größer")

    assert writer.taken() == ["zurück", "zuruck, groser"]
