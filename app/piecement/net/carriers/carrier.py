"""Carrier interface and listeners."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, Protocol

from piecement.net.cost_ledger import CostLedger
from piecement.net.limits import ServerLimits

LINGER_S: Final = 1.0
"""Time for the other side to read the last bytes of a closed connection (s)."""
OPEN_S: Final = 5.0
"""Time limit for opening a connection (s)."""


class Carrier(Protocol):
    """Connection of bytes."""

    @property
    def peer(self) -> str:
        """Address of the other side, or empty for a unix socket."""
        ...

    def send(self, data: bytes) -> None:
        """Send whole lines, or nothing, without waiting.

        Raises `OnlineError` if the reader is too slow, which each call checks: call it now and then.
        """
        ...

    async def receive(self) -> bytes:
        """Return the next bytes, waiting for them, or no bytes at the end."""
        ...

    def close(self) -> None:
        """Close the connection; sent bytes are still delivered for `LINGER_S`."""
        ...

    async def wait_closed(self) -> None:
        """Wait until a closed connection is gone."""
        ...


OnConnection = Callable[[Carrier], Coroutine[Any, Any, None]]  # as `create_task` has it
"""Handler of one connection, which is closed when the handler returns."""


class Listener:
    """Server at one address."""

    def __init__(self, on_connection: OnConnection, limits: ServerLimits, ledger: CostLedger) -> None:
        self.limits: Final = limits
        self.ledger: Final = ledger
        """Ledger that counts open sockets from their accept on."""
        self._on_connection = on_connection
        self._tasks: set[asyncio.Task[None]] = set()
        self._carriers: set[Carrier] = set()
        self._stop: Callable[[], None] | None = None
        self._closed = False
        self.addresses: Sequence[str] = ()
        """Public addresses, for clients."""

    def listens(self, addresses: Sequence[str], stop: Callable[[], None]) -> None:
        """Set the public addresses, and the function that stops listening."""
        self.addresses, self._stop = addresses, stop

    def begin(self, carrier: Carrier) -> None:
        """Serve a connection in a new task."""
        self._note(asyncio.get_running_loop().create_task(self.serve(carrier)))

    async def serve(self, carrier: Carrier) -> None:
        """Serve a connection in this task until it ends."""
        self._note(asyncio.current_task())
        self._carriers.add(carrier)
        try:
            if not self._closed:
                await self._on_connection(carrier)
        finally:
            carrier.close()
            await carrier.wait_closed()
            self._carriers.discard(carrier)

    async def close(self) -> None:
        """Stop listening, and close all connections."""
        self._closed = True
        if self._stop is not None:
            self._stop()
        for carrier in list(self._carriers):
            carrier.close()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=2 * LINGER_S)
            for task in late:
                task.cancel()

    def _note(self, task: asyncio.Task[None] | None) -> None:
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
