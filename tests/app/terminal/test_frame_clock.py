"""The frame clock: a grid of deadlines, late frames dropped, one frame at a time."""

import asyncio
import time
from collections.abc import Callable

import pytest

from piecement.terminal.canvas.frame_clock import FrameClock
from piecement.terminal.canvas.frame_timers import FrameTimer, LoopFrameTimer, ThreadFrameTimer
from tests.patience import PATIENCE_S
from tests.sampling import together

MS = 1_000_000


class HandFrameTimer:
    """A frame timer and its clock, moved by hand."""

    def __init__(self) -> None:
        self.now_ns = 1000 * MS
        self.deadline_ns: int | None = None
        self._ring: Callable[[], None] | None = None

    def set(self, deadline_ns: int, ring: Callable[[], None]) -> None:
        self.deadline_ns, self._ring = deadline_ns, ring

    def cancel(self) -> None:
        self.deadline_ns, self._ring = None, None

    def ring(self, late_ms: int = 0) -> None:
        """Advance the clock to the deadline of the timer, or beyond it."""
        assert self.deadline_ns is not None
        assert self._ring is not None
        self.now_ns = self.deadline_ns + late_ms * MS
        ring, self._ring = self._ring, None
        ring()


class Clocked:
    """A frame clock on a hand-moved frame timer, with the times of its frames in ms from the start."""

    def __init__(self, fps: float) -> None:
        self.frame_timer = HandFrameTimer()
        self.frames: list[int] = []
        self.errors: list[Exception] = []
        self.during: Callable[[], None] | None = None
        self.clock = FrameClock(
            self.take, self.errors.append, fps=fps, frame_timer=lambda: self.frame_timer, now_ns=self.now
        )

    def now(self) -> int:
        return self.frame_timer.now_ns

    def take(self, now_ns: int) -> None:
        self.frames.append(now_ns // MS - 1000)
        if self.during is not None:
            self.during()


@pytest.fixture
def clocked() -> Clocked:
    return Clocked(fps=100)


@pytest.fixture
def running(clocked: Clocked) -> Clocked:
    clocked.clock.start()
    return clocked


def test_frames_keep_to_their_grid(running: Clocked) -> None:
    for late_ms in (0, 3, 0, 9, 0):
        running.frame_timer.ring(late_ms)

    assert running.frames == [10, 23, 30, 49, 50]


def test_late_frames_are_dropped_and_never_replayed(running: Clocked) -> None:
    running.frame_timer.ring(late_ms=57)
    running.frame_timer.ring()

    assert running.frames == [67, 70]


def test_overlong_frame_costs_the_next_ones(clocked: Clocked) -> None:

    def take_long() -> None:
        clocked.frame_timer.now_ns += 25 * MS

    clocked.during = take_long
    clocked.clock.start()
    clocked.frame_timer.ring()
    clocked.frame_timer.ring()

    assert clocked.frames == [10, 40]


def test_the_rate_can_be_changed_while_the_clock_runs() -> None:
    clocked = Clocked(fps=1)
    clocked.clock.start()
    clocked.clock.fps = 100
    clocked.frame_timer.ring()

    assert clocked.frames == [10]


@pytest.mark.parametrize(("until_ms", "frames"), [(1035, [10, 40, 50]), (1030, [10, 30, 40])])
def test_a_frame_may_rest_before_the_grid_goes_on(running: Clocked, until_ms: int, frames: list[int]) -> None:
    """A rest until a deadline leaves that one in."""
    running.during = lambda: running.clock.rest_until(until_ms * MS)
    running.frame_timer.ring()
    running.during = None
    running.frame_timer.ring()
    running.frame_timer.ring()

    assert running.frames == frames


def test_waking_the_clock_brings_the_next_frame_of_the_grid(running: Clocked) -> None:
    running.during = lambda: running.clock.rest_until(1500 * MS)
    running.frame_timer.ring()
    running.frame_timer.now_ns += 14 * MS
    running.clock.wake()
    running.frame_timer.ring()

    assert running.frames == [10, 30]


def test_waking_a_clock_that_stands_starts_nothing(running: Clocked) -> None:
    running.during = lambda: running.clock.rest_until(1500 * MS)
    running.frame_timer.ring()
    running.clock.stop()
    running.clock.wake()

    assert running.frame_timer.deadline_ns is None


def test_very_late_frame_is_known_late_until_done(clocked: Clocked) -> None:
    stalled: list[tuple[bool, int]] = []
    clocked.during = lambda: stalled.append((clocked.clock.is_stalled, clocked.clock.last_frame_ns // MS - 1000))
    clocked.clock.start()
    for late_ms in (0, 900, 1100):
        clocked.frame_timer.ring(late_ms)

    assert stalled == [(False, 0), (False, 10), (True, 920)]
    assert not clocked.clock.is_stalled


def test_a_stop_in_the_midst_of_a_frame_is_known_after_it(running: Clocked) -> None:
    """The clock of a game ran on through such a stop."""

    def stop() -> None:
        running.frame_timer.now_ns += 2000 * MS

    running.during = stop
    running.frame_timer.ring()

    assert running.clock.is_stalled
    assert running.clock.last_frame_ns == 1010 * MS
    assert running.frame_timer.deadline_ns == 3020 * MS


def test_a_key_after_a_stop_does_not_hide_it(running: Clocked) -> None:
    running.during = lambda: running.clock.rest_until(1500 * MS)
    running.frame_timer.ring()
    running.frame_timer.now_ns = 4000 * MS
    running.clock.wake()

    assert running.clock.is_stalled


def test_the_frames_of_each_full_second_are_counted(running: Clocked) -> None:
    counted: list[int | None] = []
    for late_ms in (0, 500, 500, 0, *[0] * 99):
        running.frame_timer.ring(late_ms)
        counted.append(running.clock.measured_fps)

    assert counted[1:4] == [None, 3, 3]
    assert counted[-1] == 100


@together(("asked", "given"), [(0.1, 1), (1, 1), (60, 60), (240, 240), (1000, 240)])
def test_the_rate_lies_between_1_and_240(asked: float, given: float) -> None:
    clock = Clocked(fps=60).clock
    clock.fps = asked

    assert clock.fps == given
    assert Clocked(fps=asked).clock.fps == given


def test_starting_twice_and_stopping_twice_is_as_once(clocked: Clocked) -> None:
    clocked.clock.stop()
    clocked.clock.start()
    first = clocked.frame_timer.deadline_ns
    clocked.frame_timer.now_ns += 5 * MS
    clocked.clock.start()

    assert clocked.frame_timer.deadline_ns == first
    clocked.clock.stop()
    clocked.clock.stop()
    assert clocked.frame_timer.deadline_ns is None
    assert not clocked.clock.running


def test_a_frame_may_stop_the_clock(clocked: Clocked) -> None:
    clocked.during = clocked.clock.stop
    clocked.clock.start()
    clocked.frame_timer.ring()

    assert clocked.frame_timer.deadline_ns is None


def test_an_error_in_a_frame_stops_the_clock_and_is_reported(clocked: Clocked) -> None:

    def fail() -> None:
        raise RuntimeError("a bad frame")

    clocked.during = fail
    clocked.clock.start()
    clocked.frame_timer.ring()

    assert [str(error) for error in clocked.errors] == ["a bad frame"]
    assert not clocked.clock.running
    assert clocked.frame_timer.deadline_ns is None


@pytest.mark.parametrize("frame_timer", [LoopFrameTimer, ThreadFrameTimer])
async def test_real_frame_timer_bring_frames_into_the_event_loop(frame_timer: Callable[[], FrameTimer]) -> None:
    loop = asyncio.get_running_loop()
    frames: list[int] = []
    done = loop.create_future()

    def take(now_ns: int) -> None:
        assert asyncio.get_running_loop() is loop
        frames.append(now_ns)
        if len(frames) == 5 and not done.done():
            done.set_result(None)

    clock = FrameClock(take, done.set_exception, fps=240, frame_timer=frame_timer)
    started_ns = time.perf_counter_ns()
    clock.start()
    await asyncio.wait_for(done, PATIENCE_S)
    clock.stop()

    assert frames[4] - started_ns >= 5 * 4 * MS


@pytest.mark.parametrize("frame_timer", [LoopFrameTimer, ThreadFrameTimer])
async def test_a_cancelled_frame_timer_does_not_ring(frame_timer: Callable[[], FrameTimer]) -> None:
    rung: list[str] = []
    first, second = frame_timer(), frame_timer()
    now_ns = time.perf_counter_ns()
    done = asyncio.get_running_loop().create_future()
    first.set(now_ns + 2 * MS, lambda: rung.append("first"))
    first.cancel()
    second.set(now_ns + 20 * MS, lambda: done.set_result(None))
    await asyncio.wait_for(done, PATIENCE_S)
    second.cancel()

    assert rung == []


@pytest.mark.parametrize("frame_timer", [LoopFrameTimer, ThreadFrameTimer])
async def test_an_frame_timer_set_anew_rings_for_the_last_setting(frame_timer: Callable[[], FrameTimer]) -> None:
    rung: list[str] = []
    done = asyncio.get_running_loop().create_future()
    setting = frame_timer()
    now_ns = time.perf_counter_ns()
    setting.set(now_ns + 2 * MS, lambda: rung.append("first"))
    setting.set(now_ns + 10 * MS, lambda: done.set_result(None))
    await asyncio.wait_for(done, PATIENCE_S)
    setting.cancel()

    assert rung == []
