"""Scheduling of thinking between frames, in short slices.

A slice begins a moment after the last one ended. In that moment the event loop processes keys, and the threads that
read keys and write frames get Python's lock, so that no key and no frame waits longer than a slice.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Final, Protocol

MayThink = Callable[[], bool]
"""Function that returns whether there is time left to think."""

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


@dataclass(eq=False)
class Slices:
    """Calls a thinker in slices, with a pause before each."""

    _think: Think
    _clock_ns: Callable[[], int]
    _later: Later
    slice_ns: int = _SLICE_NS
    pause_s: float = _PAUSE_S
    _timer: ScheduledCall | None = None
    _left_ns: float = inf

    def after_frame(self, fps: float) -> None:
        """Think until the next frame at the given frame rate."""
        self.start(min(_BUDGET_NS, round(1e9 / fps) // _SHARE))

    def start(self, budget_ns: float = inf) -> None:
        """Think until the thinker has finished, or used up a time (ns)."""
        self._left_ns = budget_ns
        if self._timer is None:
            self._timer = self._later(self.pause_s, self._slice)

    def stop(self) -> None:
        """Stop thinking until the next start."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _slice(self) -> None:
        self._timer = None
        start_ns = self._clock_ns()
        end_ns = start_ns + min(self.slice_ns, self._left_ns)
        has_more = self._think(lambda: self._clock_ns() < end_ns)
        self._left_ns -= self._clock_ns() - start_ns
        if has_more and self._left_ns > 0:
            self._timer = self._later(self.pause_s, self._slice)
