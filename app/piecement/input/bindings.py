"""Bindings of keys to buttons; a key may be a chord, with Shift, Ctrl or Alt."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
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
        if modifiers and (chord := self.chord(key_id, base_id, modifiers)) is not None:
            return self._buttons[chord]
        button = self._buttons.get(key_id)
        if button is None and base_id is not None and not key_id.isascii():
            return self._buttons.get(base_id)
        return self.fallback.get(key_id) if button is None else button

    def chord(self, key_id: str, base_id: str | None, modifiers: Modifiers) -> str | None:
        """Return the bound chord of a key with modifiers, or None if that chord is not bound."""
        if not modifiers or not (bindable := modifiers & BINDABLE):  # to mask none takes long
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


# Keyboards that swap Y and Z have Y where a US keyboard has Z; the key right of L goes by its letter there. The second
# keys of the number pad are for terminals that report it as the row of digits.
PRESET_ROWS: Final = tuple(csv.DictReader(Path(__file__).with_name("key_presets.csv").read_text("utf-8").splitlines()))
"""Keys and sentence of each built-in preset. A preset for two players has two rows; the first has the sentence."""


def _presets(player: str) -> dict[str, Bindings]:
    """Return the built-in bindings by name: of the `left` or `right` of two players, or with "" of a single one."""
    rows = (row for row in PRESET_ROWS if row["player"] == player)
    return {row["preset"]: Bindings.of({button: row[button].split() for button in Button}) for row in rows}


PRESETS: Final = _presets("")
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

PAIR_PRESETS: Final = {name: (left, _presets("right")[name]) for name, left in _presets("left").items()}
"""Built-in bindings of two players at one keyboard by name, the left player first."""

LEFT_BINDINGS, RIGHT_BINDINGS = PAIR_PRESETS["Default"]
"""Default bindings of two players."""
