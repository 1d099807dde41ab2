"""Python's garbage collector, kept from stopping a game for longer than a frame."""

import gc
from typing import Final

_PAUSE_NS: Final = 1_000_000_000


class QuietCollector:
    """Collects what is young, once a second between two frames; everything older waits for the end of play.

    Left to itself, the collector would now and then look at all there is, for several frames.
    """

    def __init__(self) -> None:
        self._on = False
        self._last_ns = 0

    def begin(self) -> None:
        if not self._on:
            self._on = True
            gc.collect()
            gc.freeze()
            gc.disable()

    def tick(self, now_ns: int) -> None:
        """Collect if it is time; to be called after a frame."""
        if self._on and now_ns - self._last_ns >= _PAUSE_NS:
            self._last_ns = now_ns
            gc.collect(1)

    def end(self) -> None:
        if self._on:
            self._on = False
            gc.enable()
            gc.unfreeze()
