"""The clock of the frames."""

from collections.abc import Callable
from typing import Final

from piecement.terminal.canvas.frame_timers import COARSE_TIMERS, FrameTimer, LoopFrameTimer, ThreadFrameTimer
from piecement.terminal.clock import MAX_FPS, MIN_FPS, SECOND_NS, now_ns

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
    """Time after which the current or due frame is so late that the process was stopped or the machine slept."""

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
        """Set the timer to the first deadline after a time, or after now if the process was stopped meanwhile."""
        now = self._now_ns()
        due_ns = self._next_deadline(max(since_ns, self._rest_ns - 1))
        self.stalled_from_ns = due_ns + self.period_ns + _STALL_NS
        frame_timer.set(due_ns if due_ns > now else self._next_deadline(now), self._tick)

    def _next_deadline(self, time_ns: int) -> int:
        """Return the first point of the grid after a time."""
        return time_ns + self.period_ns - (time_ns - self._deadline_ns) % self.period_ns

    def _tick(self) -> None:
        now = self._now_ns()
        self._deadline_ns = self._next_deadline(now) - self.period_ns
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
