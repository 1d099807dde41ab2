"""Gamepads in the application: read while the settings want them and the program has the focus."""

import asyncio
import contextvars
import os
from collections.abc import Callable
from typing import Any, Final

from piecement.input.gamepad import start_pads
from piecement.terminal.environment import is_guest, is_remote
from piecement.terminal.key_events import KeyDown, KeyEvent
from piecement.terminal.keyboard_app import KeyboardApp
from piecement.ui.live_settings import LiveSettings

StartPads = Callable[[Callable[[KeyEvent], object], Callable[[str], object]], Callable[[], None]]
"""Starts to report key events, and warnings, from any thread; returns the function that ends it."""


class Gamepads:
    """The gamepads of the player. Whatever reads them may run in a thread of its own."""

    def __init__(
        self, app: KeyboardApp[None], settings: LiveSettings, warn: Callable[[str], object], start: StartPads | None
    ) -> None:
        """Read nothing before `apply`; a test may bring its own start."""
        self._app: Final = app
        self._settings: Final = settings
        self._warn: Final = warn
        self._start: Final = start
        self._stop: Callable[[], None] | None = None

    def apply(self) -> None:
        """Start or stop reading, as the settings want it."""
        if not self._settings.now.interface.gamepad:
            self.close()
        elif self._stop is None and (start := self._start or _start_here(self._app)) is not None:
            loop, context = asyncio.get_running_loop(), contextvars.copy_context()

            def in_loop(function: Callable[[Any], object]) -> Callable[[Any], object]:  # Any: an event or a text
                return lambda value: loop.call_soon_threadsafe(function, value, context=context)

            self._stop = start(in_loop(self._take), in_loop(self._warn))

    def close(self) -> None:
        if self._stop is not None:
            self._stop()
            self._stop = None

    def _take(self, event: KeyEvent) -> None:
        """Take a key event; while another window has the focus, a press is not for this program."""
        if self._app.app_focus or not isinstance(event, KeyDown):
            try:
                self._app.take_key(event)
            except Exception as error:
                self._app.fail(error)


def _start_here(app: KeyboardApp[None]) -> StartPads | None:
    """Return the reader of this machine's gamepads, or None if the player is elsewhere."""
    if app.is_headless or app.is_web or is_guest() or is_remote(os.environ):
        return None
    return start_pads
