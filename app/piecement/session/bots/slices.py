"""Scheduling of thinking between frames, in short slices.

A slice begins a moment after the last one ended. In that moment the event loop processes keys, and the threads that
read keys and write frames get Python's lock, so that no key and no frame waits longer than a slice.
"""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

MayThink = Callable[[], bool]
"""Predicate for remaining time."""

Think = Callable[[MayThink], bool]
"""Function that thinks while it may and returns whether its thinking is unfinished."""

_SLICE_NS: Final = 1_000_000
_PAUSE_S: Final = 0.001
_BUDGET_NS: Final = 4_000_000
"""Maximum thinking time per frame (ns)."""
_SHARE: Final = 4
"""Divisor of the frame time that limits thinking further."""


class ScheduledCall(Protocol):
    def cancel(self) -> None: ...


Later = Callable[[float, Callable[[], None]], ScheduledCall]
"""Scheduler of a call after a delay (s)."""


def call_later(delay_s: float, call: Callable[[], None]) -> ScheduledCall:
    """Schedule a call on the event loop after a delay (s)."""
    return asyncio.get_running_loop().call_later(delay_s, call)


class Slices:
    """Calls a thinker in slices after each frame."""

    def __init__(self, think: Think, clock_ns: Callable[[], int], later: Later = call_later) -> None:
        self._think: Final = think
        self._clock_ns: Final = clock_ns
        self._later: Final = later
        self._timer: ScheduledCall | None = None
        self._left_ns = 0

    def after_frame(self, fps: float) -> None:
        """Think until the next frame at the given frame rate."""
        self._left_ns = min(_BUDGET_NS, round(1e9 / fps) // _SHARE)
        if self._timer is None:
            self._timer = self._later(_PAUSE_S, self._slice)

    def stop(self) -> None:
        """Stop thinking until the next frame."""
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
