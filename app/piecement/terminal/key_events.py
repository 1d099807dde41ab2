"""Key events: presses, repeats and releases of a key, with its modifiers."""

from dataclasses import dataclass, field
from enum import IntFlag
from typing import ClassVar, Final

from piecement.terminal.clock import now_ns
from piecement.terminal.layouts import KEYPAD_MOVES, base_of, names_of


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

MENU_KEYS: Final = {
    **{f"pad_{stick}{end}": end for stick in ("", "l_") for end in ("left", "right", "up", "down")},
    "pad_a": "enter",
    "pad_b": "escape",
    "pad_start": "escape",
    "pad_l1": "shift+tab",
    "pad_r1": "tab",
}
"""Keys of gamepads that stand for those of menus, where nothing else takes them."""


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


class MissingReleases:
    """Detector of missing key releases.

    The same physical key pressed twice without a release between is proof that the terminal, or a multiplexer in
    between, sends none. From then on presses are untracked, so that holds are inferred from repeats, until a release
    comes after all.
    """

    def __init__(self) -> None:
        self.are_missing = False
        """Whether promised releases do not come."""
        self._down: dict[str, KeyDown] = {}
        """Tracked presses without a release so far, by place."""

    def check(self, event: KeyEvent) -> list[KeyUp]:
        """Note an event and return the releases that are missing before it; a press without releases is untracked."""
        if not isinstance(event, KeyDown):
            self._down.pop(event.place, None)
            self.are_missing = False
        elif event.tracked:
            if self.are_missing:
                event.tracked = False
            elif not event.repeat and self._down.setdefault(event.place, event) is not event:
                self.are_missing, event.tracked = True, False
                missing = [KeyUp(key.key_id, key.base_id, key.modifiers, event.time_ns) for key in self._down.values()]
                self._down.clear()
                return missing
        return []

    def forget_presses(self) -> None:
        """Forget keys whose release another program may have got, as after a lost focus or a new request."""
        self._down.clear()
