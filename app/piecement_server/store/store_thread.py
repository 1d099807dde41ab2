"""A thread for the stores, so that the event loop never waits for the database; each wait for it is limited."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Final, TypeVar

from piecement_server.log import Log
from piecement_server.rooms.match_record import MatchRecord
from piecement_server.store.database import UnreachableError
from piecement_server.store.stores import UNFINISHED_MS, Stores

_Answer = TypeVar("_Answer")

ENDED_MS: Final = 20 * 1000
"""Maximum time since the end of a match for a restarted server to send its result again (ms)."""
_RETRY_S: Final = 1.0
"""Delay before work that must not be lost is tried again (s)."""
PATIENCE_S: Final = 4.0
"""Maximum wait of a player's request for the database, queueing included (s)."""
_CLEARING_S: Final = 90.0
"""Maximum wait for the deletion of old rows, queueing included (s)."""
MOST_WAITING: Final = 200
"""Maximum number of requests that wait for the thread."""


class StoreThread:
    """Stores for use from an event loop. Methods raise `StorageError` as the stores do."""

    def __init__(
        self, open_stores: Callable[[], Stores], log: Log, *, retry_s: float = _RETRY_S, patience_s: float = PATIENCE_S
    ) -> None:
        """Open the stores in the thread; the first use of them raises an error of opening."""
        self._log: Final = log
        self._retry_s: Final = retry_s
        self._patience_s: Final = patience_s
        self._thread: Final = ThreadPoolExecutor(1, "stores")
        self._opening: Final = self._thread.submit(open_stores)
        """The stores; all work in the thread starts after they are open."""
        self.waiting = 0
        """Number of pieces of work in the thread or waiting for it."""
        self._order: Final = asyncio.Lock()
        self.is_last_try = False
        """Whether the server is about to end, so that failed work is lost instead of retried."""

    async def prepare(self) -> list[MatchRecord]:
        """Wait until the stores are open, delete expired rows, and return the matches to resume."""
        stores = await asyncio.wrap_future(self._opening)
        await self.clear()
        await self._run(stores.accounts.reserve_old_names, _CLEARING_S)
        await self._run(stores.leaderboards.add_rulesets, _CLEARING_S)
        return await self._run(lambda: stores.matches.unfinished(UNFINISHED_MS, ENDED_MS), _CLEARING_S)

    async def clear(self) -> None:
        """Delete expired rows; call it once a day."""
        async for _count in self.pieces(Stores.forget_expired, _CLEARING_S):
            pass

    async def run_with_retries(self, work: Callable[[Stores], _Answer]) -> _Answer:
        """Run repeatable work that must not be lost, in the order of calls.

        It is retried while the database cannot be reached, until `is_last_try`.
        """
        async with self._order:
            is_first = True
            while True:
                try:
                    answer = await self.run(work)
                except UnreachableError as error:
                    if self.is_last_try:
                        raise
                    if is_first:
                        self._log.error("database not reached", text=str(error))
                    is_first = False
                    await asyncio.sleep(self._retry_s)
                else:
                    if not is_first:
                        self._log.warning("database reached again")
                    return answer

    async def run(self, work: Callable[[Stores], _Answer]) -> _Answer:
        """Run work in the thread. Raises `UnreachableError` soon if the database hangs or too much waits."""
        if self.waiting >= MOST_WAITING:
            raise UnreachableError(f"{self.waiting} requests wait for the database already.")
        return await self._run(lambda: work(self._opening.result()), self._patience_s)

    async def pieces(
        self, begin: Callable[[Stores], Iterator[_Answer]], patience_s: float | None = None
    ) -> AsyncIterator[_Answer]:
        """Yield the pieces of long work; between two of them, the thread does other work. Raises as `run` does.

        The wait for each piece is limited, by default as for a request.
        """
        work = begin(await asyncio.wrap_future(self._opening))
        while piece := await self._run(lambda: list(islice(work, 1)), patience_s or self._patience_s):
            yield piece[0]

    async def close(self) -> None:
        """Close the stores after all pending requests."""
        await self._run(self._opening.result().database.close, None)
        self._thread.shutdown()

    async def _run(self, work: Callable[[], _Answer], patience_s: float | None) -> _Answer:
        has_begun = False

        def begin() -> _Answer:
            nonlocal has_begun
            has_begun = True
            return work()

        self.waiting += 1
        try:
            async with asyncio.timeout(patience_s):
                return await asyncio.get_running_loop().run_in_executor(self._thread, begin)
        except TimeoutError:
            if has_begun:
                self._opening.result().database.interrupt()
            raise UnreachableError(f"The database has not replied for {patience_s:g} s.") from None
        finally:
            self.waiting -= 1
