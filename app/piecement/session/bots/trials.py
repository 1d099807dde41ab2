"""Parallel trials, each in its own process."""

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context, parent_process
from queue import Empty
from threading import Thread
from time import monotonic
from typing import Final, Protocol

from piecement.session.bots.trial import Trial, TrialScore, play

_LOOK_S: Final = 0.1
_REPORT_S: Final = 0.2
_STEPS_AHEAD: Final = 2
"""Number of queued trials per process."""


class _Flag(Protocol):
    def is_set(self) -> bool: ...
    def set(self) -> None: ...


class _Counts(Protocol):
    def put(self, obj: int) -> None: ...
    def get_nowait(self) -> int: ...


def play_all(
    trials: Iterable[Trial], processes: int, on_pieces: Callable[[int], object]
) -> Generator[TrialScore, None, None]:
    """Play trials and yield their scores in the order of completion.

    `on_pieces` receives the number of pieces locked since its last call. An early end, such as by Ctrl+C, stops the
    processes as well. Exceptions of trials are raised.
    """
    context = get_context("spawn")
    counts: _Counts = context.Queue()
    stop: _Flag = context.Event()
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(counts, stop))
    try:
        yield from _scores(pool, iter(trials), processes, lambda: _sum_up(counts, on_pieces))
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _scores(
    pool: ProcessPoolExecutor, trials: Iterator[Trial], processes: int, sum_up: Callable[[], None]
) -> Iterator[TrialScore]:
    running: set[Future[TrialScore]] = set()
    while True:
        for trial in trials:
            running.add(pool.submit(_play, trial))
            if len(running) >= _STEPS_AHEAD * processes:
                break
        if not running:
            return
        done, running = wait(running, _LOOK_S, FIRST_COMPLETED)
        sum_up()
        for future in done:
            yield future.result()


def _sum_up(counts: _Counts, on_pieces: Callable[[int], object]) -> None:
    try:
        while True:
            on_pieces(counts.get_nowait())
    except Empty:
        pass


def usual_processes(games: int) -> int:
    """Return the default number of processes for the given number of games."""
    return max(1, min(games, os.cpu_count() or 1))


class _Reporter:
    """Reports progress from a worker process to its parent."""

    def __init__(self, counts: _Counts, stop: _Flag) -> None:
        self._counts = counts
        self._stop = stop
        self._reported = 0
        self._due_s = 0.0

    def begin(self) -> None:
        self._reported = 0

    def report(self, pieces: int) -> bool:
        """Report the number of locked pieces at intervals and return whether to continue the game."""
        now_s = monotonic()
        if now_s >= self._due_s:
            self._due_s = now_s + _REPORT_S
            self._counts.put(pieces - self._reported)
            self._reported = pieces
            return not self._stop.is_set()
        return True


_reporter: _Reporter | None = None


def _begin(counts: _Counts, stop: _Flag) -> None:
    global _reporter  # noqa: PLW0603  # what a process is given at its start has no other place
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process stops this one
    Thread(target=_end_with_parent, name="parent watch", daemon=True).start()
    _reporter = _Reporter(counts, stop)


def _end_with_parent() -> None:
    """End this process and its bots if the parent is killed; otherwise it would play on for hours."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(trial: Trial) -> TrialScore:
    if _reporter is None:
        return play(trial)
    _reporter.begin()
    return play(trial, _reporter.report)
