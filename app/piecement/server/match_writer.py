"""Writes matches in a thread of its own: a disk that is slow delays the round that waits for it, and nothing else."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from piecement.online.match_record import MatchRecord
from piecement.server.match_store import MatchStore

_Answer = TypeVar("_Answer")

KEPT_DAYS: Final = 365
"""How long matches are stored."""
UNFINISHED_MS: Final = 10 * 60 * 1000
"""How long a match may have stood still to be gone on with by a server that is started again."""


class MatchWriter:
    """The store of matches, for an event loop. Each method raises `StorageError` as those of the store do."""

    def __init__(self, open_store: Callable[[], MatchStore]) -> None:
        """Prepare a writer; `open_store` is called in its thread, by `open`."""
        self._open_store: Final = open_store
        self._thread: Final = ThreadPoolExecutor(1, "matches")
        self._store: MatchStore | None = None

    async def open(self) -> list[MatchRecord]:
        """Open the store, forget what is old in it, and return the matches to go on with."""
        self._store = await self._run(self._open_store)
        await self._run(lambda: self._opened.forget_before(KEPT_DAYS))
        return await self._run(lambda: self._opened.unfinished(UNFINISHED_MS))

    async def put(self, record: MatchRecord) -> str | None:
        """Store a match as it stands; return the name of the round that ended, if one did. In the order of calls."""
        return await self._run(lambda: self._opened.put(record))

    async def close(self) -> None:
        """Close the store, after all that was asked for."""
        if self._store is not None:
            await self._run(self._store.close)
        self._thread.shutdown()

    @property
    def _opened(self) -> MatchStore:
        if self._store is None:
            raise RuntimeError("the store of matches is not open")
        return self._store

    async def _run(self, work: Callable[[], _Answer]) -> _Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
