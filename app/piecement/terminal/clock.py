"""The clock of the program: for the times of keys and frames."""

import time
from collections.abc import Callable
from typing import Final

now_ns: Final[Callable[[], int]] = time.perf_counter_ns
"""Nanoseconds that never run backwards.

On Linux it reads the same clock as `time.monotonic_ns`. On Windows that one moves in steps of 15.6 ms before
Python 3.13, and the two have nothing to do with each other. An event loop and Textual have clocks of their own: give
them the time that is left until then, not this time.
"""

MIN_FPS: Final = 1
MAX_FPS: Final = 240
"""The limits of a frame rate, in frames a second."""
