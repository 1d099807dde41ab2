"""Processes that play trials of bots, several at once."""

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from multiprocessing import get_context, parent_process
from queue import Empty
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from piecement.session.bots.trials import Report

if TYPE_CHECKING:
    from multiprocessing.queues import Queue
    from multiprocessing.synchronize import Event as Flag

_Score = TypeVar("_Score", covariant=True)  # noqa: PLC0105  # of any kind of trial

_LOOK_S: Final = 0.1
"""Interval at which the parent adds up the reports, if no trial ends before (s)."""
_REPORT_S: Final = 0.2
"""Interval between the reports of a trial (s)."""
_STEPS_AHEAD: Final = 2
"""Number of queued trials per process."""


class _Trial(Protocol[_Score]):
    def play(self, report: Report) -> _Score: ...


def play_all(
    trials: Iterable[_Trial[_Score]], processes: int, on_pieces: Callable[[int], object]
) -> Generator[_Score, None, None]:
    """Play trials and yield their scores in the order of completion.

    `on_pieces` receives the number of pieces locked since its last call; the last ones of a trial may be missing, since
    workers report at intervals. An early end, such as by Ctrl+C, stops the processes as well. Exceptions of trials are
    raised.
    """
    context = get_context("spawn")
    counts: Queue[int] = context.Queue()
    stop = context.Event()
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(counts, stop))

    def sum_up() -> None:
        with suppress(Empty):
            while True:
                on_pieces(counts.get_nowait())

    try:
        yield from _scores(pool, iter(trials), processes, sum_up)
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _scores(
    pool: ProcessPoolExecutor, trials: Iterator[_Trial[_Score]], processes: int, sum_up: Callable[[], None]
) -> Iterator[_Score]:
    running: set[Future[_Score]] = set()
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


def usual_processes(games: int) -> int:
    """Return the default number of processes for the given number of games."""
    return max(1, min(games, os.cpu_count() or 1))


_counts: "Queue[int]"
_stop: "Flag"


def _begin(counts: "Queue[int]", stop: "Flag") -> None:
    global _counts, _stop  # what a process is given at its start has no other place
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process stops this one
    Thread(target=_end_with_parent, name="parent watch", daemon=True).start()
    _counts, _stop = counts, stop


def _end_with_parent() -> None:
    """End this process and its bots if the parent is killed; otherwise it would play on for hours."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(trial: _Trial[_Score]) -> _Score:
    """Play a trial in a worker process, which reports its locked pieces at intervals and may be stopped."""
    reported, due_s = 0, 0.0

    def report(pieces: int) -> bool:
        nonlocal reported, due_s
        if (now_s := monotonic()) < due_s:
            return True
        due_s = now_s + _REPORT_S
        _counts.put(pieces - reported)
        reported = pieces
        return not _stop.is_set()

    return trial.play(report)
