"""Signals that end, stop or continue the program, handled so that the terminal is restored."""

import asyncio
import atexit
import os
import signal
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass
from typing import Final

from piecement.terminal.environment import is_guest

_ENDING: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
_STOPPING: Final = (signal.SIGTSTP, signal.SIGCONT)


@dataclass(eq=False)
class TerminalSignals:
    """Handles signals in the event loop, from before the terminal is acquired until the process is gone.

    Textual leaves the terminal unrestored on one of the ending signals. Its handlers for SIGTSTP and SIGCONT run
    between any two steps of the program, where they could wait forever for the lock of the writer's queue; called by
    the event loop they are safe.

    The event loop itself handles no ending signal: while it removes such a handler, the signal would briefly kill the
    program, with the terminal unrestored.
    """

    _loop: asyncio.AbstractEventLoop
    end: Callable[[int], None]
    """Receives the number of the first ending signal."""
    before_stop: Callable[[], None]
    after_continue: Callable[[], None]
    """Called whenever the process was continued and has the terminal."""

    def __post_init__(self) -> None:
        """Note Textual's own handlers, which are set already."""
        self._textual_stop = signal.getsignal(signal.SIGTSTP)
        self._textual_continue = signal.getsignal(signal.SIGCONT)
        self._is_ending = False
        self._context = copy_context()
        """Context of the end; a signal arrives in the context of any task, or of none."""
        atexit.register(_ignore, signal.SIG_IGN)  # Python removes its handlers before the process is gone

    def handle(self) -> None:
        """Start handling signals, unless the program is ending."""
        if self._is_ending:
            return
        self._context = copy_context()
        for number in _ENDING:
            signal.signal(number, self._begin_end)
        self._loop.add_signal_handler(signal.SIGTSTP, self._stop)
        self._loop.add_signal_handler(signal.SIGCONT, self._continue)

    def ignore(self) -> None:
        """Ignore all signals while the program ends, stores its data and gives the terminal back.

        The exit status is that of the first ending signal, so none is handled any more until the process is gone.
        """
        self._is_ending = True
        # By a handler, not by the system: another thread may have received a signal that Python has not processed yet,
        # as when a stopped program continues, and Python complains of one that the system ignores by then.
        _ignore(lambda _number, _frame: None)
        # The event loop keeps its handlers: removing them would close its socket while Python still writes to it.
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # otherwise giving the terminal back may stop the process

    def _begin_end(self, number: int, _: object) -> None:
        if not self._is_ending:  # others may follow, and Python reports signals ignored by then
            self._is_ending = True
            self._loop.call_soon_threadsafe(self._end_by, number, context=self._context)

    def _end_by(self, number: int) -> None:
        self.ignore()
        self.end(number)

    def _stop(self) -> None:
        if self._is_ending or is_guest():  # a guest has no shell that could continue it
            return
        self.before_stop()
        if callable(self._textual_stop):
            self._textual_stop(signal.SIGTSTP, None)

    def _continue(self) -> None:
        if not self._is_ending:
            self.after_continue()

    def resume(self) -> None:
        """Reacquire the terminal as Textual does, unless another program has it, as in `App.suspend`."""
        if callable(self._textual_continue):
            self._textual_continue(signal.SIGCONT, None)


def _ignore(handler: Callable[[int, object], None] | signal.Handlers) -> None:
    for number in (*_ENDING, *_STOPPING):
        signal.signal(number, handler)


def is_in_background(terminal: int) -> bool:
    """Return whether a shell or another program holds the terminal with this file descriptor."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:  # it is gone, or does not control this process
        return False
