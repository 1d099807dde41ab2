"""The server program: its start, its signals and its end; the supervision of worker processes."""

import asyncio
import errno
import gc
import os
import signal
import ssl
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import SystemRandom
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from piecement_base.errors import StorageError
from piecement_base.file_lock import FileLock
from piecement_base.language import _
from piecement_engine.rules.timing import MILLISECOND
from piecement_engine.version import __version__
from piecement_net.address import Address
from piecement_net.control_socket import Status, serving_control
from piecement_net.endpoints import serve
from piecement_net.errors import OnlineError
from piecement_net.lan import announced
from piecement_net.limits import ServerLimits
from piecement_net.network_clock import clock_ns
from piecement_server.connections import Sessions
from piecement_server.control import ServerControl
from piecement_server.fleet_news import Directory, FleetSettings
from piecement_server.hub import Hub
from piecement_server.log import Log, Reports
from piecement_server.rooms.lobby import Lobby
from piecement_server.status import snapshot
from piecement_server.store.store_thread import StoreThread
from piecement_server.store.stores import Stores, open_database

if TYPE_CHECKING:
    from piecement_server.fleet import Fleet

LOCK: Final = "server.lock"
"""Lock file of a running server, in its folder."""
_FILES: Final = 65_536
"""Number of open files to request of the system."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """Settings of a server."""

    addresses: Sequence[Address]
    """Addresses to listen at."""
    folder: Path
    """Folder of the reports, and of the database unless `database` names another."""
    database: str | None = None
    """URL of a PostgreSQL database, or None for a file in `folder`."""
    name: str = "Piecement"
    greeting: str = ""
    limits: ServerLimits = field(default_factory=ServerLimits)
    read_limits: Callable[[], ServerLimits] | None = None
    """Reads the limits again, or None if they are from no file."""
    tls: ssl.SSLContext | None = None
    """TLS context for `wss://` addresses."""
    behind_proxy: bool = False
    announces: bool = True
    """Whether to announce the server on the local network, if the package for that is installed."""
    patience_s: float = 600.0
    """Time limit for running matches after a signal to end (s)."""
    fleet: FleetSettings | None = None
    """Settings of the fleet, or None for a single server."""
    metrics: int | None = None
    """Loopback port for Prometheus; 0 for any free port, None for no metrics."""
    log_level: str = "warning"
    until_eof: bool = False
    """Whether the end of standard input ends the server, as SIGTERM does."""


async def run(settings: ServerSettings, listening: Callable[[Sequence[str]], None]) -> None:
    """Serve until SIGTERM or SIGINT, then until running matches end; a second signal ends at once.

    `listening` receives the public addresses. Raises `OnlineError` if the server cannot listen, and `StorageError` if
    it cannot store.
    """
    try:
        settings.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(_("Cannot use {folder}: {why}."), folder=settings.folder, why=error.strerror) from None
    with FileLock(settings.folder / LOCK):
        await _run(settings, listening)


async def _run(settings: ServerSettings, listening: Callable[[Sequence[str]], None]) -> None:
    log = Log(settings.log_level)
    stop = _stop_requests(settings, log)
    async with AsyncExitStack() as closing:
        closing.enter_context(log.collecting())
        hub, fleet = await _open_hub(settings, log, closing)
        addresses = list[str]()
        for address in settings.addresses:
            listener = await serve(address, hub.serve, hub.ledger, tls=settings.tls, behind_proxy=settings.behind_proxy)
            closing.push_async_callback(listener.close)
            addresses += listener.addresses
        await _serve_operator(settings, hub, log, stop, closing, addresses=addresses)
        log.info("listening", addresses=addresses)
        gc.freeze()  # collections of permanent objects would delay all clients
        listening(addresses)
        await _announce(settings, addresses, closing)
        async with asyncio.TaskGroup() as group:
            services = [
                group.create_task(hub.run_timers()),
                group.create_task(hub.clear_daily()),
                group.create_task(hub.follow_database()),
            ]
            if fleet is not None:
                group.create_task(fleet.take_part(addresses[0]))
            await stop.get()
            await _drain(hub, settings.patience_s, stop)
            for task in services:
                task.cancel()
            if fleet is not None:
                fleet.leave()
    log.info("ended", rounds=hub.rounds)


def _stop_requests(settings: ServerSettings, log: Log) -> asyncio.Queue[int]:
    """Return a queue that receives each request to end. Errors of the event loop are logged from now on."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(partial(_log_failure, log))
    stop: asyncio.Queue[int] = asyncio.Queue()
    _on_stop(stop.put_nowait)
    if settings.until_eof:
        Thread(target=_wait_for_eof, args=(loop, stop), name="end of input", daemon=True).start()
    return stop


async def _open_hub(settings: ServerSettings, log: Log, closing: AsyncExitStack) -> "tuple[Hub, Fleet | None]":
    """Open the database; return the hub, with unfinished matches restored, and the fleet of the server, if any."""
    stores = StoreThread(
        lambda: Stores(open_database(settings.folder, settings.database), lambda: time.time_ns() // MILLISECOND), log
    )
    matches = await stores.prepare()
    closing.push_async_callback(stores.close)
    server_id = await stores.run(Stores.server_id)
    sessions = Sessions(settings.limits, f"{settings.name} {__version__}", motd=settings.greeting, server_id=server_id)
    server = "" if settings.fleet is None else settings.fleet.name
    directory = Directory()
    lobby = Lobby(SystemRandom(), sessions.ledger, server=server, directory=directory)
    hub = Hub(lobby, sessions, stores, Reports(settings.folder / "reports"), log)
    fleet = None
    if settings.fleet is not None:
        from piecement_server.fleet import Fleet  # an optional package

        fleet = Fleet(settings.fleet, lobby, directory, hub.dispatcher.match_maker, log)
        hub.find_place = fleet.find_host
    hub.restore(match for match in matches if match.server == server)
    await hub.check_database()
    return hub, fleet


def prepare_process() -> None:
    """Make the files of this process private, and raise its limit of open files: each connection is one."""
    os.umask(0o077)  # the database holds secrets, and reports hold players' games
    if sys.platform == "win32":
        return
    import resource  # of POSIX

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # the system may have a lower limit, with which the server works too
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _log_failure(log: Log, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:  # as asyncio calls it
    """Log an error that the event loop reports, such as a connection that could not be accepted, on one line."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        log.error("too many open files", text=error.strerror)
    elif isinstance(error, Exception):
        log.error("event loop", text=context["message"], error=traceback.format_exception(error))
    else:
        log.error("event loop", text=context["message"])


async def _serve_operator(
    settings: ServerSettings,
    hub: Hub,
    log: Log,
    stop: asyncio.Queue[int],
    closing: AsyncExitStack,
    *,
    addresses: Sequence[str],
) -> None:
    """Answer the operator at the control socket in the folder, and Prometheus."""

    def status() -> Status:
        return snapshot(hub, settings.name, addresses, clock_ns())

    def drain() -> None:
        if hub.dispatcher.match_maker.is_open and stop.empty():  # a second request would end running matches
            stop.put_nowait(signal.SIGTERM)

    async def answer(line: str) -> Status:
        return await control.answer(line) if line else status()

    control = ServerControl(hub, log, drain, settings.read_limits)
    await closing.enter_async_context(serving_control(settings.folder, answer))
    if settings.metrics is None:
        return
    from piecement_server.metrics import serving_metrics  # an optional package

    try:
        port = await closing.enter_async_context(serving_metrics(settings.metrics, status))
    except OSError as error:
        raise OnlineError("cannot_listen", address=f"127.0.0.1:{settings.metrics}", why=error.strerror) from None
    log.info("metrics", port=port)


async def _announce(settings: ServerSettings, addresses: Sequence[str], closing: AsyncExitStack) -> None:
    """Announce the server on the local network, if other machines there can reach it."""
    reachable = [at for at in map(Address.parse, addresses) if at.kind == "tcp" and not at.is_loopback]
    if settings.announces and reachable:
        await closing.enter_async_context(announced(settings.name, reachable[0].port))


def _on_stop(notify: Callable[[int], object]) -> None:
    """Call a function with the number of each SIGTERM and SIGINT."""
    if sys.platform != "win32":  # its event loop has no signal handlers; there, Ctrl+C cancels the program
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, notify, number)


def _wait_for_eof(loop: asyncio.AbstractEventLoop, stop: asyncio.Queue[int]) -> None:
    """Read standard input until it ends, in a thread: no event loop of Windows reads pipes that it did not make."""
    with suppress(OSError):  # it was closed from the start
        while os.read(0, 4096):  # without the lock of `sys.stdin`, which would stop the interpreter from ending
            pass
    with suppress(RuntimeError):  # the loop is closed
        loop.call_soon_threadsafe(stop.put_nowait, signal.SIGTERM)


async def _drain(hub: Hub, patience_s: float, stop: asyncio.Queue[int]) -> None:
    """Drain the server; end at once on another request."""
    draining = asyncio.create_task(hub.drain(patience_s))
    again = asyncio.create_task(stop.get())
    await asyncio.wait((draining, again), return_when=asyncio.FIRST_COMPLETED)
    again.cancel()
    if draining.done():
        draining.result()  # raises its error, if it has failed
    else:
        draining.cancel()
        await asyncio.wait((draining,))
        await hub.drain(0)


_PAUSE_S: Final = 1.0
"""Delay before a failed worker restarts (s)."""


async def run_workers(commands: Sequence[Sequence[str]], environment: Mapping[str, str], log: Log) -> None:
    """Run a worker per command, with this environment, until SIGTERM or SIGINT, or until all have been drained.

    Passes the end on to the workers as SIGTERM, and waits for all of them.
    """
    stopped = asyncio.Event()
    _on_stop(lambda _: stopped.set())
    with log.collecting():
        async with asyncio.TaskGroup() as group:
            for command in commands:
                group.create_task(_supervise(command, environment, stopped, log))


async def _supervise(command: Sequence[str], environment: Mapping[str, str], stopped: asyncio.Event, log: Log) -> None:
    while not stopped.is_set():
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", "piecement", *command, env=environment)
        ended = asyncio.create_task(process.wait())
        stopping = asyncio.create_task(stopped.wait())
        await asyncio.wait((ended, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not ended.done():
            with suppress(ProcessLookupError):  # it ended just now
                process.terminate()
        status = await ended
        stopping.cancel()
        if not status:  # drained
            return
        if not stopped.is_set():
            log.error("worker ended", status=status, command=list(command))
            with suppress(TimeoutError):  # the pause, unless the program ends meanwhile
                await asyncio.wait_for(stopped.wait(), _PAUSE_S)
