"""Asks the database in a thread of its own: one that is slow delays who waits for it, and nothing else."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from piecement.online.match_record import MatchRecord
from piecement.server.log import Log
from piecement.server.store.server_database import UnreachableError
from piecement.server.store.stores import UNFINISHED_MS, Stored, Stores

_Answer = TypeVar("_Answer")

KEPT_DAYS: Final = 365
"""How long matches are stored."""
ENDED_MS: Final = 20 * 1000
"""How long ago a match may have ended for its players to be told again."""
_RETRY_S: Final = 1.0


class StoreThread:
    """The stores, for an event loop. Each method raises `StorageError` as those of the stores do."""

    def __init__(self, open_stores: Callable[[], Stores], log: Log, *, retry_s: float = _RETRY_S) -> None:
        """Prepare a thread; `open_stores` is called in it, by `open`."""
        self._open_stores: Final = open_stores
        self._log: Final = log
        self._retry_s: Final = retry_s
        self._thread: Final = ThreadPoolExecutor(1, "stores")
        self._stores: Stores | None = None
        self._order: Final = asyncio.Lock()
        self._is_last_try = False

    async def open(self) -> list[MatchRecord]:
        """Open the stores, forget what is old in them, and return the matches to go on with."""
        self._stores = await self._run(self._open_stores)
        await self.ask(lambda stores: stores.matches.forget_before(KEPT_DAYS))
        await self.ask(lambda stores: stores.accounts.forget_unused(KEPT_DAYS))
        await self.ask(lambda stores: stores.accounts.take_names())
        return await self.ask(lambda stores: stores.matches.unfinished(UNFINISHED_MS, ENDED_MS))

    async def put(self, record: MatchRecord) -> Stored:
        """Store a match as it stands, in the order of calls.

        While the database cannot be reached it is tried again, until `stop_trying`.
        """
        return await self.insist(lambda stores: stores.put(record))

    async def insist(self, work: Callable[[Stores], _Answer]) -> _Answer:
        """Do what must not be lost, and may be done twice: again and again, while the database cannot be reached."""
        async with self._order:
            is_first = True
            while True:
                try:
                    answer = await self.ask(work)
                except UnreachableError as error:
                    if self._is_last_try:
                        raise
                    if is_first:
                        self._log.error("database not reached", text=str(error))
                    is_first = False
                    await asyncio.sleep(self._retry_s)
                else:
                    if not is_first:
                        self._log.warning("database reached again")
                    return answer

    async def ask(self, work: Callable[[Stores], _Answer]) -> _Answer:
        """Return the answer of the stores."""
        return await self._run(lambda: work(self._opened))

    def stop_trying(self) -> None:
        """Have what cannot be stored now fail from now on, as the server is to end."""
        self._is_last_try = True

    async def close(self) -> None:
        """Close the stores, after all that was asked for."""
        if self._stores is not None:
            await self._run(self._stores.close)
        self._thread.shutdown()

    @property
    def _opened(self) -> Stores:
        if self._stores is None:
            raise RuntimeError("the stores are not open")
        return self._stores

    async def _run(self, work: Callable[[], _Answer]) -> _Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
