"""Bindings of keys to buttons; a key may be a chord, with Shift, Ctrl or Alt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from string import ascii_lowercase
from typing import Final, Self

from piecement.terminal.key_events import MODIFIER_NAMES, KeyboardCapabilities, Modifiers
from piecement_engine.game.inputs import Button

BINDABLE: Final = Modifiers.SHIFT | Modifiers.ALT | Modifiers.CTRL
"""Modifiers allowed in bindings; the others belong to the system."""

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


def chord_of(key_id: str, modifiers: Modifiers) -> str:
    """Return a key with its modifiers in Textual's spelling: "ctrl+shift+left"."""
    return "+".join([*(name for name, modifier in MODIFIER_NAMES.items() if modifier & modifiers), key_id])


def parts_of(chord: str) -> tuple[Modifiers, str]:
    """Return the modifiers and the key of a chord, ignoring unknown modifiers."""
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
    """Return whether the terminal can tell a chord from its key alone; True until the terminal has replied.

    `term` is the name of the terminal as in `$TERM`.
    """
    modifiers, key_id = parts_of(chord)
    if not modifiers or keyboard is None or keyboard.flags is not None:
        return True
    if key_id in _MOVING | _FUNCTION:
        return term != _LINUX_CONSOLE
    return key_id in _LEGACY.get(modifiers, frozenset())


@dataclass(frozen=True, slots=True)
class Bindings:
    """Keys bound to buttons: any number of keys per button, one button per key."""

    pairs: tuple[tuple[str, Button], ...] = ()
    """Key and button pairs, in the order of binding."""
    _buttons: dict[str, Button] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        buttons = {in_order(key): Button(button) for key, button in self.pairs}
        object.__setattr__(self, "_buttons", buttons)
        object.__setattr__(self, "pairs", tuple(buttons.items()))

    @classmethod
    def of(cls, keys: Mapping[str, Iterable[str]]) -> Self:
        """Return the bindings of a table from button to keys.

        If a key occurs twice, the last button has it. Raises `ValueError` for an unknown button.
        """
        return cls(tuple((key, Button(name)) for name, bound in keys.items() for key in bound))

    def button(self, key_id: str, base_id: str | None = None, modifiers: Modifiers = Modifiers.NONE) -> Button | None:
        """Return the button of a key or None; a bound chord takes precedence over its key.

        An unbound key with a letter outside ASCII counts as the key at the same spot of a US keyboard, so that bindings
        work on, say, a Cyrillic layout.
        """
        chord = self.chord(key_id, base_id, modifiers)
        if chord is not None:
            return self._buttons[chord]
        button = self._buttons.get(key_id)
        if button is None and base_id is not None and not key_id.isascii():
            return self._buttons.get(base_id)
        return button

    def chord(self, key_id: str, base_id: str | None, modifiers: Modifiers) -> str | None:
        """Return the bound chord of a key with modifiers, or None if that chord is not bound."""
        if not (bindable := modifiers & BINDABLE):
            return None
        ids = (key_id,) if base_id is None or key_id.isascii() else (key_id, base_id)
        chords = (chord_of(key, bindable) for key in ids)
        return next((chord for chord in chords if chord in self._buttons), None)

    def keys(self, button: str) -> tuple[str, ...]:
        return tuple(key for key, bound in self.pairs if bound == button)

    def table(self) -> dict[str, tuple[str, ...]]:
        """Return the keys of every button, in the form that `of` reads."""
        return {button.value: self.keys(button) for button in Button}

    def bind(self, key_id: str, button: str) -> Self:
        return type(self)((*self.unbind(key_id).pairs, (key_id, Button(button))))

    def unbind(self, key_id: str) -> Self:
        return type(self)(tuple(pair for pair in self.pairs if pair[0] != key_id))

    def clear(self, button: str) -> Self:
        return type(self)(tuple(pair for pair in self.pairs if pair[1] != button))

    def restore(self, button: str, preset: "Bindings") -> Self:
        """Return these bindings with the keys of one button reset to a preset."""
        restored = self.clear(button)
        for key in preset.keys(button):
            restored = restored.bind(key, button)
        return restored


_TABLES: Final[dict[str, dict[str, str]]] = {
    "Guideline": {
        "move_left": "left",
        "move_right": "right",
        # Keyboards that swap Y and Z have Y where a US keyboard has Z.
        "rotate_left": "z y left_control right_control",
        "rotate_right": "x up",
        "rotate_180": "a",
        "soft_drop": "down",
        "hard_drop": "space",
        "hold": "c left_shift right_shift",
    },
    "Classic": {
        "move_left": "left",
        "move_right": "right",
        "rotate_left": "z y",
        "rotate_right": "x",
        "soft_drop": "down",
    },
    "tetrs": {
        "move_left": "left",
        "move_right": "right",
        "rotate_left": "a",
        "rotate_right": "d",
        "soft_drop": "down",
        "hard_drop": "up",
    },
    "tetrs, with hold": {
        "move_left": "left",
        "move_right": "right",
        "rotate_left": "a",
        "rotate_right": "d",
        "rotate_180": "s",
        "soft_drop": "down",
        "hard_drop": "up",
        "hold": "space",
    },
    "Control+": {
        "move_left": "left",
        "move_right": "right",
        "rotate_left": "a",
        "rotate_right": "d",
        "rotate_180": "s",
        "soft_drop": "down",
        "hard_drop": "up",
        "sonic_drop": "w",
        "teleport_left": "q",
        "teleport_right": "e",
        "hold": "space",
    },
    "Vim": {
        "move_left": "h",
        "move_right": "l",
        "rotate_left": "a",
        "rotate_right": "d",
        "rotate_180": "s",
        "soft_drop": "j",
        "hard_drop": "k",
        "hold": "space",
    },
    "Terminal finesse": {
        "move_left": "d",
        "move_right": "l",
        "rotate_left": "f",
        "rotate_right": "k",
        "rotate_180": "a",
        "soft_drop": "n",
        "hard_drop": "j",
        "sonic_drop": "space",
        # The key right of L, by its letter on keyboards that have one there.
        "teleport_left": "semicolon ö ø ç ñ",
        "teleport_right": "s",
        "hold": "h",
    },
    "Polyomino": {
        "move_left": "left",
        "move_right": "right",
        "rotate_left": "z y left_control right_control",
        "rotate_right": "x up",
        "rotate_180": "a",
        "rotate_0": "s",
        "soft_drop": "down",
        "hard_drop": "space",
        "hold": "c left_shift right_shift",
    },
    "PyTetris": {
        "move_left": "left",
        "move_right": "right",
        "rotate_left": "z y",
        "rotate_right": "up",
        "soft_drop": "down",
        "hard_drop": "space",
        "hold": "c",
    },
    "Java": {
        "move_left": "left",
        "move_right": "right",
        "rotate_left": "shift+left",
        "rotate_right": "shift+right",
        "soft_drop": "down",
        "hard_drop": "space",
        "hold": "c",
    },
}

_PAIRS: Final[dict[str, tuple[dict[str, str], dict[str, str]]]] = {
    "Default": (
        {
            "move_left": "a",
            "move_right": "d",
            "rotate_left": "q",
            "rotate_right": "e",
            "rotate_180": "r",
            "soft_drop": "s",
            "hard_drop": "w",
            "teleport_left": "1",
            "teleport_right": "2",
            "hold": "x left_shift",
        },
        {
            "move_left": "left",
            "move_right": "right",
            "rotate_left": "n comma",
            "rotate_right": "m full_stop",
            "rotate_180": "j",
            "soft_drop": "down",
            "hard_drop": "up",
            "teleport_left": "k",
            "teleport_right": "l",
            "hold": "b right_shift",
        },
    ),
    "Letters": (
        {
            "move_left": "a",
            "move_right": "d",
            "rotate_left": "q",
            "rotate_right": "e",
            "rotate_180": "r",
            "soft_drop": "s",
            "hard_drop": "w",
            "teleport_left": "1",
            "teleport_right": "2",
            "hold": "f",
        },
        {
            "move_left": "j",
            "move_right": "l",
            "rotate_left": "u",
            "rotate_right": "o",
            "rotate_180": "p",
            "soft_drop": "k",
            "hard_drop": "i",
            "teleport_left": "9",
            "teleport_right": "0",
            "hold": "h",
        },
    ),
    "Number pad": (
        {
            "move_left": "a",
            "move_right": "d",
            "rotate_left": "j",
            "rotate_right": "k",
            "rotate_180": "l",
            "soft_drop": "s",
            "hard_drop": "w",
            "teleport_left": "q",
            "teleport_right": "e",
            "hold": "space",
        },
        # The second keys are for terminals that report the number pad as the row of digits.
        {
            "move_left": "kp_4 4",
            "move_right": "kp_6 6",
            "rotate_left": "kp_7 7",
            "rotate_right": "kp_9 9",
            "rotate_180": "kp_2 2",
            "soft_drop": "kp_5 5",
            "hard_drop": "kp_8 8",
            "teleport_left": "kp_1 1",
            "teleport_right": "kp_3 3",
            "hold": "kp_0 0",
        },
    ),
}


def _of_words(table: Mapping[str, str]) -> Bindings:
    return Bindings.of({button: keys.split() for button, keys in table.items()})


PRESETS: Final[dict[str, Bindings]] = {name: _of_words(table) for name, table in _TABLES.items()}
"""Built-in bindings by name, the default first."""

DEFAULT_BINDINGS: Final = PRESETS["Guideline"]
"""Arrows to move, Space to drop, X, Z and A to rotate, C or Shift to hold."""

PAIR_PRESETS: Final[dict[str, tuple[Bindings, Bindings]]] = {
    name: (_of_words(left), _of_words(right)) for name, (left, right) in _PAIRS.items()
}
"""Built-in bindings of two players at one keyboard by name, the left player first."""

LEFT_BINDINGS, RIGHT_BINDINGS = PAIR_PRESETS["Default"]
"""Default bindings of two players."""
