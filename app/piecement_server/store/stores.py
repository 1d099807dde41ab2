"""All that a server stores: one store for each noun, over one database, in a thread of its own."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple, TypeVar, cast

from piecement_base.errors import StorageError
from piecement_base.language import _
from piecement_net.errors import RoomError
from piecement_server.log import Log
from piecement_server.rooms.match_record import MatchRecord
from piecement_server.store.accounts import Account, AccountStore
from piecement_server.store.bans import BanStore
from piecement_server.store.daily_seeds import DailySeedStore
from piecement_server.store.database import MIGRATIONS, ServerDatabase, SqliteDatabase, UnreachableError, drawn_once
from piecement_server.store.leaderboard_entries import LeaderboardStore
from piecement_server.store.matches import MatchStore
from piecement_server.store.ratings import RatingStore

SERVER_ID_BYTES: Final = 16
RETENTION_DAYS: Final = 365
"""Days after which matches and other old rows are deleted."""
UNFINISHED_MS: Final = 10 * 60 * 1000
"""Maximum standstill of a match for a restarted server to resume it (ms)."""


class StoredRound(NamedTuple):
    """Result of storing a match."""

    record: str | None
    """Name of the round that ended, or None."""
    rated: tuple[str, ...] = ()
    """Accounts whose rating changed."""


class Stores:
    """Stores of a database, used by one thread."""

    def __init__(self, database: ServerDatabase, now_ms: Callable[[], int]) -> None:
        """Use a database; `now_ms` returns the time since 1970 (ms)."""
        self.database: Final = database
        self.matches: Final = MatchStore(database, now_ms)
        self.accounts: Final = AccountStore(database, now_ms)
        self.bans: Final = BanStore(database, now_ms)
        self.ratings: Final = RatingStore(database, now_ms)
        self.leaderboards: Final = LeaderboardStore(database, now_ms)
        self.daily_seeds: Final = DailySeedStore(database, now_ms)

    def server_id(self) -> str:
        """Return the id of the server, or of the fleet that shares the database. Raises `StorageError`."""
        return drawn_once(self.database, "server_id", SERVER_ID_BYTES)

    def put(self, match: MatchRecord) -> StoredRound:
        """Store the state of a match. Repeating it is safe: each round and result counts once."""
        rated = self.ratings.add(match) if match.ended else []
        return StoredRound(self.matches.put(match), tuple(rated))

    def delete_account(self, account: Account) -> None:
        """Delete an account, and its name in matches of other accounts. Raises `RoomError` during its match."""
        for _piece in self.forget_in_matches(account.id):
            pass
        self.accounts.delete(account)

    def forget_in_matches(self, account: str) -> Iterator[None]:
        """Remove an account from its matches, and its results, one in each piece. Raises `RoomError` during a match."""
        if self.matches.has_in_match(account, UNFINISHED_MS):
            raise RoomError("account_in_match")
        while match := self.ratings.match_of(account):
            self.matches.forget_player(match, account)
            self.ratings.forget_result(match, account)
            yield

    def forget_expired(self) -> Iterator[int]:
        """Delete old rows of all kinds; yield their number, in pieces."""
        yield from self.matches.forget_before(RETENTION_DAYS)
        yield from self.accounts.forget_unused(RETENTION_DAYS)
        yield from self.bans.forget_ended()
        yield from self.leaderboards.forget_recordings(RETENTION_DAYS)
        yield from self.daily_seeds.forget_tries(RETENTION_DAYS)


FILE: Final = "matches.sqlite"
"""File name of the database in a server's folder."""
_KINDS: Final = ("postgresql://", "postgres://")


def open_database(folder: Path, url: str | None = None, *, version: int = len(MIGRATIONS)) -> ServerDatabase:
    """Open the database of a URL, or the file in a server's folder, at a version of the schema.

    Raises `StorageError` if it cannot be opened, or the package for it is missing.
    """
    if url is None:
        return SqliteDatabase(folder / FILE, version=version)
    if not url.startswith(_KINDS):
        raise StorageError(_("This is not a database address: use postgresql://USER@HOST:PORT/NAME, as in libpq."))
    if find_spec("psycopg") is None:
        raise StorageError(_("PostgreSQL needs the package psycopg: pip install 'piecement[fleet]'."))
    from piecement_server.store.postgresql import PostgresqlDatabase  # an extra

    return PostgresqlDatabase(url, version=version)


_Answer = TypeVar("_Answer")

ENDED_MS: Final = 20 * 1000
"""Maximum time since the end of a match for a restarted server to send its result again (ms)."""
_DONE: Final = object()
_RETRY_S: Final = 1.0
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
        while (piece := await self._run(lambda: next(work, _DONE), patience_s or self._patience_s)) is not _DONE:
            yield cast(_Answer, piece)

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
