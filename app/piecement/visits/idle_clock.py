"""Idle time of a visitor."""

import asyncio
from collections.abc import Callable
from typing import Final


class IdleClock:
    """Idle timer, restarted by each key."""

    def __init__(self, idle_s: float, clock: Callable[[], float]) -> None:
        """Start the timer; both the limit and the clock count seconds."""
        self._idle_s: Final = idle_s
        self._clock: Final = clock
        self._last_key = clock()

    def key_came(self) -> None:
        self._last_key = self._clock()

    async def wait(self) -> None:
        """Return once no key has arrived for the idle time."""
        while (left := self._last_key + self._idle_s - self._clock()) > 0:
            await asyncio.sleep(left)
