"""Rows of keys, and the prompt that asks for one."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widgets import Static

from piecement.input.bindings import BINDABLE, DEFAULT_BINDINGS, LEFT_BINDINGS, RIGHT_BINDINGS, Bindings
from piecement.input.key_names import key_label
from piecement.language import _
from piecement.settings.presets import with_change
from piecement.settings.settings import Settings
from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp
from piecement.ui.texts.keys import BUTTON_ACTIONS, BUTTON_TITLES
from piecement.ui.widgets.asks import Choose, Confirm, PressKey, Reply
from piecement.ui.widgets.choices import OPEN, Closed
from piecement.ui.widgets.setting_rows import Row, RowText, SettingsEditor
from piecement_engine.game.inputs import Button

WARNED: Final = "!"
"""The mark of a row with a key that does not work as it should."""

GROUPS: Final = (
    (_("Move"), (Button.MOVE_LEFT, Button.MOVE_RIGHT, Button.TELEPORT_LEFT, Button.TELEPORT_RIGHT)),
    (_("Rotate"), (Button.ROTATE_LEFT, Button.ROTATE_RIGHT, Button.ROTATE_180, Button.ROTATE_0)),
    (_("Drop and hold"), (Button.SOFT_DROP, Button.HARD_DROP, Button.SONIC_DROP, Button.HOLD)),
)
"""The buttons under their headings."""

_HINT: Final = _("Enter adds a key.")
_HINT_WITH_KEYS: Final = _("Enter adds a key, Del removes it, R restores.")
_CELL: Final = 8
"""Columns of a key and the space after it."""

_CELLS: Final = 2
"""Number of keys in view at once."""


@dataclass(frozen=True, slots=True)
class KeySet:
    """A set of keys: a setting that holds the keys of each button."""

    name: str
    """Also the start of the ids of its rows."""
    title: str
    sentence: str
    section: str
    setting: str
    first: Bindings
    """The keys before anything is changed."""

    def bindings(self, settings: Settings) -> Bindings:
        return Bindings.of(getattr(settings.section(self.section), self.setting))

    def rebound(self, settings: Settings, change: Callable[[Bindings], Bindings]) -> Settings:
        """Return the settings with other bindings of this set."""
        return with_change(settings, self.section, self.setting, change(self.bindings(settings)).table())


ONE: Final = KeySet(
    "controls", _("One player"), _("The keys of every game, but a match of two."), "controls", "keys", DEFAULT_BINDINGS
)
LEFT: Final = KeySet(
    "left", _("Left of two"), _("The keys of the left player in a match of two."), "pair", "left", LEFT_BINDINGS
)
RIGHT: Final = KeySet(
    "right", _("Right of two"), _("The keys of the right player in a match of two."), "pair", "right", RIGHT_BINDINGS
)
KEY_SETS: Final = {keys.name: keys for keys in (ONE, LEFT, RIGHT)}
OTHER_PLAYER: Final = {LEFT: RIGHT, RIGHT: LEFT}
"""The other one of two players at one keyboard."""


class KeysEditor(SettingsEditor, Protocol):
    """The owner of the keys that rows show and change: a screen."""

    marked: int
    """Index of the key that Del removes from the row with the cursor."""

    @property
    def key_set(self) -> KeySet:
        """The set of keys that is shown."""
        ...

    def label(self, key: str) -> str: ...

    def key_problem(self, key: str) -> str:
        """Return the reason why a bound key does not work as it should; empty if it does."""
        ...

    def press(self, button: Button, key: str) -> str | Confirm:
        """Bind a pressed key to a button, or return the reason why not, or a question to confirm first."""
        ...


def key_set_row(shown: Callable[[], KeySet], show: Callable[[KeySet], None]) -> Row:
    """Return the row of the set of keys that is shown; arrows show another one."""

    def select() -> Reply:
        titles = {name: keys.title for name, keys in KEY_SETS.items()}
        return Choose(
            titles, shown().name, lambda name: Content(KEY_SETS[name].sentence), lambda name: show(KEY_SETS[name])
        )

    def step(steps: int) -> None:
        sets = list(KEY_SETS.values())
        show(sets[(sets.index(shown()) + (1 if steps > 0 else -1)) % len(sets)])

    return Row(
        "key_set",
        lambda: RowText(_("Keys of"), shown().title, may_step=True),
        lambda: Content(shown().sentence),
        select,
        step,
    )


def command_row(keys: str, does: str, sentence: str) -> Row:
    """Return a row for a command of the game, whose keys cannot be changed here."""
    explanation = Content.assemble((f"{does[0].upper()}{does[1:]}. ", "$foreground"), sentence)
    return Row(f"command.{keys}", lambda: RowText(keys, does, is_faint=True, wraps=True), lambda: explanation)


def button_row_id(keys: KeySet, button: Button) -> str:
    return f"{keys.name}.{button}"


def button_row(button: Button, editor: KeysEditor) -> Row:
    """Return a row for a button and its keys, one of which Del removes."""

    def keys() -> tuple[str, ...]:
        return editor.key_set.bindings(editor.shown).keys(button)

    def problems() -> list[str]:
        return list(filter(None, map(editor.key_problem, keys())))

    def text() -> RowText:
        labels = [editor.label(key) for key in keys()]
        chosen = editor.marked % len(labels) if labels else 0
        marked = [f"[{label}]" if index == chosen else label for index, label in enumerate(labels)]
        return RowText(
            BUTTON_TITLES[button],
            _in_cells(labels, 0) or _("no key"),
            mark=WARNED if problems() else "",
            is_faint=not labels,
            current_value=_in_cells(marked if len(labels) > 1 else labels, chosen),
        )

    def explain() -> Content:
        does = BUTTON_ACTIONS[button]
        hint = _HINT_WITH_KEYS if keys() else _HINT
        warnings = "".join(f" {problem}" for problem in problems()[:1])
        return Content.assemble((f"{does[0].upper()}{does[1:]}. ", "$foreground"), hint, (warnings, "$warning"))

    def step(steps: int) -> None:
        editor.marked = (editor.marked + steps) % max(1, len(keys()))

    def clear() -> None:
        bound = keys()
        if bound:
            key = bound[editor.marked % len(bound)]
            editor.marked = max(0, min(editor.marked, len(bound) - 2))
            _rebind(editor, lambda bindings: bindings.unbind(key))

    def highlight() -> None:
        editor.marked = 0

    return Row(
        button_row_id(editor.key_set, button),
        text,
        explain,
        lambda: PressKey(BUTTON_TITLES[button], lambda key: editor.press(button, key)),
        step,
        clear,
        highlight=highlight,
    )


def restore_keys(editor: KeysEditor, button: Button) -> None:
    """Restore the first keys of a button."""
    editor.marked = 0
    first = editor.key_set.first
    _rebind(editor, lambda bindings: bindings.restore(button, first))


def bind_key(editor: KeysEditor, button: Button, key: str) -> None:
    """Add a key to a button, and take it from the other one of two players."""
    own = editor.key_set
    editor.marked = len(own.bindings(editor.shown).keys(button))
    other = OTHER_PLAYER.get(own)

    def change(settings: Settings) -> Settings:
        if other is not None and other.bindings(settings).button(key) is not None:
            settings = other.rebound(settings, lambda bindings: bindings.unbind(key))
        return own.rebound(settings, lambda bindings: bindings.bind(key, button))

    editor.live_settings.update(change)


def _rebind(editor: KeysEditor, change: Callable[[Bindings], Bindings]) -> None:
    own = editor.key_set
    editor.live_settings.update(lambda settings: own.rebound(settings, change))


def _in_cells(labels: Iterable[str], chosen: int) -> str:
    """Return the labels in view in columns, the chosen one among them, and the number of the others."""
    all_labels = list(labels)
    start = max(0, min(chosen, len(all_labels) - 1) - _CELLS + 1)
    seen = all_labels[start : start + _CELLS]
    more = len(all_labels) - len(seen)
    cells = [set_cell_size(label, max(_CELL, cell_len(label) + 1)) for label in seen]
    return "".join([*cells, f"+{more}" if more else ""]).rstrip()


MODIFIER_KEYS: Final = frozenset(
    f"{side}_{name}" for side in ("left", "right") for name in ("shift", "control", "alt", "super", "hyper", "meta")
)
"""The keys that are only pressed with others."""

FIXED: Final = {
    "escape": _("Esc always pauses, and leaves every menu."),
    "question_mark": _("? always shows the keys."),
}
"""Keys that cannot be bound, with the reason."""

KEEP_HINT: Final = _("Esc changes nothing.")
"""Shown below every question."""

_WIDTH: Final = 44
_HEIGHT: Final = 5


class KeyPrompt(Static, can_focus=True):
    """Asks for a key. It gets every key event by `track_key`, and each key again, later, as a key of Textual."""

    DEFAULT_CSS = """
    KeyPrompt { overlay: screen; display: none; height: auto; }
    KeyPrompt.-open { display: block; }
    """

    @dataclass
    class Pressed(Message):
        """A modifier was pressed alone, and released."""

        key_id: str

    def __init__(self) -> None:
        super().__init__(id="prompt")
        self._pressed: deque[KeyDown] = deque()
        self._modifier: str | None = None
        """A modifier that is held, with no other key pressed since."""
        self._press: PressKey | None = None
        self._confirm: Confirm | None = None
        """The question for Enter or Esc, if there is one."""

    def ask(self, press: PressKey) -> None:
        """Open, and wait for a key."""
        self._press, self._confirm = press, None
        self._pressed.clear()
        self._modifier = None
        self.update(Content.assemble(_("Press a key for "), (press.title, "bold $key"), ".\n", (KEEP_HINT, "$muted")))
        self._centre()
        self.add_class(OPEN)
        self.focus()

    def _centre(self) -> None:
        width, height = self.app.size
        own = min(_WIDTH, width - 2)
        self.styles.width = own
        self.absolute_offset = Offset((width - own) // 2, max(0, (height - _HEIGHT) // 2))

    def close(self) -> None:
        if self.is_open:
            self.remove_class(OPEN)
            self.post_message(Closed())

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
            self.post_message(self.Pressed(event.key_id))

    def on_key_prompt_pressed(self, event: Pressed) -> None:
        event.stop()
        self._use(event.key_id)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key in MODIFIER_KEYS:
            return
        pressed = self._pressed.popleft() if self._pressed else None
        if event.key == "escape":
            self.close()
        elif self._confirm is not None:
            if event.key == "enter":
                self._confirm.done()
                self.close()
        elif pressed is not None and not pressed.repeat:
            self._check(pressed, event.key)

    def _check(self, pressed: KeyDown, name: str) -> None:
        fixed = FIXED.get(pressed.key_id) or FIXED.get(name)
        if pressed.modifiers & ~BINDABLE:
            self.refuse(_("{key}: only Shift, Ctrl and Alt can go with a key.").format(key=key_label(pressed.chord)))
        elif fixed is not None:
            self.refuse(fixed)
        else:
            self._use(pressed.chord)

    def _use(self, key: str) -> None:
        """Use a key; or show why it is refused, or a question, and wait."""
        if self._press is None or not self.is_open:
            return
        match self._press.done(key):
            case "":
                self.close()
            case Confirm() as confirm:
                self._confirm = confirm
                self.update(confirm.question)
            case reason:
                self.refuse(reason)

    def refuse(self, reason: str) -> None:
        """Show why a key cannot be bound, and wait for another."""
        self.update(Content.assemble((reason, "$warning"), "\n", (KEEP_HINT, "$muted")))


class CommandKeyPrompt(KeyPrompt):
    """Asks for the key of a command, which may have Ctrl or Alt; it is used by its name in Textual."""

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.close()
        elif event.key not in MODIFIER_KEYS:
            self._use(event.key)
