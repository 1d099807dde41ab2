"""The clock of the frames."""

from collections.abc import Callable
from typing import Final

from piecement.terminal.canvas.frame_timers import FrameTimer, platform_frame_timer
from piecement.terminal.clock import MAX_FPS, MIN_FPS, now_ns

_SECOND_NS: Final = 1_000_000_000

_STALL_NS: Final = 1_000_000_000
"""Why a frame is so late: the process was stopped, or the machine asleep."""


def next_deadline(last_ns: int, period_ns: int, now_ns: int) -> int:
    """Return the first frame after `now_ns` of a row of frames that `last_ns` belongs to."""
    missed = max(0, now_ns - last_ns) // period_ns
    return last_ns + (missed + 1) * period_ns


class FrameClock:
    """Calls back once a frame, in the event loop, while it runs.

    Frames lie on a fixed grid of deadlines, so the clock does not drift. The next frame is only
    asked for after the last one is done: late frames are dropped, never replayed. A frame that
    has found out when something changes next may ask for a rest until then.
    """

    last_frame_ns: int = 0
    """When the frame before the present one was, or the start if there was none since."""
    measured_fps: int | None = None
    """How many frames came in the last full second; None before that."""

    def __init__(
        self,
        callback: Callable[[int], None],
        on_error: Callable[[Exception], None],
        *,
        fps: float = 60,
        frame_timer: Callable[[], FrameTimer] | None = None,
        now_ns: Callable[[], int] = now_ns,
    ) -> None:
        """Prepare a clock that calls `callback(now_ns)`.

        An exception of the callback stops the clock and goes to `on_error`. `frame_timer` is called
        when the clock starts, with the event loop running; without one, the platform's is used.
        """
        self._callback = callback
        self._on_error = on_error
        self._new_frame_timer = frame_timer or platform_frame_timer
        self._now_ns = now_ns
        self._frame_timer: FrameTimer | None = None
        self._deadline_ns = 0
        """The last deadline that is past."""
        self._rest_ns = 0
        self._counted_from_ns = 0
        self._frames = 0
        self._fps = _within_limits(fps)

    @property
    def running(self) -> bool:
        return self._frame_timer is not None

    @property
    def fps(self) -> float:
        """Frames a second, from 1 to 240; a running clock follows a change at once."""
        return self._fps

    @fps.setter
    def fps(self, fps: float) -> None:
        self._fps = _within_limits(fps)
        if self._frame_timer is not None:
            self._set(self._frame_timer)

    @property
    def is_stalled(self) -> bool:
        """Whether the frame that is due is very late; may be asked in that frame too."""
        return self._now_ns() - self.last_frame_ns > _STALL_NS + 2 * self._period_ns

    def start(self) -> None:
        """Start the frames, the first one a period from now."""
        if self._frame_timer is None:
            self._frame_timer = self._new_frame_timer()
            self.last_frame_ns = self._deadline_ns = self._counted_from_ns = self._now_ns()
            self._frames = 0
            self._set(self._frame_timer)

    def stop(self) -> None:
        if self._frame_timer is not None:
            self._frame_timer.cancel()
            self._frame_timer = None

    def rest_until(self, time_ns: int) -> None:
        """Skip the frames before a time, unless `wake` is called first; to be called in a frame."""
        self._rest_ns = time_ns

    def wake(self) -> None:
        """Have the next frame come at the next deadline, although a rest was asked for."""
        if self._rest_ns:
            self._rest_ns = 0
            if self._frame_timer is not None:
                self._set(self._frame_timer)

    def _set(self, frame_timer: FrameTimer) -> None:
        after_ns = max(self._now_ns(), self._rest_ns - 1)
        frame_timer.set(next_deadline(self._deadline_ns, self._period_ns, after_ns), self._tick)

    @property
    def _period_ns(self) -> int:
        return round(_SECOND_NS / self._fps)

    def _tick(self) -> None:
        now = self._now_ns()
        period = self._period_ns
        self._deadline_ns = next_deadline(self._deadline_ns, period, now) - period
        self._rest_ns = 0
        self._count(now)
        try:
            self._callback(now)
        except Exception as error:
            self.stop()
            self._on_error(error)
        self.last_frame_ns = now
        if self._frame_timer is not None:
            self._set(self._frame_timer)

    def _count(self, now_ns: int) -> None:
        self._frames += 1
        passed_ns = now_ns - self._counted_from_ns
        if passed_ns >= _SECOND_NS:
            self.measured_fps = round(self._frames * _SECOND_NS / passed_ns)
            self._counted_from_ns = now_ns
            self._frames = 0


def _within_limits(fps: float) -> float:
    return min(max(fps, MIN_FPS), MAX_FPS)
