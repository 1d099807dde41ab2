"""The pulse of a game: its frames, and whether they come."""

from collections.abc import Callable
from typing import Final

from piecement.terminal.canvas.frame_clock import FrameClock
from piecement.terminal.canvas.frame_timers import FrameTimer, platform_frame_timer

_STALL_NS: Final = 1_000_000_000
"""A frame that is late by so much was kept from coming: the process was stopped, or the machine asleep."""


class Pulse:
    """Frames while it runs; between them anyone may ask whether the next one is far too late."""

    def __init__(
        self,
        frame: Callable[[int], None],
        on_error: Callable[[Exception], None],
        *,
        fps: float,
        frame_timer: Callable[[], FrameTimer] | None,
        now_ns: Callable[[], int],
    ) -> None:
        """Prepare to call `frame(now_ns)`, by what suits the platform if no frame timer is given."""
        self._clock: Final = FrameClock(
            frame, on_error, fps=fps, frame_timer=frame_timer or platform_frame_timer, now_ns=now_ns
        )
        self._now_ns: Final = now_ns
        self._last_ns = 0

    @property
    def fps(self) -> float:
        """Frames a second."""
        return self._clock.fps

    @fps.setter
    def fps(self, fps: float) -> None:
        self._clock.fps = fps

    @property
    def last_ns(self) -> int:
        """When the last frame was, or the start if there was none since."""
        return self._last_ns

    @property
    def is_stalled(self) -> bool:
        """Whether the frame that is due was kept from coming."""
        return self._now_ns() - self._last_ns > _STALL_NS + 2e9 / self.fps

    def start(self) -> None:
        """Let the frames come."""
        self.beat()
        self._clock.start()

    def beat(self) -> int:
        """Take in that a frame has come, and return when."""
        self._last_ns = self._now_ns()
        return self._last_ns

    def rest_until(self, time_ns: int) -> None:
        """Have no frame come before a moment, unless `wake` is called first; to be called in a frame."""
        self._clock.rest_until(time_ns)

    def wake(self) -> None:
        """Have the next frame come when it is due, although a rest was asked for."""
        self._clock.wake()

    def stop(self) -> None:
        """Let no further frame come."""
        self._clock.stop()
