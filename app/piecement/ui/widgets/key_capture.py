"""Waits for the one key that is to be bound, and keeps all keys from the menu meanwhile."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widgets import Static

from piecement.input.chords import BINDABLE
from piecement.input.key_names import key_label
from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp

MODIFIER_KEYS: Final = frozenset(
    f"{side}_{name}" for side in ("left", "right") for name in ("shift", "control", "alt", "super", "hyper", "meta")
)
"""The keys that are only pressed with others."""

FIXED: Final = {"escape": "Esc always pauses, and leaves every menu.", "question_mark": "? always shows the keys."}
"""Keys that cannot be bound, with the reason."""


KEEP_HINT: Final = "Esc keeps everything as it is."
"""What is said beside every question for a key."""

_WIDTH: Final = 44
_HEIGHT: Final = 5


class KeyCapture(Static, can_focus=True):
    """Asks for a key. It is told of all key events, and of each key again as Textual sees it, which comes later."""

    DEFAULT_CSS = """
    KeyCapture { overlay: screen; display: none; height: auto; }
    KeyCapture.-open { display: block; }
    """

    @dataclass
    class Captured(Message):
        """The player pressed a key that can be bound."""

        key_id: str

    class Confirmed(Message):
        """The player said yes."""

    class Cancelled(Message):
        """The player wants everything to stay as it is."""

    def __init__(self) -> None:
        super().__init__(id="capture")
        self._pressed: deque[KeyDown] = deque()
        self._modifier: str | None = None
        """A modifier that is down, with nothing pressed since."""
        self._is_asking = False
        """Whether a yes or no is waited for."""

    def wait_for_key(self, question: Content) -> None:
        """Open, and wait for a key."""
        self._is_asking = False
        self._pressed.clear()
        self._modifier = None
        self.update(question)
        self._centre()
        self.add_class("-open")
        self.focus()

    def ask(self, question: Content) -> None:
        """Wait for Enter or Esc."""
        self._is_asking = True
        self.update(question)

    def _centre(self) -> None:
        width, height = self.app.size
        own = min(_WIDTH, width - 2)
        self.styles.width = own
        self.absolute_offset = Offset((width - own) // 2, max(0, (height - _HEIGHT) // 2))

    def close(self) -> None:
        self.remove_class("-open")

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    def track_key(self, event: KeyEvent) -> None:
        """Handle a key event; a modifier counts when it is let go with nothing pressed meanwhile."""
        if not self.is_open:
            return
        is_modifier = event.key_id in MODIFIER_KEYS
        if isinstance(event, KeyDown):
            if not event.repeat:
                self._modifier = event.key_id if is_modifier and event.tracked else None
            if not is_modifier:
                self._pressed.append(event)
        elif isinstance(event, KeyUp) and event.key_id == self._modifier and not self._is_asking:
            self._modifier = None
            self.post_message(self.Captured(event.key_id))

    def on_key(self, event: events.Key) -> None:
        """Use the key that was pressed, before any menu does."""
        event.stop()
        event.prevent_default()
        if event.key in MODIFIER_KEYS:
            return
        pressed = self._pressed.popleft() if self._pressed else None
        if event.key == "escape":
            self.post_message(self.Cancelled())
        elif self._is_asking:
            if event.key == "enter":
                self.post_message(self.Confirmed())
        elif pressed is not None and not pressed.repeat:
            self._check(pressed, event.key)

    def _check(self, pressed: KeyDown, name: str) -> None:
        fixed = FIXED.get(pressed.key_id) or FIXED.get(name)
        if pressed.modifiers & ~BINDABLE:
            self.refuse(f"{key_label(pressed.chord)}: a key may have Shift, Ctrl and Alt, but no other modifier.")
        elif fixed is not None:
            self.refuse(fixed)
        else:
            self.post_message(self.Captured(pressed.chord))

    def refuse(self, reason: str) -> None:
        """Say why a key cannot be bound, and wait for another."""
        self.update(Content.assemble((reason, "$warning"), "\n", (KEEP_HINT, "$muted")))


class CommandKeyCapture(KeyCapture):
    """Asks for the key of a command, which may be one with Ctrl or Alt, and names it as Textual does."""

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key not in MODIFIER_KEYS:
            self.post_message(self.Cancelled() if event.key == "escape" else self.Captured(event.key))
