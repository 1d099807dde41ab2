"""Application whose screens can capture the keyboard."""

import sys
from collections.abc import Callable
from typing import Any, Generic

from textual import events
from textual.driver import Driver
from textual.geometry import Offset
from textual.reactive import var
from textual.screen import Screen

from piecement.terminal.clock import now_ns
from piecement.terminal.key_capture import KeyboardDetected, KeyCapture, KeySink
from piecement.terminal.key_events import PAD, KeyDown, KeyEvent, press_of
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.terminal.menu_keys import PAD_MENU_KEYS, Key
from piecement.terminal.textual_internals import ReturnType, SkippingApp, driver_of, end_program, switch_mouse


class KeyboardApp(SkippingApp[ReturnType], Generic[ReturnType]):
    """App whose screens can capture every press, repeat and release of a key.

    On a POSIX terminal and in a Windows console the driver creates the key events. Elsewhere (the web, a test without a
    terminal) they are derived from Textual's own `Key`, as presses without a reported release.
    """

    keyboard: var[KeyboardCapabilities | None] = var(None)
    """Reported capabilities of the keyboard; None until the terminal has replied. Reactive."""

    ascii_only: var[bool] = var(False)
    """Whether to show only ASCII. Reactive."""

    player_seen = False
    """Whether a player has pressed a key, used the mouse or focused the window."""

    key_clock: Callable[[], int] = staticmethod(now_ns)
    """Clock for key events derived from Textual's `Key`, replaceable by tests."""

    _key_sink: KeySink | None = None

    def capture_keys(self, sink: KeySink, *, releases: bool = True) -> None:
        """Send all key events to a sink, replacing the previous one.

        Textual's own `Key` events and bindings continue as well, except on POSIX for keys that the sink took, by
        returning True. If `releases` is false, the terminal is not asked to report releases, and holds are inferred.
        """
        self._key_sink = sink
        if isinstance(driver := driver_of(self), KeyCapture):
            driver.capture(sink, releases=releases)
        else:
            self.keyboard = KeyboardCapabilities(None)

    def release_keys(self, sink: KeySink) -> None:
        """End the capture unless another sink has replaced this one."""
        if self._key_sink == sink:
            self._key_sink = None
            if isinstance(driver := driver_of(self), KeyCapture):
                driver.release()

    def take_key(self, event: KeyEvent) -> None:
        """Pass on a key event of another device than the terminal, such as a gamepad: a press also as a `Key`."""
        if self._key_sink is not None:
            self._key_sink(event)
        if isinstance(event, KeyDown):
            self.post_message(events.Key(event.key_id, None))

    def on_key(self, event: events.Key) -> None:
        """Press the menu key of a gamepad key for which no screen had a use."""
        self.press_in_menus(event.key)

    def press_in_menus(self, key: str) -> None:
        """Press the menu key that a gamepad key stands for, if any."""
        if (menu_key := PAD_MENU_KEYS.get(key)) is not None:
            self.post_message(events.Key(menu_key, None))

    def enable_mouse(self, on: bool) -> None:
        switch_mouse(driver_of(self), on=on)

    def fail(self, error: Exception) -> None:
        end_program(self, error)

    def get_driver_class(self) -> type[Driver]:
        """Return the driver with key capture in place of Textual's for a terminal."""
        stock, own = super().get_driver_class(), _capturing_driver()
        return own if issubclass(own, stock) else stock

    async def on_event(self, event: events.Event) -> None:
        """Note signs of a player, and report a key event for a `Key` if the driver does not."""
        if isinstance(event, (events.Key, events.MouseDown, events.AppFocus)):
            self.player_seen = True
        if isinstance(event, events.Key) and not event.is_forwarded:
            is_reported = isinstance(driver_of(self), KeyCapture) or event.key.startswith(PAD)
            if self._key_sink is not None and not is_reported:
                self._key_sink(press_of(event.key, self.key_clock()))
            event = event if isinstance(event, Key) else Key.of(event)
        await super().on_event(event)

    def on_keyboard_detected(self, message: KeyboardDetected) -> None:
        self.keyboard = message.capabilities

    def prepare_frame(self, screen: Screen[Any]) -> bool:  # Any: the type of the screen's result
        """Place the cursor, and return whether the terminal is ready for a frame."""
        self._place_cursor(screen)
        driver = driver_of(self)
        return not isinstance(driver, KeyCapture) or driver.takes_frame()

    def _place_cursor(self, screen: Screen[Any]) -> None:
        """Place the cursor, which screen readers follow, in the chosen row of a list or at the next letter."""
        places = (getattr(screen.focused, name, None) for name in ("cursor_place", "cursor_screen_offset"))
        self.cursor_position = next(filter(None, places), Offset())


def _capturing_driver() -> type[KeyCapture]:
    if sys.platform == "win32":
        from piecement.terminal.windows_driver import WindowsKeyboardDriver  # on Windows only

        return WindowsKeyboardDriver
    else:  # noqa: RET505 - so that a type checker on Windows does not follow
        from piecement.terminal.posix_driver import KeyboardDriver  # on POSIX only

        return KeyboardDriver
