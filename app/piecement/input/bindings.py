"""Bindings of keys to buttons; a key may be a chord, with Shift, Ctrl or Alt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
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
    fallback: Mapping[str, Button] = field(default_factory=dict[str, Button], compare=False)
    """Buttons of keys that are not bound, as those of a gamepad; they are listed nowhere."""
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
        return self.fallback.get(key_id) if button is None else button

    def chord(self, key_id: str, base_id: str | None, modifiers: Modifiers) -> str | None:
        """Return the bound chord of a key with modifiers, or None if that chord is not bound."""
        if modifiers is Modifiers.NONE or not (bindable := modifiers & BINDABLE):
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
        return replace(self, pairs=(*self.unbind(key_id).pairs, (key_id, Button(button))))

    def unbind(self, key_id: str) -> Self:
        return replace(self, pairs=tuple(pair for pair in self.pairs if pair[0] != key_id))

    def clear(self, button: str) -> Self:
        return replace(self, pairs=tuple(pair for pair in self.pairs if pair[1] != button))

    def restore(self, button: str, preset: "Bindings") -> Self:
        """Return these bindings with the keys of one button reset to a preset."""
        restored = self.clear(button)
        for key in preset.keys(button):
            restored = restored.bind(key, button)
        return restored


_COLUMNS: Final = (
    *("move_left", "move_right", "rotate_left", "rotate_right", "rotate_180", "rotate_0"),
    *("soft_drop", "hard_drop", "sonic_drop", "teleport_left", "teleport_right", "hold"),
)
"""Buttons of the columns below."""

# Keyboards that swap Y and Z have Y where a US keyboard has Z; the key right of L goes by its letter there.
_TABLES: Final[dict[str, tuple[str, ...]]] = {
    "Guideline": (
        *("left", "right", "z y left_control right_control", "x up", "a", ""),
        *("down", "space", "", "", "", "c left_shift right_shift"),
    ),
    "Classic": ("left", "right", "z y", "x", "", "", "down", "", "", "", "", ""),
    "tetrs": ("left", "right", "a", "d", "", "", "down", "up", "", "", "", ""),
    "tetrs, with hold": ("left", "right", "a", "d", "s", "", "down", "up", "", "", "", "space"),
    "Control+": ("left", "right", "a", "d", "s", "", "down", "up", "w", "q", "e", "space"),
    "Vim": ("h", "l", "a", "d", "s", "", "j", "k", "", "", "", "space"),
    "Terminal finesse": ("d", "l", "f", "k", "a", "", "n", "j", "space", "semicolon ö ø ç ñ", "s", "h"),
    "Polyomino": (
        *("left", "right", "z y left_control right_control", "x up", "a", "s"),
        *("down", "space", "", "", "", "c left_shift right_shift"),
    ),
    "PyTetris": ("left", "right", "z y", "up", "", "", "down", "space", "", "", "", "c"),
    "Java": ("left", "right", "shift+left", "shift+right", "", "", "down", "space", "", "", "", "c"),
}

# The second keys of the number pad are for terminals that report it as the row of digits.
_PAIRS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "Default": (
        ("a", "d", "q", "e", "r", "", "s", "w", "", "1", "2", "x left_shift"),
        ("left", "right", "n comma", "m full_stop", "j", "", "down", "up", "", "k", "l", "b right_shift"),
    ),
    "Letters": (
        ("a", "d", "q", "e", "r", "", "s", "w", "", "1", "2", "f"),
        ("j", "l", "u", "o", "p", "", "k", "i", "", "9", "0", "h"),
    ),
    "Number pad": (
        ("a", "d", "j", "k", "l", "", "s", "w", "", "q", "e", "space"),
        (
            *("kp_4 4", "kp_6 6", "kp_7 7", "kp_9 9", "kp_2 2", ""),
            *("kp_5 5", "kp_8 8", "", "kp_1 1", "kp_3 3", "kp_0 0"),
        ),
    ),
}


def _of_words(keys: tuple[str, ...]) -> Bindings:
    bound = dict(zip(_COLUMNS, keys, strict=True))
    return Bindings.of({button: bound[button].split() for button in Button})  # in the order they are stored in


PRESETS: Final[dict[str, Bindings]] = {name: _of_words(table) for name, table in _TABLES.items()}
"""Built-in bindings by name, the default first."""

PAD_BUTTONS: Final = {
    "pad_left": Button.MOVE_LEFT,
    "pad_right": Button.MOVE_RIGHT,
    "pad_down": Button.SOFT_DROP,
    "pad_l_left": Button.MOVE_LEFT,
    "pad_l_right": Button.MOVE_RIGHT,
    "pad_l_down": Button.SOFT_DROP,
    "pad_up": Button.HARD_DROP,
    "pad_a": Button.ROTATE_RIGHT,
    "pad_b": Button.ROTATE_LEFT,
    "pad_x": Button.ROTATE_180,
    "pad_y": Button.HOLD,
    "pad_l1": Button.HOLD,
    "pad_r1": Button.HOLD,
}
"""Buttons of a gamepad's keys with any bindings, as long as the player binds them to nothing else."""

DEFAULT_BINDINGS: Final = PRESETS["Guideline"]
"""Arrows to move, Space to drop, X, Z and A to rotate, C or Shift to hold."""

PAIR_PRESETS: Final[dict[str, tuple[Bindings, Bindings]]] = {
    name: (_of_words(left), _of_words(right)) for name, (left, right) in _PAIRS.items()
}
"""Built-in bindings of two players at one keyboard by name, the left player first."""

LEFT_BINDINGS, RIGHT_BINDINGS = PAIR_PRESETS["Default"]
"""Default bindings of two players."""
