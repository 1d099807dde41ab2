"""Shares of the event loop: in each of its turns, the input of one address may take a limited time.

Rate limits let a client catch up after a silence, so a burst over many connections may be within them and still hold up
the event loop. In each turn of the loop, the input of an address is handled for a short time, over all its connections;
the rest waits for the next turns.
"""

import asyncio
from typing import Final

from piecement_engine.rules.timing import MILLISECOND
from piecement_net.network_clock import clock_ns

SHARE_NS: Final = MILLISECOND // 5
"""Time after which the input of an address waits for the next turn (ns)."""
CHUNK: Final = 256
"""Size of a piece of input that is handled at once (bytes)."""


class LoopShares:
    """Time that the input of each address has taken in the present turn of the running event loop."""

    def __init__(self) -> None:
        self._taken_ns: Final[dict[str, int]] = {}

    def is_over(self, payer: str) -> bool:
        """Return whether the input of an address must wait for the next turn; that of an empty address never does."""
        return self._taken_ns.get(payer, 0) >= SHARE_NS

    async def wait(self, payer: str) -> int:
        """Wait for a turn with time left for an address; return the present time (ns)."""
        while self.is_over(payer):
            await asyncio.sleep(0)
        return clock_ns()

    def charge(self, payer: str, since_ns: int) -> None:
        """Charge an address for the time since `since_ns`."""
        if payer:
            if not self._taken_ns:
                asyncio.get_running_loop().call_soon(self._taken_ns.clear)
            self._taken_ns[payer] = self._taken_ns.get(payer, 0) + clock_ns() - since_ns
