"""Key events: presses, repeats and releases of a key, with its modifiers."""

from dataclasses import dataclass, field
from enum import IntFlag
from typing import ClassVar, Final

from piecement.terminal.clock import now_ns
from piecement.terminal.keyboard_layouts import KEYPAD_MOVES, base_of, names_of


class Modifiers(IntFlag):
    NONE = 0
    SHIFT = 1
    ALT = 2
    CTRL = 4
    SUPER = 8
    HYPER = 16
    META = 32


MODIFIER_NAMES: Final = {name.lower(): Modifiers[name] for name in sorted(Modifiers.__members__) if Modifiers[name]}
"""Modifiers by Textual's prefix of key names, in Textual's order."""


def chord_of(key_id: str, modifiers: Modifiers) -> str:
    """Return a key with its modifiers in Textual's spelling: "ctrl+shift+left"."""
    if not modifiers:  # as most often: to test each costs more than all else of a key
        return key_id
    return "+".join([*(name for name, modifier in MODIFIER_NAMES.items() if modifier & modifiers), key_id])


def parts_of(chord: str) -> tuple[Modifiers, str]:
    """Return the modifiers and the key of a chord, ignoring unknown modifiers."""
    *names, key_id = chord.split("+")
    modifiers = Modifiers.NONE
    for name in names:
        modifiers |= MODIFIER_NAMES.get(name, Modifiers.NONE)
    return modifiers, key_id


PAD: Final = "pad_"
"""Start of the names of all keys of gamepads."""


@dataclass(slots=True)  # a frozen one takes longer to make
class KeyEvent:
    """Change of one physical key."""

    key: ClassVar[str] = "<key event>"
    """Placeholder, since Textual's parser reads this field of everything that passes through it."""

    key_id: str
    """Key of the player's layout without modifiers: "a", "left", "left_shift", "kp_4"."""
    base_id: str | None = None
    """Key at the same position of a US keyboard, if known and different."""
    modifiers: Modifiers = Modifiers.NONE
    """Modifiers held with the key, without locks."""
    time_ns: int = field(default_factory=now_ns)
    """Time of the event on the program's clock."""

    @property
    def place(self) -> str:
        """Name of the physical key, which no layout, Shift or Num Lock changes: the same at its press and release."""
        return self.base_id or KEYPAD_MOVES.get(self.key_id, self.key_id)

    @property
    def chord(self) -> str:
        """Key of the player's layout with its modifiers in Textual's spelling: "ctrl+z"."""
        return chord_of(self.key_id, self.modifiers)

    @property
    def command(self) -> str:
        """Chord by which commands are looked up, on any layout."""
        return chord_of(names_of(self.key_id, self.base_id)[-1], self.modifiers)


@dataclass(slots=True)
class KeyDown(KeyEvent):
    """Press of a key, or a reported repeat."""

    repeat: bool = False
    """Whether the terminal reported a repeat; legacy terminals never do."""
    tracked: bool = False
    """Whether the terminal will report the release."""


class KeyUp(KeyEvent):
    """Reported release of a key; releases are never guessed here."""

    __slots__ = ()


def press_of(key: str, time_ns: int | None = None) -> KeyDown:
    """Return the press of a key by its Textual name, such as "ctrl+left"."""
    modifiers, plain = parts_of(key)
    if len(plain) == 1 and plain != plain.lower():
        modifiers |= Modifiers.SHIFT
        plain = plain.lower()
    return KeyDown(plain, base_of(plain), modifiers, now_ns() if time_ns is None else time_ns)
