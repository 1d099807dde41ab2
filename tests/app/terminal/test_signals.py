"""Signals that end a program do so in order, and at no moment as they would by themselves."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has other signals", allow_module_level=True)

from piecement.terminal.signals import TerminalSignals
from tests.sampling import mostly_wide

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
ALL = (*ENDING, signal.SIGTSTP, signal.SIGCONT, signal.SIGTTOU)
KILLING = (signal.SIG_DFL, signal.default_int_handler)


@pytest.fixture(autouse=True)
def signals_as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in ALL}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def handled(loop: asyncio.AbstractEventLoop, ends: list[int]) -> TerminalSignals:
    signals = TerminalSignals(loop, end=ends.append, before_stop=lambda: None, after_continue=lambda: None)
    signals.handle()
    return signals


@pytest.mark.parametrize("first", ENDING)
def test_the_first_signal_ends_and_the_others_do_nothing(first: signal.Signals) -> None:
    async def run() -> list[int]:
        ends: list[int] = []
        handled(asyncio.get_running_loop(), ends)
        for number in (first, *ENDING, first):
            os.kill(os.getpid(), number)
        while not ends:
            await asyncio.sleep(0)
        os.kill(os.getpid(), signal.SIGHUP)
        await asyncio.sleep(0)
        return ends

    assert asyncio.run(run()) == [first]


@pytest.mark.parametrize("numbers", list(permutations(ENDING, 2)))
def test_simultaneous_signals_end_once_and_silently(
    numbers: tuple[signal.Signals, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a program goes on that was stopped: Python complains of one that is ignored after it has come."""
    complaints: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", complaints.append)

    async def run() -> list[int]:
        ends: list[int] = []
        handled(asyncio.get_running_loop(), ends)
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        for number in numbers:
            os.kill(os.getpid(), number)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
        for _ in range(5):
            await asyncio.sleep(0)
        return ends

    ends = asyncio.run(run())

    assert len(ends) == 1
    assert complaints == []


def test_no_signal_kills_a_program_handling_them_until_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The event loop gives a signal back to the system when it lets go of it, and lets go of all when it is closed."""
    killing: list[int] = []
    set_handler = signal.signal

    def spy(number: int, handler: Any) -> object:  # Any: a handler is of many types
        if handler in KILLING:
            killing.append(number)
        return set_handler(number, handler)

    loop = asyncio.new_event_loop()
    signals = handled(loop, [])
    monkeypatch.setattr(signal, "signal", spy)
    signals.ignore()
    meanwhile = list(killing)
    loop.close()

    assert meanwhile == []
    assert not {*killing} & {*ENDING}
    assert all(callable(signal.getsignal(number)) for number in ENDING), (
        "Python complains of a late one that is ignored"
    )


@pytest.mark.parametrize("number", [*ENDING, signal.SIGTSTP, signal.SIGCONT])
def test_signal_during_loop_closing_skips_closed_parts(number: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    """The event loop closes the socket by which it hears of signals before it says that nobody is to write there."""
    complaints: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", complaints.append)
    loop = asyncio.new_event_loop()
    signals = handled(loop, [])
    close = asyncio.BaseEventLoop.close

    def signalled(closed: asyncio.BaseEventLoop) -> None:
        os.kill(os.getpid(), number)
        close(closed)

    monkeypatch.setattr(asyncio.BaseEventLoop, "close", signalled)
    signals.ignore()
    loop.close()

    assert complaints == []


def test_nothing_stops_or_continues_a_program_that_ends() -> None:
    heard: list[str] = []

    async def run() -> None:
        loop = asyncio.get_running_loop()
        signals = TerminalSignals(
            loop,
            end=lambda _: None,
            before_stop=lambda: heard.append("stop"),
            after_continue=lambda: heard.append("go on"),
        )
        signals.handle()
        signals.ignore()
        for number in (signal.SIGTSTP, signal.SIGCONT):
            os.kill(os.getpid(), number)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(run())

    assert heard == []


LATE = """
import asyncio, os
from piecement.terminal.signals import TerminalSignals
class Late:
    def __init__(self):
        self.kill, self.pid = os.kill, os.getpid()
    def __del__(self):
        self.kill(self.pid, {number})
late = Late()
loop = asyncio.new_event_loop()
TerminalSignals(loop, end=print, before_stop=print, after_continue=print).ignore()
loop.close()
"""
"""A program that gets a signal when Python has taken its modules down."""


@mostly_wide("number", ENDING)
def test_a_signal_in_the_last_moment_does_not_change_the_status(number: signal.Signals) -> None:
    ended = subprocess.run([sys.executable, "-c", LATE.format(number=int(number))], check=False, capture_output=True)

    assert (ended.returncode, ended.stderr) == (0, b"")
