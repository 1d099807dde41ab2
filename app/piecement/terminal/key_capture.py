"""Key capture, shared by the drivers that report presses, repeats and releases."""

import contextvars
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from textual.app import App

from piecement.terminal.key_events import KeyEvent
from piecement.terminal.textual_internals import OpenDriver

KeySink = Callable[[KeyEvent], object]
"""Handler of key events in the event loop; it returns True if Textual need not handle the key (POSIX only)."""


class KeyCapture(OpenDriver):
    """Terminal driver that can send every key event to a sink."""

    def __init__(self, app: App[object], **options: Any) -> None:  # as `Driver` has them
        super().__init__(app, **options)
        self._sink: KeySink | None = None
        self._sink_context = contextvars.copy_context()
        self._releases_wanted = False
        self._started = False

    def capture(self, sink: KeySink, *, releases: bool = True) -> None:
        """Send every key event to a sink, requesting releases from the terminal unless `releases` is false."""
        self._sink = sink
        self._sink_context = contextvars.copy_context()
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
