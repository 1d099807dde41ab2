"""A small program on the key layer, for test_key_layer.py: it logs all that it is told.

A menu with an input field, and a game that captures keys. F1 goes on, Escape goes back, F6 fails
in a worker, Ctrl+S gives the terminal away until a line is typed.
"""

import json
import os
import sys
import time
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input, Static

from piecement.terminal.key_capture import TerminalAnswered
from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp
from piecement.terminal.keyboard_app import KeyboardApp
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities


def log(what: str, **facts: object) -> None:
    """Add a line to the log that the test reads."""
    line = json.dumps({"what": what, "at": time.monotonic_ns(), **facts})
    with open(os.environ["KEY_LOG"], "a", encoding="utf-8") as file:  # noqa: PTH123 - as fast as can be
        file.write(f"{line}\n")


class LoggingApp(KeyboardApp[None]):
    """The program."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "hand_over", "", priority=True)]

    def on_mount(self) -> None:
        # Textual leaves the type of what a signal carries open.
        self.app_suspend_signal.subscribe(  # pyright: ignore[reportUnknownMemberType]
            self, self.log_suspension, immediate=True
        )
        self.push_screen(MenuScreen(self))

    def log_suspension(self, _app: object) -> None:
        log("suspending")

    def on_ready(self) -> None:
        log("ready", driver=type(self._driver).__name__)

    def on_paste(self, event: events.Paste) -> None:
        log("paste", text=event.text)

    def on_resize(self, event: events.Resize) -> None:
        log("resize", width=event.size.width)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        log("mouse", x=event.x, y=event.y, button=event.button)

    def on_app_blur(self) -> None:
        log("blur")

    def on_app_focus(self) -> None:
        log("focus")

    def on_terminal_answered(self, message: TerminalAnswered) -> None:
        log("answer", kind=type(message.answer).__name__, values=list(message.answer))

    def watch_keyboard(self, capabilities: KeyboardCapabilities | None) -> None:
        if capabilities is not None:
            log("keyboard", flags=capabilities.flags, lacks_releases=capabilities.lacks_releases)

    def action_help_quit(self) -> None:
        log("ctrl_c")

    def action_hand_over(self) -> None:
        with self.suspend():
            log("suspended")
            input()
        log("resumed")


class MenuScreen(Screen[None]):
    """A screen that uses Textual's own keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1", "play", "Play")]

    def __init__(self, owner: LoggingApp) -> None:
        super().__init__()
        self._owner = owner

    def compose(self) -> ComposeResult:
        yield Input()
        yield Static("MENU")

    def on_screen_resume(self) -> None:
        log("menu")

    def action_play(self) -> None:
        self._owner.push_screen(GameScreen(self._owner))

    @on(Input.Changed)
    def log_value(self, event: Input.Changed) -> None:
        log("input", value=event.value)


class GameScreen(Screen[None]):
    """A screen that captures keys while it is shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave"),
        Binding("x", "count", "Count"),
        Binding("f6", "fail_in_worker", "Fail"),
    ]

    def __init__(self, owner: LoggingApp) -> None:
        super().__init__()
        self._owner = owner

    def compose(self) -> ComposeResult:
        yield Static("GAME")

    def on_screen_resume(self) -> None:
        self._owner.capture_keys(self.take_key, releases="INFER" not in os.environ)
        log("game")

    def on_screen_suspend(self) -> None:
        self._owner.release_keys(self.take_key)

    def on_unmount(self) -> None:
        self._owner.release_keys(self.take_key)

    def on_key(self, event: events.Key) -> None:
        log("textual_key", key=event.key, character=event.character)

    def take_key(self, event: KeyEvent) -> bool:
        log(
            "key",
            key=event.key_id,
            base=event.base_id,
            modifiers=int(event.modifiers),
            kind=_kind(event),
            tracked=isinstance(event, KeyDown) and event.tracked,
            time_ns=event.time_ns,
        )
        return event.key_id == "f9"

    def action_leave(self) -> None:
        self._owner.pop_screen()

    def action_count(self) -> None:
        log("bound")

    @work
    async def action_fail_in_worker(self) -> None:
        raise RuntimeError("failed in the worker")


def _kind(event: KeyEvent) -> str:
    if isinstance(event, KeyUp):
        return "up"
    return "repeat" if isinstance(event, KeyDown) and event.repeat else "down"


if __name__ == "__main__":
    app = LoggingApp()
    app.run()
    sys.exit(app.return_code)
