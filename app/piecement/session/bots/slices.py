"""Thinking in the time that frames leave: in short slices, and never while something else is due.

A slice begins a moment after the last one ended. In that moment the event loop takes keys, and the threads that read
keys and write frames get Python's lock, so that no key and no frame waits longer than a slice.
"""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

MayThink = Callable[[], bool]
"""Says whether there is still time."""

Think = Callable[[MayThink], bool]
"""Thinks as long as it may, and returns whether there is more to think about."""

_SLICE_NS: Final = 1_000_000
_PAUSE_S: Final = 0.001
_BUDGET_NS: Final = 4_000_000
"""The most time for thinking in a frame."""
_SHARE: Final = 4
"""A frame has room for one part in so many of its length, where that is less."""


class ScheduledCall(Protocol):
    def cancel(self) -> None: ...


Later = Callable[[float, Callable[[], None]], ScheduledCall]
"""Makes a call after some seconds."""


def on_loop(delay_s: float, call: Callable[[], None]) -> ScheduledCall:
    """Make a call after some seconds on the event loop."""
    return asyncio.get_running_loop().call_later(delay_s, call)


class Slices:
    """Lets something think after each frame."""

    def __init__(self, think: Think, clock_ns: Callable[[], int], later: Later = on_loop) -> None:
        self._think: Final = think
        self._clock_ns: Final = clock_ns
        self._later: Final = later
        self._timer: ScheduledCall | None = None
        self._left_ns = 0

    def after_frame(self, fps: float) -> None:
        """Think on until the next frame of so many a second."""
        self._left_ns = min(_BUDGET_NS, round(1e9 / fps) // _SHARE)
        if self._timer is None:
            self._timer = self._later(_PAUSE_S, self._slice)

    def stop(self) -> None:
        """Think no more until after another frame."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _slice(self) -> None:
        self._timer = None
        start_ns = self._clock_ns()
        end_ns = start_ns + min(_SLICE_NS, self._left_ns)
        has_more = self._think(lambda: self._clock_ns() < end_ns)
        self._left_ns -= self._clock_ns() - start_ns
        if has_more and self._left_ns > 0:
            self._timer = self._later(_PAUSE_S, self._slice)
