"""Longest wait of a test for an expected event."""

import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 30.0
"""Seconds that no machine is too slow for; only a failure takes them."""


def wait_until(condition: Callable[[], object], seconds: float = PATIENCE_S) -> None:
    """Wait for what other processes and threads do in their own time, which no event loop of the test hears."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "what must come did not"
        time.sleep(0.01)
