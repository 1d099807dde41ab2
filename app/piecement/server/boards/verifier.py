"""The verifier: simulates recordings in worker processes, with a budget of processor time for each."""

import asyncio
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final, NoReturn

from piecement.online.errors import RoomError
from piecement.server.boards.verification import verified

if TYPE_CHECKING:
    from piecement.server.boards.board_entry import BoardEntry

CPU_S: Final = 5
"""How many seconds of processor time a recording may take. A game of ten minutes takes 0.2."""
MEMORY_BYTES: Final = 1 << 30
"""How much memory a worker may have."""
MOST_WAITING: Final = 32
"""How many recordings may wait to be simulated."""


class Verifier:
    """Simulates one recording after another. The workers begin with the first one."""

    def __init__(self, *, workers: int = 1, cpu_s: int = CPU_S) -> None:
        self._workers: Final = workers
        self._cpu_s: Final = cpu_s
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def verify(self, text: str) -> "BoardEntry":
        """Return the entry that a recording makes. Raises `RoomError` where it makes none."""
        if self._waiting >= MOST_WAITING:
            raise RoomError("verifier_busy")
        self._waiting += 1
        pool = self._pool = self._pool or ProcessPoolExecutor(self._workers, get_context("spawn"))
        try:
            found = await asyncio.get_running_loop().run_in_executor(pool, _verified_within, text, self._cpu_s)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise RoomError("too_long_to_verify", seconds=self._cpu_s) from None
        finally:
            self._waiting -= 1
        if isinstance(found, _Refusal):
            raise RoomError(found.code, **found.values)
        return found

    def close(self) -> None:
        """End the workers; what is being simulated is given up."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class _Refusal:
    """A refusal, on its way between processes."""

    def __init__(self, error: RoomError) -> None:
        self.code: Final = error.code
        self.values: Final = error.values


class _OutOfTimeError(BaseException):
    """The processor time of a recording is spent; nothing in between catches it."""


def _verified_within(text: str, cpu_s: int) -> "BoardEntry | _Refusal":
    try:
        _begin_budget(cpu_s)
        return verified(text)
    except RoomError as error:
        return _Refusal(error)
    except (_OutOfTimeError, MemoryError):
        return _Refusal(RoomError("too_long_to_verify", seconds=cpu_s))
    finally:
        _end_budget()


def _begin_budget(cpu_s: int) -> None:
    """Have the system stop this process after so much more processor time; where it cannot, only steps are counted."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - of POSIX

    spent = resource.getrusage(resource.RUSAGE_SELF)
    end_s = int(spent.ru_utime + spent.ru_stime) + cpu_s
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    signal.signal(signal.SIGXCPU, _stop)
    resource.setrlimit(resource.RLIMIT_CPU, (end_s if hard == resource.RLIM_INFINITY else min(end_s, hard), hard))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _end_budget() -> None:
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - as above

    __, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def _stop(_: int, __: object) -> NoReturn:
    raise _OutOfTimeError
