"""Hub: feeds the dispatcher with received bytes and the time, and carries out its tasks."""

import asyncio
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable
from contextlib import contextmanager, suppress
from itertools import cycle
from typing import Any, Final

from piecement_base.errors import StorageError
from piecement_engine.rules.timing import SECOND
from piecement_net.carriers import Carrier
from piecement_net.errors import OnlineError, RoomError
from piecement_net.loop_shares import CHUNK
from piecement_net.messages.accounts import AskExport, DeleteAccount
from piecement_net.messages.from_server import Error
from piecement_net.network_clock import clock_ns
from piecement_net.rate_limits import network_of
from piecement_server.account_exports import AccountExports
from piecement_server.connections import ServerConnection, Sessions, refusal
from piecement_server.dispatcher import Dispatcher
from piecement_server.leaderboards.entries import LeaderboardEntry
from piecement_server.leaderboards.verifier import Verifier
from piecement_server.log import Log, Reports
from piecement_server.requests import Request, Response, Verify, handle
from piecement_server.rooms.effects import FindPlace, Report, StoreMatch
from piecement_server.rooms.lobby import Lobby
from piecement_server.rooms.match_record import MatchRecord
from piecement_server.store.store_thread import StoreThread
from piecement_server.store.stores import StoredRound

_CHECK_S: Final = 0.1
"""Interval between checks for silent clients (s)."""
_TURNS: Final = 5
"""Number of checks in which each connection has its turn once."""
_LAGS: Final = 600
"""Number of checks in a minute."""
_LONGEST_WAIT_S: Final = 60.0
_DATABASE_CHECK_S: Final = 10.0
"""Interval between checks of the database (s)."""
_DAY_S: Final = 24 * 60 * 60
_MOST_ENTRIES_WAITING: Final = 1000
"""Maximum number of leaderboard entries waiting while the database is away."""


class Hub:
    """A server without its listeners, which pass each connection to `serve`."""

    def __init__(self, lobby: Lobby, sessions: Sessions, stores: StoreThread, reports: Reports, log: Log) -> None:
        self.lobby: Final = lobby
        self.begun_ns: Final = clock_ns()
        self.rounds = 0
        """Number of rounds that ended here."""
        self.database_bytes = 0
        """Size of the database when it was last measured (bytes)."""
        self._lags_ns: Final = deque[int](maxlen=_LAGS)
        """Delay of the last checks (ns)."""
        self.dispatcher: Final = Dispatcher(lobby, sessions, log, has_accounts=True)
        self.ledger: Final = self.dispatcher.ledger
        self.stores: Final = stores
        self._exports: Final = AccountExports(stores)
        self._reports: Final = reports
        self._log: Final = log
        self._verifier: Final = Verifier()
        self.find_place: Callable[[], Awaitable[str | None]] | None = None
        """In a fleet, returns the address of the server that opens a room, or None for this one."""
        self._carriers: dict[ServerConnection, Carrier] = {}
        """Open connections."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._entries_waiting = 0
        """Number of entries being added to leaderboards."""
        self._timer: asyncio.TimerHandle | None = None
        self._timer_ns = 0

    @property
    def connections(self) -> int:
        return len(self._carriers)

    @property
    def lag_ns(self) -> int:
        """Longest lag of the event loop within the last minute (ns)."""
        return max(self._lags_ns, default=0)

    def restore(self, matches: Iterable[MatchRecord]) -> None:
        """Resume the matches of a previous run of the server: for each room its running match, or else its last one."""
        last = {match.room: match for match in sorted(matches, key=lambda match: not match.ended)}
        for match in last.values():
            with self._logging_errors("match not restored", match=match.id):
                self.lobby.restore(match, clock_ns())
                self._log.info("match restored", match=match.id, room=match.room, rounds=match.rounds)
        self.settle()

    async def serve(self, carrier: Carrier) -> None:
        """Serve a connection until it ends."""
        try:
            self.dispatcher.admit(carrier.peer, clock_ns())
        except OnlineError as error:
            self.ledger.refusals[error.code] += 1
            self._log.warning("connection refused", code=error.code)
            self._log.debug("connection refused", peer=carrier.peer, code=error.code)
            with suppress(OnlineError):
                carrier.send(refusal(error))
            return
        shares = self.ledger.loop_shares
        connection, payer = self.dispatcher.connect(clock_ns(), carrier.peer), network_of(carrier.peer)
        self._carriers[connection] = carrier
        try:
            with self._logging_errors("connection failed"):
                while data := await carrier.receive():
                    for start in range(0, len(data), CHUNK):
                        now_ns = await shares.wait(payer)
                        try:
                            self.dispatcher.receive(connection, data[start : start + CHUNK], now_ns)
                            self.settle()
                        finally:
                            shares.charge(payer, now_ns)
        except OnlineError as error:
            self._log_end(carrier, error)
        finally:
            self._write(connection)
            del self._carriers[connection]
            self.ledger.leave(carrier.peer)
            self.dispatcher.lost(connection, clock_ns())
            self.settle()

    def _write(self, connection: ServerConnection) -> None:
        """Write the pending bytes of a connection, and close it if the client does not read."""
        carrier = self._carriers.get(connection)
        if carrier is None:
            return
        try:
            carrier.send(connection.data_to_send())
        except OnlineError as error:
            self._log_end(carrier, error)
            carrier.close()

    def _log_end(self, carrier: Carrier, error: OnlineError) -> None:
        self.ledger.refusals[error.code] += 1
        self._log.info("connection ended", peer=carrier.peer, code=error.code, text=error.english)

    def settle(self) -> None:
        """Write pending bytes, start the tasks of the dispatcher, and schedule the next step of the rooms."""
        self.dispatcher.settle(clock_ns())
        for connection in self.dispatcher.pop_unsent():
            self._write(connection)
        for task in self.dispatcher.pop_tasks():
            match task:
                case StoreMatch():
                    self._begin(self._store(task))
                case Request():
                    self._begin(self._run_in_store(task))
                case FindPlace():
                    self._begin(self._open_room(task))
                case Report():
                    path = self._reports.add(task.kind, task.text)
                    self._log.error("report", kind=task.kind, summary=task.summary, path=path)
        self._schedule()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:  # as `create_task` has it
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _store(self, task: StoreMatch) -> None:
        """Store a match, then continue its room."""
        record = task.record
        try:
            stored = await self.stores.run_with_retries(lambda stores: stores.put(record))
        except StorageError as error:
            stored = StoredRound(None)
            path = self._reports.add("match", record.model_dump_json())
            self._log.error("match not stored", match=record.id, round=record.rounds, text=str(error), path=path)
        if record.round is not None:
            self.rounds += 1
            self._log.info("round ended", room=task.room, match=record.id, round=record.rounds, record=stored.record)
            self.lobby.stored(task.room, stored.record, clock_ns())
        self.dispatcher.rated(stored.rated)
        self.settle()

    async def _run_in_store(self, request: Request) -> None:
        """Handle a request, and always send a response: the client waits for it."""
        response = Response(request.account, (Error.of(RoomError("accounts_away")),), is_unavailable=True)
        try:
            if isinstance(request.message, Verify):
                request = request._replace(message=await self._verifier.verify(request.message.text))
            response = await self._handle(request)
        except RoomError as error:
            response = Response(request.account, (Error.of(error),))
        except StorageError as error:
            entry = request.message if isinstance(request.message, LeaderboardEntry) else None
            path = None if entry is None else self._reports.add("entry", entry.recording)
            self._log.error("question not answered", member=request.member, text=str(error), path=path)
        except Exception as error:  # any failure: the server has other clients
            self._log.error("question not answered", member=request.member, error=traceback.format_exception(error))
        try:
            self.dispatcher.answered(request, response, clock_ns())
        except Exception as error:  # any failure: the server has other clients
            self._log.error("connection failed", member=request.member, error=traceback.format_exception(error))
            connection = self.dispatcher.connection_of(request.member)
            if connection is not None:
                self._carriers[connection].close()
        self.settle()

    async def _handle(self, request: Request) -> Response:
        """Handle a request, long ones in pieces; a leaderboard entry is retried while the database is away."""
        message = request.message
        if isinstance(message, AskExport | DeleteAccount) and request.account:
            account = await self.stores.run(lambda stores: stores.accounts.get(request.account))
            if isinstance(message, AskExport):
                return Response(request.account, (await self._exports.part(account, message.after),))
            if message.name == account.name:
                async for _piece in self.stores.pieces(lambda stores: stores.forget_in_matches(account.id)):
                    pass
        if not isinstance(request.message, LeaderboardEntry) or self._entries_waiting >= _MOST_ENTRIES_WAITING:
            return await self.stores.run(lambda stores: handle(stores, request))
        self._entries_waiting += 1
        try:
            return await self.stores.run_with_retries(lambda stores: handle(stores, request))
        finally:
            self._entries_waiting -= 1

    async def _open_room(self, task: FindPlace) -> None:
        """Open a room on this server, or on another one of the fleet that has capacity for it."""
        address = None if self.find_place is None else await self.find_place()
        self.dispatcher.placed(task.member, task.message, address, clock_ns())
        self.settle()

    # Timers

    async def run_timers(self) -> None:
        """Check for silent clients and do all due work except that of rooms, forever."""
        for turn in cycle(range(_TURNS)):
            due_ns = clock_ns() + round(_CHECK_S * SECOND)
            await asyncio.sleep(_CHECK_S)
            now_ns = clock_ns()
            self._lags_ns.append(now_ns - due_ns)
            for connection in list(self._carriers)[turn::_TURNS]:
                self._check(connection, now_ns)
            with self._logging_errors("sessions not looked through"):
                self.dispatcher.advance(now_ns)
                self.settle()

    async def clear_daily(self) -> None:
        """Delete expired rows once a day, forever."""
        while True:
            await asyncio.sleep(_DAY_S)
            with self._logging_errors("old rows not deleted"):
                await self.stores.clear()

    async def follow_database(self) -> None:
        """Check the database at intervals, forever: other servers may change it too."""
        while True:
            with suppress(StorageError):  # the next use of the database logs that it is away
                await self.check_database()
            await asyncio.sleep(_DATABASE_CHECK_S)

    async def check_database(self) -> None:
        """Measure the size of the database and enforce its bans. Raises `StorageError`."""
        self.database_bytes, bans = await self.stores.run(lambda stores: (stores.database.size(), stores.bans.listed()))
        self.dispatcher.enforce(bans, clock_ns())
        self.settle()

    def _check(self, connection: ServerConnection, now_ns: int) -> None:
        try:
            with self._logging_errors("connection not looked after"):
                self.dispatcher.check(connection, now_ns)
        except OnlineError as error:
            self._write(connection)
            self._log_end(self._carriers[connection], error)
            self._carriers[connection].close()

    def _schedule(self) -> None:
        """Schedule the next step of the rooms."""
        due_ns = self.lobby.due_ns
        if self._timer is not None:
            if self._timer_ns <= due_ns:
                return
            self._timer.cancel()
        self._timer_ns = due_ns
        wait_s = min(max(0, due_ns - clock_ns()) / SECOND, _LONGEST_WAIT_S)
        self._timer = asyncio.get_running_loop().call_later(wait_s, self._advance)

    def _advance(self) -> None:
        self._timer = None
        with self._logging_errors("rooms not looked after"):
            self.lobby.advance(clock_ns())
            self.settle()
        if self._timer is None:  # otherwise the timers would stop
            self._timer = asyncio.get_running_loop().call_later(_CHECK_S, self._advance)

    @contextmanager
    def _logging_errors(self, failure: str, **facts: object) -> Generator[None]:
        """Log an error of the block instead of raising it, except `OnlineError`, which ends a connection."""
        try:
            yield
        except OnlineError:
            raise
        except Exception as error:  # any failure: the server has other clients
            self._log.error(failure, **facts, error=traceback.format_exception(error))

    async def drain(self, patience_s: float) -> None:
        """Refuse new rooms, wait for running matches up to a limit, and close everything."""
        self._log.info("draining", rooms=len(self.lobby.rooms), patience_s=patience_s)
        self.dispatcher.match_maker.close()
        self.lobby.drain(clock_ns())
        self.settle()
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                while self.lobby.rooms:
                    await asyncio.sleep(_CHECK_S)
        self.lobby.close(clock_ns())
        self.settle()
        self._verifier.close()
        self._exports.close()
        self.stores.is_last_try = True
        while self._tasks:
            await asyncio.wait(self._tasks)
        if self._timer is not None:
            self._timer.cancel()
