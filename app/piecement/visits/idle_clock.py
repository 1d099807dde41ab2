"""How long nobody has pressed a key."""

import asyncio
from collections.abc import Callable
from typing import Final


class IdleClock:
    """Tells when a visitor plays no more."""

    def __init__(self, idle_s: float, clock: Callable[[], float]) -> None:
        """Take the time without a key after which a visit ends, and what returns the time, both in seconds."""
        self._idle_s: Final = idle_s
        self._clock: Final = clock
        self._last_key = clock()

    def key_came(self) -> None:
        self._last_key = self._clock()

    async def wait(self) -> None:
        """Return when no key has come for as long."""
        while (left := self._last_key + self._idle_s - self._clock()) > 0:
            await asyncio.sleep(left)
