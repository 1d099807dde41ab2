"""Timers that wake the event loop for a frame: one of the loop itself, and one on a thread where those are coarse."""

import asyncio
import contextvars
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from piecement.terminal.clock import now_ns

COARSE_TIMERS: Final = sys.platform == "win32"
"""Whether the event loop's timers are too coarse for frames (about 16 ms on Windows)."""

_LONGEST_SLEEP_NS: Final = 50_000_000
"""Maximum sleep of the thread before it checks for cancellation (ns)."""


class FrameTimer(Protocol):
    """Timer with one pending callback in the event loop."""

    def set(self, deadline_ns: int, ring: Callable[[], None]) -> None:
        """Call `ring` in the event loop at a time of the program's clock, replacing the previous call."""

    def cancel(self) -> None: ...


class LoopFrameTimer:
    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        # A pause between two readings makes it too large. Too small, it would begin frames before each deadline.
        self._ahead_s = min([-now_ns() / 1e9 + self._loop.time() for _ in range(3)])
        """Difference of the loop's clock to the program's, which runs at the same rate."""
        self._context = contextvars.copy_context()
        self._handle: asyncio.TimerHandle | None = None
        """Last call, pending or done."""

    def set(self, deadline_ns: int, ring: Callable[[], None]) -> None:
        if self._handle is not None:
            self._handle.cancel()
        self._handle = self._loop.call_at(deadline_ns / 1e9 + self._ahead_s, ring, context=self._context)

    def cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class _Setting(NamedTuple):
    deadline_ns: int
    ring: Callable[[], None]


class ThreadFrameTimer:
    """Frame timer on a sleeping thread, for platforms with coarse event-loop timers.

    The thread lives from the first `set` to `cancel`.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._context = contextvars.copy_context()
        self._settings: queue.SimpleQueue[_Setting | None] | None = None
        self._current: _Setting | None = None

    def set(self, deadline_ns: int, ring: Callable[[], None]) -> None:
        self._current = _Setting(deadline_ns, ring)
        if self._settings is None:
            self._settings = queue.SimpleQueue()
            threading.Thread(target=self._sleep_on, args=(self._settings,), name="frame-timer", daemon=True).start()
        self._settings.put(self._current)

    def cancel(self) -> None:
        self._current = None
        if self._settings is not None:
            self._settings.put(None)
            self._settings = None

    def _sleep_on(self, settings: "queue.SimpleQueue[_Setting | None]") -> None:
        while (setting := settings.get()) is not None:
            if self._slept_until(setting):
                try:
                    self._loop.call_soon_threadsafe(self._ring, setting, context=self._context)
                except RuntimeError:  # the loop was closed meanwhile
                    return

    def _slept_until(self, setting: _Setting) -> bool:
        while self._current is setting:
            left = setting.deadline_ns - now_ns()
            if left <= 0:
                return True
            # In a thread of its own, as timed waits for a lock or an event are as coarse as the loop's timers.
            time.sleep(min(left, _LONGEST_SLEEP_NS) / 1e9)
        return False

    def _ring(self, setting: _Setting) -> None:
        if self._current is setting:
            setting.ring()
