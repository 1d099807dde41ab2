"""The signals that end or stop a program that has the terminal."""

import asyncio
import signal
from collections.abc import Callable
from functools import partial
from typing import Final

_ENDING: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


class TerminalSignals:
    """Handles signals in the event loop, from taking the terminal to giving it back.

    Textual leaves the terminal as it is when one of the ending signals comes. Its handler for
    SIGTSTP runs between any two steps of the program, where it could wait for ever for the lock of
    the writer's queue; called by the event loop it is safe.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        *,
        end: Callable[[int], None],
        before_stop: Callable[[], None],
    ) -> None:
        """Prepare, after Textual has set its own handlers; `end` is given the exit code."""
        self._loop = loop
        self._end = end
        self._before_stop = before_stop
        self._textual_stop = signal.getsignal(signal.SIGTSTP)

    def handle(self) -> None:
        """Begin to handle signals."""
        for number in _ENDING:
            self._loop.add_signal_handler(number, partial(self._end, 128 + number))
        self._loop.add_signal_handler(signal.SIGTSTP, self._stop)

    def leave(self) -> None:
        """Leave signals to the system, and stopping to Textual."""
        for number in (*_ENDING, signal.SIGTSTP):
            self._loop.remove_signal_handler(number)
        signal.signal(signal.SIGTSTP, self._textual_stop)

    def _stop(self) -> None:
        self._before_stop()
        if callable(self._textual_stop):
            self._textual_stop(signal.SIGTSTP, None)
