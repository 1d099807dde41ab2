"""Carriers: connections of bytes between client and server, of any kind, and the server's side of many of them.

Bytes arrive and are sent in pieces of any size, and a reader that is too slow loses the connection.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from typing import Any, Final, Protocol

from piecement_net.rate_limits import CostLedger

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

        Raises `OnlineError` if the reader is too slow. Each call checks that, so call it regularly, even without data.
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
    """Listening sockets of a server and their open connections."""

    def __init__(self, on_connection: OnConnection, ledger: CostLedger) -> None:
        self.ledger: Final = ledger
        """Ledger that counts open sockets from their accept on."""
        self._on_connection = on_connection
        self._tasks: set[asyncio.Task[None]] = set()
        self._carriers: set[Carrier] = set()
        self._closed = False
        self.stopping: Final = ExitStack()
        """Closes the listening sockets."""
        self.addresses: list[str] = []
        """Public addresses, for clients."""

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
        self.stopping.close()
        for carrier in list(self._carriers):
            carrier.close()
        late: set[asyncio.Task[None]] = set()
        while self._tasks - late:  # those that were just accepted begin meanwhile
            _, late = await asyncio.wait(self._tasks, timeout=2 * LINGER_S)
            for task in late:
                task.cancel()

    def _note(self, task: asyncio.Task[None] | None) -> None:
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
