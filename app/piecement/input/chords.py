"""Keys with Shift, Ctrl or Alt: how they are written, and which of them a terminal reports unlike the key alone."""

from string import ascii_lowercase
from typing import Final

from piecement.terminal.key_events import MODIFIER_NAMES, KeyboardCapabilities, Modifiers

BINDABLE: Final = Modifiers.SHIFT | Modifiers.ALT | Modifiers.CTRL
"""The modifiers that a binding may have; the others belong to the system."""

_LINUX_CONSOLE: Final = "linux"

_MOVING: Final = frozenset({"left", "right", "up", "down", "home", "end", "pageup", "pagedown", "insert", "delete"})
_FUNCTION: Final = frozenset(f"f{number}" for number in range(1, 13)) - {"f3"}  # F3 looks like a cursor position
_SAME_AS_OTHER_KEYS: Final = frozenset("hijm")  # Backspace, Tab, line feed, Enter
_ALT_IS_A_WORD: Final = frozenset("bf")  # what macOS sends for a word back and forth, and is read as

_LEGACY: Final[dict[Modifiers, frozenset[str]]] = {
    Modifiers.SHIFT: frozenset({*ascii_lowercase, "tab"}),
    Modifiers.CTRL: frozenset(ascii_lowercase) - _SAME_AS_OTHER_KEYS,
    Modifiers.ALT: frozenset(ascii_lowercase) - _ALT_IS_A_WORD,
    Modifiers.SHIFT | Modifiers.ALT: frozenset(ascii_lowercase),
}
"""The keys that a terminal without the kitty protocol reports with modifiers, besides those that move and F keys."""


def chord_of(key_id: str, modifiers: Modifiers) -> str:
    """Return a key with its modifiers as Textual writes it: "ctrl+shift+left"."""
    return "+".join([*(name for name, modifier in MODIFIER_NAMES.items() if modifier & modifiers), key_id])


def parts_of(chord: str) -> tuple[Modifiers, str]:
    """Return the modifiers and the key of a chord; a name that is no modifier's is passed over."""
    *names, key_id = chord.split("+")
    modifiers = Modifiers.NONE
    for name in names:
        modifiers |= MODIFIER_NAMES.get(name, Modifiers.NONE)
    return modifiers, key_id


def in_order(chord: str) -> str:
    """Return a chord with its modifiers in Textual's order."""
    if "+" not in chord:
        return chord
    modifiers, key_id = parts_of(chord)
    return chord_of(key_id, modifiers)


def is_distinct(chord: str, keyboard: KeyboardCapabilities | None, term: str = "") -> bool:
    """Return whether a terminal, named as in `$TERM`, reports a chord unlike its key alone; None: no answer yet."""
    modifiers, key_id = parts_of(chord)
    if not modifiers or keyboard is None or keyboard.flags is not None:
        return True
    if key_id in _MOVING | _FUNCTION:
        return term != _LINUX_CONSOLE
    return key_id in _LEGACY.get(modifiers, frozenset())
