"""Prompts for a key."""

from collections import deque
from typing import Final

from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import Static

from piecement.input.bindings import BINDABLE, spelled
from piecement.input.key_labels import key_label
from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.list_popups import OPEN, close, open_at
from piecement.ui.widgets.questions import Confirm, PressKey
from piecement_base.language import N_, _

MODIFIER_KEYS: Final = frozenset(
    f"{side}_{name}" for side in ("left", "right") for name in ("shift", "control", "alt", "super", "hyper", "meta")
)
"""Modifier keys."""

FIXED: Final = {"escape": N_("Esc always pauses and leaves menus."), "question_mark": N_("? always shows the keys.")}
"""Keys that cannot be bound, with the reason."""

KEEP_HINT: Final = N_("Esc cancels.")
"""Shown below every question."""

_WIDTH: Final = 44
_HEIGHT: Final = 5


class KeyPrompt(Static, can_focus=True):
    """Prompt for a game key. `track_key` receives each key event; Textual's own key follows later."""

    DEFAULT_CSS = """
    KeyPrompt { overlay: screen; display: none; height: auto; }
    KeyPrompt.-open { display: block; }
    """

    def __init__(self) -> None:
        super().__init__(id="prompt")
        self._pressed: deque[KeyDown] = deque()
        self._modifier: str | None = None
        """A modifier that is held, with no other key pressed since."""
        self._press: PressKey | None = None
        self._row: Offset = Offset()
        """Position of the key's value on the screen."""
        self._confirm: Confirm | None = None
        """The question that waits for Enter, Tab or Esc, if one is open."""

    def ask(self, press: PressKey, place: Offset) -> None:
        """Open in the row of the key, at a place of the screen, and wait for a key."""
        self._press, self._row, self._confirm = press, place, None
        self._pressed.clear()
        self._modifier = None
        text = Content.assemble((_("press a key …"), "bold $key"), "  ", (_(KEEP_HINT), "$muted"))
        self.update(self._plain(text))
        self.add_class("-in-row")
        self.styles.width = text.cell_length + 2
        open_at(self, place)

    def _say(self, text: Content) -> None:
        """Show a text that is longer than the row: below the row, or above it if there is no room."""
        self.remove_class("-in-row")
        width, height = self.app.size
        self.styles.width = own = min(_WIDTH, width - 2)
        x, y = self._row
        below = y + 1 if y + 1 + _HEIGHT < height else y - _HEIGHT
        self.absolute_offset = Offset(max(1, min(x - own // 2, width - own)), max(0, below))
        self.update(self._plain(text))

    def _plain(self, text: Content) -> Content:
        """Return a text as it is, or in ASCII if the terminal shows no more."""
        return Content(plain_hint(text.plain)) if wants_ascii(self) else text

    def close(self) -> None:
        close(self)

    @property
    def is_open(self) -> bool:
        return self.has_class(OPEN)

    def track_key(self, event: KeyEvent) -> None:
        """Handle a key event; a modifier alone counts once it is released with no other key pressed meanwhile."""
        if not self.is_open:
            return
        is_modifier = event.key_id in MODIFIER_KEYS
        if isinstance(event, KeyDown):
            if not event.repeat:
                self._modifier = event.key_id if is_modifier and event.tracked else None
            if not is_modifier:
                self._pressed.append(event)
        elif isinstance(event, KeyUp) and event.key_id == self._modifier and self._confirm is None:
            self._modifier = None
            self.call_later(self._use, event.key_id)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return True

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key in MODIFIER_KEYS:
            return
        pressed = self._pressed.popleft() if self._pressed else None
        if event.key == "escape":
            self.close()
        elif self._confirm is not None:
            done = {"enter": self._confirm.done, "tab": self._confirm.other}.get(event.key)
            if done is not None:
                done()
                self.close()
        elif pressed is not None and not pressed.repeat:
            self._check(pressed, event.key)

    def _check(self, pressed: KeyDown, name: str) -> None:
        fixed = FIXED.get(pressed.key_id) or FIXED.get(name)
        if pressed.modifiers & ~BINDABLE:
            self.refuse(_("{key}: keys combine only with Shift, Ctrl and Alt.").format(key=key_label(pressed.chord)))
        elif fixed is not None:
            self.refuse(_(fixed))
        else:
            self._use(spelled(pressed.key_id, pressed.base_id, pressed.modifiers))

    def _use(self, key: str) -> None:
        """Bind a key, or show the refusal or question and wait."""
        if self._press is None or not self.is_open:
            return
        match self._press.done(key):
            case "":
                self.close()
            case Confirm() as confirm:
                self._confirm = confirm
                self._say(confirm.question)
            case reason:
                self.refuse(reason)

    def refuse(self, reason: str) -> None:
        """Show why a key cannot be bound, and wait for another."""
        self._say(Content.assemble((reason, "$warning"), "\n", (_(KEEP_HINT), "$muted")))


class CommandKeyPrompt(KeyPrompt):
    """Prompt for a command key, which may have Ctrl or Alt; it uses Textual's key name and no `track_key`."""

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.close()
        elif event.key not in MODIFIER_KEYS:
            self._use(event.key)
