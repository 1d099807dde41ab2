"""The clock of the frames, and timers that wake the event loop."""

import asyncio
import contextvars
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from piecement.terminal.clock import MAX_FPS, MIN_FPS, SECOND_NS, now_ns

COARSE_TIMERS: Final = sys.platform == "win32"
"""Whether the event loop's timers are too coarse for frames (about 16 ms on Windows)."""

_LONGEST_SLEEP_NS: Final = 50_000_000
"""Maximum sleep of the thread before it checks for cancellation (ns)."""


class FrameTimer(Protocol):
    """Timer with one pending callback in the event loop."""

    def set(self, deadline_ns: int, ring: Callable[[], None]) -> None:
        """Call `ring` in the event loop at a time of the program's clock, replacing the previous call."""

    def cancel(self) -> None: ...


class LoopFrameTimer:
    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        # A pause between two readings makes it too large. Too small, it would begin frames before each deadline.
        self._ahead_s = min([-now_ns() / 1e9 + self._loop.time() for _ in range(3)])
        """Difference of the loop's clock to the program's, which runs at the same rate."""
        self._context = contextvars.copy_context()
        self._handle: asyncio.TimerHandle | None = None
        """Last call, pending or done."""

    def set(self, deadline_ns: int, ring: Callable[[], None]) -> None:
        if self._handle is not None:
            self._handle.cancel()
        self._handle = self._loop.call_at(deadline_ns / 1e9 + self._ahead_s, ring, context=self._context)

    def cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class _Setting(NamedTuple):
    deadline_ns: int
    ring: Callable[[], None]


class ThreadFrameTimer:
    """Frame timer on a sleeping thread, for platforms with coarse event-loop timers.

    The thread lives from the first `set` to `cancel`.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._context = contextvars.copy_context()
        self._settings: queue.SimpleQueue[_Setting | None] | None = None
        self._current: _Setting | None = None

    def set(self, deadline_ns: int, ring: Callable[[], None]) -> None:
        self._current = _Setting(deadline_ns, ring)
        if self._settings is None:
            self._settings = queue.SimpleQueue()
            thread = threading.Thread(target=self._sleep_on, args=(self._settings,), daemon=True)
            thread.name = "frame-timer"
            thread.start()
        self._settings.put(self._current)

    def cancel(self) -> None:
        self._current = None
        if self._settings is not None:
            self._settings.put(None)
            self._settings = None

    def _sleep_on(self, settings: "queue.SimpleQueue[_Setting | None]") -> None:
        while (setting := settings.get()) is not None:
            if self._slept_until(setting):
                try:
                    self._loop.call_soon_threadsafe(self._ring, setting, context=self._context)
                except RuntimeError:  # the loop was closed meanwhile
                    return

    def _slept_until(self, setting: _Setting) -> bool:
        while self._current is setting:
            left = setting.deadline_ns - now_ns()
            if left <= 0:
                return True
            # In a thread of its own, as timed waits for a lock or an event are as coarse as the loop's timers.
            time.sleep(min(left, _LONGEST_SLEEP_NS) / 1e9)
        return False

    def _ring(self, setting: _Setting) -> None:
        if self._current is setting:
            setting.ring()


_STALL_NS: Final = 1_000_000_000
"""Delay beyond a period that shows a stopped process or a sleeping machine (ns)."""


class FrameClock:
    """Calls back once per frame in the event loop while running.

    Frames lie on a fixed grid of deadlines, so the clock does not drift. The next frame is scheduled only after the
    last one is done: late frames are dropped, never replayed. A frame that knows the time of the next change may
    request a rest until then.
    """

    last_frame_ns: int = 0
    """Time of the previous frame, or of the start if there was none."""
    measured_fps: int | None = None
    """Number of frames in the last full second; None before the first."""
    stalled_from_ns: int = 0
    """Time from which the current or due frame is very late."""

    def __init__(
        self,
        callback: Callable[[int], None],
        on_error: Callable[[Exception], None],
        *,
        fps: float = 60,
        frame_timer: Callable[[], FrameTimer] | None = None,
        now_ns: Callable[[], int] = now_ns,
    ) -> None:
        """Create a clock that calls `callback(now_ns)`.

        An exception of the callback stops the clock and is passed to `on_error`. `frame_timer` is called at the start
        of the clock, inside the running event loop; by default it is the platform's.
        """
        self._callback = callback
        self._on_error = on_error
        self._new_frame_timer = frame_timer or (ThreadFrameTimer if COARSE_TIMERS else LoopFrameTimer)
        self._now_ns = now_ns
        self._frame_timer: FrameTimer | None = None
        self._deadline_ns = 0
        """Last past deadline."""
        self._rest_ns = 0
        self._counted_from_ns = 0
        self._frames = 0
        self.fps = fps

    @property
    def running(self) -> bool:
        return self._frame_timer is not None

    @property
    def fps(self) -> float:
        """Frame rate from 1 to 240 per second; a running clock adopts changes at once."""
        return self._fps

    @fps.setter
    def fps(self, fps: float) -> None:
        self._fps = min(max(fps, MIN_FPS), MAX_FPS)
        self.period_ns = round(SECOND_NS / self._fps)
        if self._frame_timer is not None:
            self._set(self._frame_timer, self._now_ns())

    @property
    def is_stalled(self) -> bool:
        """Whether the current or due frame is very late."""
        return self._now_ns() > self.stalled_from_ns

    def start(self) -> None:
        """Start the frames, the first one after one period."""
        if self._frame_timer is None:
            self._frame_timer = self._new_frame_timer()
            self.last_frame_ns = self._deadline_ns = self._counted_from_ns = self._now_ns()
            self._frames = 0
            self._set(self._frame_timer, self.last_frame_ns)

    def stop(self) -> None:
        if self._frame_timer is not None:
            self._frame_timer.cancel()
            self._frame_timer = None

    def rest_until(self, time_ns: int) -> None:
        """Skip frames until the given time unless `wake` is called first. Call inside a frame."""
        self._rest_ns = time_ns

    def wake(self) -> None:
        """Cancel a rest, so that the next frame comes at the next deadline."""
        if self._rest_ns:
            self._rest_ns, now = 0, self._now_ns()
            if self._frame_timer is not None and now <= self.stalled_from_ns:
                self._set(self._frame_timer, now)

    def _set(self, frame_timer: FrameTimer, since_ns: int) -> None:
        """Set the timer to the next deadline. The frame is due since then, should the process have been stopped."""
        after_ns, period, now = max(since_ns, self._rest_ns - 1), self.period_ns, self._now_ns()
        due_ns = after_ns + period - (after_ns - self._deadline_ns) % period
        self.stalled_from_ns = due_ns + period + _STALL_NS
        frame_timer.set(due_ns if due_ns > now else now + period - (now - due_ns) % period, self._tick)

    def _tick(self) -> None:
        now = self._now_ns()
        self._deadline_ns = now - (now - self._deadline_ns) % self.period_ns
        self._rest_ns = 0
        self._frames += 1
        passed_ns = now - self._counted_from_ns
        if passed_ns >= SECOND_NS:
            self.measured_fps = round(self._frames * SECOND_NS / passed_ns)
            self._counted_from_ns = now
            self._frames = 0
        try:
            self._callback(now)
        except Exception as error:
            self.stop()
            self._on_error(error)
        self.last_frame_ns = now
        if self._frame_timer is not None:
            self._set(self._frame_timer, now)
