"""The clock: one for everything that is stamped, fine enough on every system, and never mixed with another."""

import ast
import asyncio
import inspect
from pathlib import Path

import pytest

import piecement
from piecement.session.session import Session
from piecement.terminal import clock
from piecement.terminal.canvas import frame_timers
from piecement.terminal.canvas.frame_clock import FrameClock
from piecement.terminal.canvas.frame_timers import LoopFrameTimer
from piecement.terminal.key_events import KeyDown
from piecement.terminal.keyboard_app import KeyboardApp
from piecement.ui.application import Piecement

MS = 1_000_000
HOME = Path(piecement.__file__).parents[1]


def test_all_that_stamps_and_compares_reads_the_same_clock() -> None:
    defaults = [
        inspect.signature(owner.__init__).parameters[name].default
        for owner, name in ((Session, "clock"), (FrameClock, "now_ns"), (Piecement, "clock"))
    ]
    before_ns = clock.now_ns()
    stamp_ns = KeyDown("a").time_ns

    assert [*defaults, vars(KeyboardApp)["key_clock"].__func__] == [clock.now_ns] * 4
    assert before_ns <= stamp_ns <= clock.now_ns()


@pytest.mark.wide
def test_only_rounds_read_another_nanosecond_clock() -> None:
    asked = {
        path.relative_to(HOME).as_posix()
        for path in HOME.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute | ast.ImportFrom)
        if {"monotonic_ns", "perf_counter_ns"} & names(node)
    }

    assert asked == {"piecement/terminal/clock.py", "piecement_net/network_clock.py"}


def names(node: ast.Attribute | ast.ImportFrom) -> set[str]:
    return {node.attr} if isinstance(node, ast.Attribute) else {alias.name for alias in node.names}


async def test_frame_timer_waits_the_remainder_despite_loop_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame_timers, "now_ns", lambda: 5_000 * MS)
    loop, times = asyncio.get_running_loop(), list[float]()

    def note(when: float, *_: object, **__: object) -> None:
        times.append(when)

    monkeypatch.setattr(loop, "time", lambda: 64.0)
    monkeypatch.setattr(loop, "call_at", note)
    LoopFrameTimer().set(5_250 * MS, lambda: None)

    assert times == [64.25]


async def test_timer_of_a_preempted_start_is_never_early(monkeypatch: pytest.MonkeyPatch) -> None:
    passed_ns = 0
    steps_ns = iter([0, 4 * MS])  # a pause between the first readings of both clocks

    def read() -> int:
        nonlocal passed_ns
        passed_ns += next(steps_ns, 0)
        return 5_000 * MS + passed_ns

    loop, times = asyncio.get_running_loop(), list[float]()

    def note(when: float, *_: object, **__: object) -> None:
        times.append(when)

    monkeypatch.setattr(frame_timers, "now_ns", read)
    monkeypatch.setattr(loop, "time", lambda: read() / 1e9)
    monkeypatch.setattr(loop, "call_at", note)
    LoopFrameTimer().set(5_250 * MS, lambda: None)

    assert times == [5.25]
