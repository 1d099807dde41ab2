"""How key events are handed out."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from piecement.terminal.key_events import KeyEvent

KeySink = Callable[[KeyEvent], None]
"""What takes key events, in the event loop."""


@runtime_checkable
class KeyCapture(Protocol):
    """A terminal driver that can report every press, repeat and release."""

    def capture(self, sink: KeySink, *, releases: bool = True) -> None:
        """Send every key event to a sink, and ask the terminal for releases unless told not to."""

    def release(self) -> None:
        """Send key events nowhere."""
