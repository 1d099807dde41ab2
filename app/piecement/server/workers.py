"""Worker processes: several servers of a fleet on one machine, restarted after a failure."""

import asyncio
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from piecement.server.log import Log

_PAUSE_S: Final = 1.0
"""Delay before a failed worker restarts (s)."""


async def run_workers(commands: Sequence[Sequence[str]], environment: Mapping[str, str], log: Log) -> None:
    """Run a worker per command, with this environment, until SIGTERM or SIGINT.

    Passes the end on to the workers as SIGTERM, and waits for all of them.
    """
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows has no signal handlers in its event loop
            loop.add_signal_handler(number, stopped.set)
    async with asyncio.TaskGroup() as group:
        for command in commands:
            group.create_task(_keep_running(command, environment, stopped, log))


async def _keep_running(
    command: Sequence[str], environment: Mapping[str, str], stopped: asyncio.Event, log: Log
) -> None:
    while not stopped.is_set():
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", "piecement", *command, env=environment)
        ended = asyncio.create_task(process.wait())
        stopping = asyncio.create_task(stopped.wait())
        await asyncio.wait((ended, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not ended.done():
            with suppress(ProcessLookupError):
                process.terminate()
        status = await ended
        stopping.cancel()
        if not stopped.is_set():
            log.error("worker ended", status=status, command=list(command))
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), _PAUSE_S)
