"""Program clock for keys and frames, and the limits of the frame rate."""

import time
from collections.abc import Callable
from typing import Final

now_ns: Final[Callable[[], int]] = time.perf_counter_ns
"""Monotonic time (ns).

On Linux it reads the same clock as `time.monotonic_ns`. On Windows that clock has steps of 15.6 ms before Python 3.13,
and the two are unrelated. Event loops and Textual have clocks of their own: pass them remaining times or times of
theirs, not of this clock.
"""

MS: Final = 1_000_000
"""One millisecond (ns)."""

SECOND_NS: Final = 1_000_000_000

MIN_FPS: Final = 1
MAX_FPS: Final = 240
"""Limits of the frame rate (frames per second)."""
