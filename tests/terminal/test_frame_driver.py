"""A frame goes to the terminal in one piece, and a terminal that is gone blocks nothing."""

from queue import SimpleQueue
from typing import Any

from textual._ansi_sequences import SYNC_END, SYNC_START

from piecement.keyboard.frame_driver import FrameDriver


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
