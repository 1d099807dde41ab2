"""Garbage collection that does not disturb play."""

import gc
from sys import getallocatedblocks
from typing import ClassVar, Final

_FULL_EVERY: Final = 10
"""Every tenth collection is of all objects since the start of play."""

_MOST_GARBAGE: Final = 50_000
"""Number of blocks of memory, 4 MB or so, by which several games may grow before all is collected."""


class QuietCollector:
    """Collects young objects, once a second between two frames, and every ten seconds all since the start of play.

    By default the collector would now and then visit all objects, which takes several frames. Young garbage is
    collected as play begins; older garbage is frozen with the rest, and collected after the end of every few games. A
    collection of all since the start of play, which takes a millisecond or two, also frees the memory of tuples that
    Python keeps for the next ones.
    """

    _most_blocks: ClassVar = 0
    """Number of blocks in use above which everything is collected after a game."""

    def __init__(self) -> None:
        self._on = False
        self._count = 0

    def begin(self) -> None:
        if not self._on:
            self._on = True
            gc.collect(1)
            gc.freeze()
            gc.disable()
            QuietCollector._most_blocks = QuietCollector._most_blocks or getallocatedblocks() + _MOST_GARBAGE

    def collect(self) -> None:
        """Collect young objects or all. Call once a second, after a frame."""
        if self._on:
            self._count += 1
            gc.collect(1 if self._count % _FULL_EVERY else 2)

    def end(self) -> None:
        if self._on:
            self._on = False
            gc.enable()
            gc.unfreeze()
            if getallocatedblocks() > QuietCollector._most_blocks:
                gc.collect()  # a tenth of a second
                QuietCollector._most_blocks = getallocatedblocks() + _MOST_GARBAGE
