"""Many trials at once, each in a process of its own."""

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from queue import Empty
from time import monotonic
from typing import Final, Protocol

from piecement.session.bots.trial import Score, Trial, play

_LOOK_S: Final = 0.1
_TELL_S: Final = 0.2
_STEPS_AHEAD: Final = 2
"""How many trials wait in line for each process."""


class _Flag(Protocol):
    def is_set(self) -> bool: ...
    def set(self) -> None: ...


class _Counts(Protocol):
    def put(self, obj: int) -> None: ...
    def get_nowait(self) -> int: ...


def play_all(trials: Iterable[Trial], processes: int, told: Callable[[int], object]) -> Generator[Score, None, None]:
    """Play trials, and yield what comes of them in the order in which they end; `told` hears of pieces as they lock.

    Whatever ends it early, such as Ctrl+C, ends the processes as well. Raises what a trial raised.
    """
    context = get_context("spawn")
    counts: _Counts = context.Queue()
    stop: _Flag = context.Event()
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(counts, stop))
    try:
        yield from _scores(pool, iter(trials), processes, lambda: _hear(counts, told))
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _scores(
    pool: ProcessPoolExecutor, trials: Iterator[Trial], processes: int, hear: Callable[[], None]
) -> Iterator[Score]:
    running: set[Future[Score]] = set()
    while True:
        for trial in trials:
            running.add(pool.submit(_play, trial))
            if len(running) >= _STEPS_AHEAD * processes:
                break
        if not running:
            return
        done, running = wait(running, _LOOK_S, FIRST_COMPLETED)
        hear()
        for future in done:
            yield future.result()


def _hear(counts: _Counts, told: Callable[[int], object]) -> None:
    try:
        while True:
            told(counts.get_nowait())
    except Empty:
        pass


def usual_processes(games: int) -> int:
    """Return how many processes to play so many games in."""
    return max(1, min(games, os.cpu_count() or 1))


class _Line:
    """The line of a process to the one that started it."""

    def __init__(self, counts: _Counts, stop: _Flag) -> None:
        self._counts = counts
        self._stop = stop
        self._told = 0
        self._due_s = 0.0

    def begin(self) -> None:
        """Count anew."""
        self._told = 0

    def tell(self, pieces: int) -> bool:
        """Tell how far the game is, but not too often, and return whether it is to go on."""
        now_s = monotonic()
        if now_s >= self._due_s:
            self._due_s = now_s + _TELL_S
            self._counts.put(pieces - self._told)
            self._told = pieces
            return not self._stop.is_set()
        return True


_line: _Line | None = None


def _begin(counts: _Counts, stop: _Flag) -> None:
    global _line  # noqa: PLW0603  # what a process is given at its start has no other place
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it tells it to stop
    _line = _Line(counts, stop)


def _play(trial: Trial) -> Score:
    if _line is None:
        return play(trial)
    _line.begin()
    return play(trial, _line.tell)
