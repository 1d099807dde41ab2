"""The clock of the frames."""

from collections.abc import Callable
from typing import Final

from piecement.terminal.canvas.alarms import Alarm, platform_alarm
from piecement.terminal.clock import now_ns

MIN_FPS: Final = 1
"""The slowest clock, in frames a second."""

MAX_FPS: Final = 240
"""The fastest clock, in frames a second."""

_SECOND_NS: Final = 1_000_000_000


def next_deadline(last_ns: int, period_ns: int, now_ns: int) -> int:
    """Return the first frame after `now_ns` of a row of frames that `last_ns` belongs to."""
    missed = max(0, now_ns - last_ns) // period_ns
    return last_ns + (missed + 1) * period_ns


class FrameClock:
    """Calls back once a frame, in the event loop, while it runs.

    Frames lie on a fixed grid of deadlines, so the clock does not drift. The next frame is only
    asked for after the last one is done: late frames are dropped, never replayed. A frame that
    knows when something changes next may ask for a rest until then.
    """

    def __init__(
        self,
        callback: Callable[[int], None],
        on_error: Callable[[Exception], None],
        *,
        fps: float = 60,
        alarm: Callable[[], Alarm] = platform_alarm,
        now_ns: Callable[[], int] = now_ns,
    ) -> None:
        """Prepare a clock that calls `callback(now_ns)`.

        An exception of the callback stops the clock and goes to `on_error`. `alarm` is called
        when the clock starts, with the event loop running.
        """
        self._callback = callback
        self._on_error = on_error
        self._new_alarm = alarm
        self._now_ns = now_ns
        self._alarm: Alarm | None = None
        self._last_ns = 0
        self._rest_ns = 0
        self._fps = _within_limits(fps)

    @property
    def running(self) -> bool:
        """Whether frames are coming."""
        return self._alarm is not None

    @property
    def fps(self) -> float:
        """Frames a second, from 1 to 240; a running clock follows a change at once."""
        return self._fps

    @fps.setter
    def fps(self, fps: float) -> None:
        self._fps = _within_limits(fps)
        if self._alarm is not None:
            self._set(self._alarm)

    def start(self) -> None:
        """Let the frames come, the first one a period from now."""
        if self._alarm is None:
            self._alarm = self._new_alarm()
            self._last_ns = self._now_ns()
            self._set(self._alarm)

    def stop(self) -> None:
        """Let no further frame come."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def rest_until(self, time_ns: int) -> None:
        """Have no frame come before a moment, unless `wake` is called first; to be called in a frame."""
        self._rest_ns = time_ns

    def wake(self) -> None:
        """Have the next frame come at the next deadline, although a rest was asked for."""
        if self._rest_ns:
            self._rest_ns = 0
            if self._alarm is not None:
                self._set(self._alarm)

    def _set(self, alarm: Alarm) -> None:
        after_ns = max(self._now_ns(), self._rest_ns - 1)
        alarm.set(next_deadline(self._last_ns, self._period_ns, after_ns), self._tick)

    @property
    def _period_ns(self) -> int:
        return round(_SECOND_NS / self._fps)

    def _tick(self) -> None:
        now = self._now_ns()
        period = self._period_ns
        self._last_ns = next_deadline(self._last_ns, period, now) - period
        self._rest_ns = 0
        try:
            self._callback(now)
        except Exception as error:
            self.stop()
            self._on_error(error)
        if self._alarm is not None:
            self._set(self._alarm)


def _within_limits(fps: float) -> float:
    return min(max(fps, MIN_FPS), MAX_FPS)
