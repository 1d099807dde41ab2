"""Garbage collection that does not disturb play."""

import gc
from typing import Final

_PAUSES: Final = 10
"""Number of collections of young objects for one of all objects since the start of play."""


class QuietCollector:
    """Collects young objects, once a second between two frames, and every ten seconds all since the start of play.

    By default the collector would now and then visit all objects, which takes several frames. Young garbage is
    collected as play begins; older garbage is frozen with the rest, and collected after the end. A collection of all,
    which takes a millisecond or two, also frees the memory of tuples that Python keeps for the next ones.
    """

    def __init__(self) -> None:
        self._on = False
        self._count = 0

    def begin(self) -> None:
        if not self._on:
            self._on = True
            gc.collect(1)
            gc.freeze()
            gc.disable()

    def collect(self) -> None:
        """Collect young objects or all. Call once a second, after a frame."""
        if self._on:
            self._count += 1
            gc.collect(1 if self._count % _PAUSES else 2)

    def end(self) -> None:
        if self._on:
            self._on = False
            gc.enable()
            gc.unfreeze()
