"""Turns: how long the input of one address keeps the event loop from that of others at a stretch.

Limits by rate let a client catch up after a silence, so a burst of many connections is within them and would hold the
loop for as long as it takes. In each turn of the loop, an address may take a little time for it, over all its
connections; the rest of its input waits for the next turns.
"""

import asyncio
from typing import Final

from piecement_engine.rules.timing import MILLISECOND
from piecement_net.round_clock import clock_ns

TURN_NS: Final = MILLISECOND // 5
"""Time after which the input of an address waits for the next turn (ns)."""
PIECE: Final = 256
"""Size of a piece of input that is handled at once (bytes)."""


class Turns:
    """Time that the input of each address has taken in the present turn of the running event loop."""

    def __init__(self) -> None:
        self._taken_ns: Final[dict[str, int]] = {}

    def is_over(self, payer: str) -> bool:
        """Whether the input of an address waits for the next turn; that of an empty one never does."""
        return self._taken_ns.get(payer, 0) >= TURN_NS

    async def wait(self, payer: str) -> int:
        """Wait for a turn in which an address may take time; return the time (ns)."""
        while self.is_over(payer):
            await asyncio.sleep(0)
        return clock_ns()

    def took(self, payer: str, since_ns: int) -> None:
        """Count the time since then, for an address."""
        if payer:
            if not self._taken_ns:
                asyncio.get_running_loop().call_soon(self._taken_ns.clear)
            self._taken_ns[payer] = self._taken_ns.get(payer, 0) + clock_ns() - since_ns
