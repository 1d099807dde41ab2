"""Verification of submitted recordings, which arrive in parts, in a worker process with limits of time and memory."""

import asyncio
import os
import signal
import sys
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final, NoReturn

from piecement_base.origin import Origin
from piecement_engine import EngineError, Recording, RecordingError
from piecement_engine.game.inputs import FORFEIT, unpack_charge
from piecement_net.errors import RoomError
from piecement_net.messages.leaderboards import Submit
from piecement_server.leaderboards.entries import LeaderboardEntry, check_setup, leaderboard_mode

LONGEST_UPLOAD: Final = 256 * 1024
"""Maximum length of a recording (characters), enough for two hours."""


class Uploads(dict[int, str]):
    """Uploads so far by member, at most one each; a first part restarts the upload."""

    def add(self, member: int, part: Submit) -> str | None:
        """Return the whole text with its last part, otherwise None. Raises `RoomError` and drops the upload."""
        before = self.pop(member, "")
        so_far = before if part.after else ""
        if part.length > LONGEST_UPLOAD:
            raise RoomError("upload_too_long", most=LONGEST_UPLOAD)
        text = so_far + part.text
        if part.after != len(so_far) or len(text) > part.length:
            raise RoomError("wrong_upload")
        if len(text) == part.length:
            return text
        self[member] = text
        return None


def verify(text: str) -> LeaderboardEntry:
    """Return the leaderboard entry of a recording. Raises `RoomError` with one sentence if it has none.

    A long recording needs seconds: call it in a process with a time limit.
    """
    if len(text) > LONGEST_UPLOAD:
        raise RoomError("upload_too_long", most=LONGEST_UPLOAD)
    try:
        recording = Recording.from_text(text)
    except RecordingError as error:
        raise RoomError("no_recording", why=error) from None
    if recording.result.end is None:
        raise RoomError("unfinished")
    origin = Origin.from_dict(recording.about)
    mode = leaderboard_mode(origin.mode)
    if origin.unranked:
        raise RoomError("unranked_game")
    if origin.variant:
        raise RoomError("not_of_mode", mode=mode.name)
    check_setup(mode, recording.setup)
    _check_inputs(recording)
    return LeaderboardEntry.of("proven", mode.name, recording)


def _check_inputs(recording: Recording) -> None:
    """Raise `RoomError` for garbage or levels of practice, and for inputs that are not those of the game."""
    if any(change < FORFEIT and unpack_charge(change) is None for _, change in recording.inputs):
        raise RoomError("unranked_game")
    try:
        desync = recording.verify(budget=recording.fair_budget())
    except EngineError as error:
        raise RoomError("differs", why=error) from None
    if desync is not None:
        raise RoomError("differs", why=desync.sentence)


CPU_S: Final = 5
"""CPU time limit for one recording (s). A game of ten minutes needs 0.2 s."""
MEMORY_BYTES: Final = 1 << 30
"""Memory limit of a worker (bytes)."""
MOST_WAITING: Final = 32
"""Maximum number of recordings waiting for verification."""


class Verifier:
    """Verifies recordings in a worker process, which starts with the first recording."""

    def __init__(self, *, cpu_s: int = CPU_S) -> None:
        self._cpu_s: Final = cpu_s
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def verify(self, text: str) -> LeaderboardEntry:
        """Return the leaderboard entry of a recording. Raises `RoomError` if it has none."""
        if self._waiting >= MOST_WAITING:
            raise RoomError("verifier_busy")
        self._waiting += 1
        pool = self._pool = self._pool or ProcessPoolExecutor(1, get_context("spawn"), initializer=_end_with_server)
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, _verify_within, text, self._cpu_s)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise RoomError("too_long_to_verify", seconds=self._cpu_s) from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Stop the worker and abandon running verifications."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _end_with_server() -> None:
    """End this worker, by a thread, when the server is gone: a killed server cannot end its workers."""

    def wait() -> None:
        server = parent_process()
        if server is not None:
            server.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()


class _OutOfTimeError(BaseException):
    """The CPU time of a recording is used up. Not an `Exception`, so that nothing in between catches it."""


def _verify_within(text: str, cpu_s: int) -> LeaderboardEntry:
    try:
        with _limits(cpu_s):
            return verify(text)
    except (_OutOfTimeError, MemoryError):
        raise RoomError("too_long_to_verify", seconds=cpu_s) from None


@contextmanager
def _limits(cpu_s: int) -> Generator[None]:
    """Limit CPU time within the block, and memory from now on. On Windows only the step budget applies."""
    if sys.platform == "win32":
        yield
        return
    import resource  # of POSIX

    spent = resource.getrusage(resource.RUSAGE_SELF)
    end_s = int(spent.ru_utime + spent.ru_stime) + cpu_s
    signal.signal(signal.SIGXCPU, _stop)
    for kind, most in ((resource.RLIMIT_AS, MEMORY_BYTES), (resource.RLIMIT_CPU, end_s)):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    try:
        yield
    finally:
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def _stop(_: int, __: object) -> NoReturn:
    raise _OutOfTimeError
