"""Chords that a terminal without the kitty protocol can tell from their keys alone."""

from string import ascii_lowercase
from typing import Final

from piecement.terminal.key_events import Modifiers, parts_of
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities

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
"""Keys with modifiers that a terminal without the kitty protocol reports, besides cursor and F keys."""


def is_distinct(chord: str, keyboard: KeyboardCapabilities | None, term: str = "") -> bool:
    """Return whether the terminal can tell a chord from its key alone; True until the terminal has replied.

    `term` is the name of the terminal as in `$TERM`.
    """
    modifiers, key_id = parts_of(chord)
    if not modifiers or keyboard is None or keyboard.flags is not None:
        return True
    if key_id in _MOVING | _FUNCTION:
        return term != _LINUX_CONSOLE
    return key_id in _LEGACY.get(modifiers, frozenset())
