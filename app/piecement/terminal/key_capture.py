"""Key capture, shared by the drivers that report presses, repeats and releases, and their messages to the app."""

import contextvars
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from textual.app import App
from textual.message import Message

from piecement.terminal.key_events import KeyEvent
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.terminal.replies import TerminalReply
from piecement.terminal.textual_internals import OpenDriver

KeySink = Callable[[KeyEvent], object]
"""Handler of key events in the event loop; it returns True if Textual need not handle the key (POSIX only)."""


@dataclass
class KeyboardDetected(Message, bubble=False):
    """Message to the app with the detected keyboard capabilities."""

    capabilities: KeyboardCapabilities


@dataclass
class TerminalAnswered(Message, bubble=False):
    """Message to the app with a reply of the terminal."""

    answer: TerminalReply


class KeyCapture(OpenDriver):
    """Terminal driver that can send every key event to a sink."""

    def __init__(self, app: App[object], **options: Any) -> None:  # as `Driver` has them
        super().__init__(app, **options)
        self._sink: KeySink | None = None
        """Handler of the running capture, if any."""
        self._sink_context = contextvars.copy_context()
        """Context at the start of the capture, in which the sink is called."""
        self._releases_wanted = False
        """Whether the running capture needs releases."""
        self._started = False
        """Whether the program has the terminal, as set by the driver."""

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
