"""What all carriers have in common."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, Protocol

LINGER_S: Final = 1.0
"""How long what was sent last may take to be read, after a connection was closed."""
OPEN_S: Final = 5.0
"""How long a connection may take to open."""


class Carrier(Protocol):
    """A connection."""

    @property
    def peer(self) -> str:
        """The address of the other side; empty for a unix socket."""
        ...

    @property
    def buffered(self) -> int:
        """How many bytes the other side has not yet read, as far as the system did not take them."""
        ...

    def send(self, data: bytes) -> None:
        """Send whole lines, or nothing; it never waits.

        Raises `OnlineError` where too much waits for the reader, or for too long: call it now and then.
        """
        ...

    async def receive(self) -> bytes:
        """Return what has come, or wait for it; nothing at the end."""
        ...

    def close(self) -> None:
        """Close the connection; what was sent is still delivered, for a second."""
        ...

    async def wait_closed(self) -> None:
        """Wait until a connection that was closed is no more."""
        ...


OnConnection = Callable[[Carrier], Coroutine[Any, Any, None]]  # what a task takes
"""What serves one connection; when it is done, the connection is closed."""


class Listener:
    """A server that listens at one address."""

    def __init__(self, on_connection: OnConnection) -> None:
        self._on_connection = on_connection
        self._tasks: set[asyncio.Task[None]] = set()
        self._carriers: set[Carrier] = set()
        self._stop: Callable[[], None] | None = None
        self._closed = False
        self.addresses: Sequence[str] = ()
        """Where it listens, as a client is told."""

    def listens(self, addresses: Sequence[str], stop: Callable[[], None]) -> None:
        """Note where it listens, and what ends that."""
        self.addresses, self._stop = addresses, stop

    def begin(self, carrier: Carrier) -> None:
        """Serve a connection in a task of its own."""
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
        """Stop to listen, and close all connections."""
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
