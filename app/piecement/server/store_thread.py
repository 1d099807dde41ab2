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
PATIENCE_S: Final = 4.0
"""Longest wait for the database, in the queue and at work, of what a player waits for (s)."""
_CLEARING_S: Final = 90.0
"""The same, of what clears old rows away (s)."""
MOST_WAITING: Final = 200
"""Maximum number of requests that wait for the thread."""


class StoreThread:
    """The stores, for an event loop. Each method raises `StorageError` as those of the stores do."""

    def __init__(
        self,
        open_stores: Callable[[], Stores],
        log: Log,
        *,
        retry_s: float = _RETRY_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """Prepare a thread; `open_stores` is called in it, by `open`."""
        self._open_stores: Final = open_stores
        self._log: Final = log
        self._retry_s: Final = retry_s
        self._patience_s: Final = patience_s
        self._thread: Final = ThreadPoolExecutor(1, "stores")
        self._waiting = 0
        self._stores: Stores | None = None
        self._order: Final = asyncio.Lock()
        self._is_last_try = False

    async def open(self) -> list[MatchRecord]:
        """Open the stores, delete what is old in them, and return the matches to go on with."""
        self._stores = await self._run(self._open_stores, None)
        await self.clear()
        await self._run(self._opened.accounts.take_names, _CLEARING_S)
        return await self._run(lambda: self._opened.matches.unfinished(UNFINISHED_MS, ENDED_MS), _CLEARING_S)

    async def clear(self) -> None:
        """Delete what is older than a server keeps; call it once a day."""
        for work in (
            lambda: self._opened.matches.forget_before(KEPT_DAYS),
            lambda: self._opened.accounts.forget_unused(KEPT_DAYS),
            lambda: self._opened.board_entries.forget_recordings(KEPT_DAYS),
            lambda: self._opened.daily_seeds.forget_tries(KEPT_DAYS),
        ):
            await self._run(work, _CLEARING_S)

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
        """Return the reply of the stores. Raises `UnreachableError` soon if the database hangs or too much waits."""
        if self._waiting >= MOST_WAITING:
            raise UnreachableError(f"{self._waiting} requests wait for the database already.")
        return await self._run(lambda: work(self._opened), self._patience_s)

    def stop_trying(self) -> None:
        """Have what cannot be stored now fail from now on, as the server is to end."""
        self._is_last_try = True

    async def close(self) -> None:
        """Close the stores, after all that was asked for."""
        if self._stores is not None:
            await self._run(self._stores.close, None)
        self._thread.shutdown()

    @property
    def _opened(self) -> Stores:
        if self._stores is None:
            raise RuntimeError("the stores are not open")
        return self._stores

    async def _run(self, work: Callable[[], _Answer], patience_s: float | None) -> _Answer:
        has_begun = False

        def begin() -> _Answer:
            nonlocal has_begun
            has_begun = True
            return work()

        self._waiting += 1
        try:
            async with asyncio.timeout(patience_s):
                return await asyncio.get_running_loop().run_in_executor(self._thread, begin)
        except TimeoutError:
            if has_begun and self._stores is not None:
                self._stores.database.interrupt()
            raise UnreachableError(f"The database has not replied for {patience_s:g} s.") from None
        finally:
            self._waiting -= 1
