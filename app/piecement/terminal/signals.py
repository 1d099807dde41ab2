"""The signals that end, stop or continue a program that has the terminal."""

import asyncio
import atexit
import os
import signal
from collections.abc import Callable
from contextvars import copy_context
from typing import Final

_ENDING: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
_STOPPING: Final = (signal.SIGTSTP, signal.SIGCONT)


class TerminalSignals:
    """Handles signals in the event loop, from before the terminal is taken until the process is gone.

    Textual leaves the terminal as it is when one of the ending signals comes. Its handlers for SIGTSTP and SIGCONT run
    between any two steps of the program, where they could wait for ever for the lock of the writer's queue; called by
    the event loop they are safe.

    The event loop handles no ending signal itself: before it lets go of one, that one would kill the program for a
    moment, with the terminal as it is then.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        *,
        end: Callable[[int], None],
        before_stop: Callable[[], None],
        go_on: Callable[[], None],
    ) -> None:
        """Prepare, after Textual has set its own handlers.

        `end` is given the number of the first signal that ends the program, and `go_on` is called whenever the process
        was continued and has the terminal.
        """
        self._loop = loop
        self._end = end
        self._before_stop = before_stop
        self._go_on = go_on
        self._textual_stop = signal.getsignal(signal.SIGTSTP)
        self._is_ending = False
        self._context = copy_context()
        """What the end runs in: a signal comes in that of any task, or of none."""
        atexit.register(_ignore, signal.SIG_IGN)  # Python lets go of its handlers before the process is gone

    def handle(self) -> None:
        """Begin to handle signals, if that was not done already."""
        if self._is_ending:
            return
        self._context = copy_context()
        for number in _ENDING:
            signal.signal(number, self._begin_end)
        self._loop.add_signal_handler(signal.SIGTSTP, self._stop)
        self._loop.add_signal_handler(signal.SIGCONT, self._continue)

    def ignore(self) -> None:
        """Ignore all signals while the program ends, stores its data and gives the terminal back.

        The status of the process is that of what ended it first, so nothing is handled any more until it is gone.

        The system is told to ignore them only in the end: another thread may have got a signal that Python has not
        heard of yet, as when a program goes on that was stopped, and of one that is ignored by then Python complains.
        The event loop is not told of any either: it closes its socket for that before it has Python stop writing there.
        """
        self._is_ending = True
        _ignore(_do_nothing)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # else giving the terminal back from the background would stop

    def _begin_end(self, number: int, _: object) -> None:
        if not self._is_ending:  # others may have come with it, and Python complains of one that is ignored by then
            self._is_ending = True
            self._loop.call_soon_threadsafe(self._end_by, number, context=self._context)

    def _end_by(self, number: int) -> None:
        self.ignore()
        self._end(number)

    def _stop(self) -> None:
        if self._is_ending:
            return
        self._before_stop()
        if callable(self._textual_stop):
            self._textual_stop(signal.SIGTSTP, None)

    def _continue(self) -> None:
        if not self._is_ending:
            self._go_on()


def _ignore(handler: Callable[[int, object], None] | signal.Handlers) -> None:
    for number in (*_ENDING, *_STOPPING):
        signal.signal(number, handler)


def _do_nothing(_number: int, _frame: object) -> None:
    pass


def is_in_background(terminal: int) -> bool:
    """Return whether a terminal, by the number of its file, is a shell's or another program's at the moment."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:  # it is gone, or not the one that controls this process
        return False
