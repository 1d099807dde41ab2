"""Key capture, shared by the drivers that report presses, repeats and releases."""

import contextvars
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from textual.app import App

from piecement.terminal.key_events import KeyEvent
from piecement.terminal.textual_internals import OpenDriver, end_program

KeySink = Callable[[KeyEvent], object]
"""Handler of key events in the event loop; it returns True if Textual need not handle the key (POSIX only)."""


class KeyCapture(OpenDriver):
    """Terminal driver that can send every key event to a sink."""

    def __init__(self, app: App[object], **options: Any) -> None:  # as `Driver` has them
        super().__init__(app, **options)
        self._sink: KeySink | None = None
        self._context = contextvars.copy_context()
        self._releases_wanted = False
        self._started = False

    def capture(self, sink: KeySink, *, releases: bool = True) -> None:
        """Send every key event to a sink, requesting releases from the terminal unless `releases` is false."""
        self._sink = sink
        self._context = contextvars.copy_context()
        self._releases_wanted = releases
        self._request_releases()

    def release(self) -> None:
        self._sink = None
        self._releases_wanted = False
        self._request_releases()

    def takes_frame(self) -> bool:
        """Return whether a frame may be written now: never while a shell has the terminal."""
        return self._started

    @abstractmethod
    def _request_releases(self) -> None:
        """Set whether the terminal reports key releases, as wanted."""

    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function in the event loop; safe for any thread."""
        self.loop.call_soon_threadsafe(function, *arguments, context=self._context)

    def _queue_key(self, event: KeyEvent) -> None:
        """Deliver an event to the sink in the event loop, past all message queues."""
        if self._sink is not None:
            self._call(self._deliver, event)

    def _deliver(self, event: KeyEvent) -> bool:
        """Pass an event to the sink, if there is one, and return whether it returned True."""
        try:
            return self._sink is not None and self._sink(event) is True
        except Exception as error:
            self.release()
            end_program(self.app, error)
            return False

    def _fail(self, error: Exception) -> None:
        """End the program after an error of the input thread."""
        self._call(end_program, self.app, error)
