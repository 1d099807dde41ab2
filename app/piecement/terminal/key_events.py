"""Key events: presses, repeats and releases of keys."""

from dataclasses import dataclass, field
from enum import IntFlag
from typing import ClassVar, Final, NamedTuple

from piecement.terminal.clock import now_ns


class Modifiers(IntFlag):
    NONE = 0
    SHIFT = 1
    ALT = 2
    CTRL = 4
    SUPER = 8
    HYPER = 16
    META = 32


MODIFIER_NAMES: Final[dict[str, Modifiers]] = {
    "alt": Modifiers.ALT,
    "ctrl": Modifiers.CTRL,
    "hyper": Modifiers.HYPER,
    "meta": Modifiers.META,
    "shift": Modifiers.SHIFT,
    "super": Modifiers.SUPER,
}
"""The modifiers by the name that Textual writes before a key, in Textual's order."""


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """A change of one physical key."""

    key: ClassVar[str] = "<key event>"
    """No key's name: Textual's parser looks at this field of everything that passes through it."""

    key_id: str
    """The key without its modifiers: "a", "left", "left_shift", "kp_4"."""
    base_id: str | None = None
    """The key at the same place of a US keyboard, where the terminal reports it and it differs."""
    modifiers: Modifiers = Modifiers.NONE
    time_ns: int = field(default_factory=now_ns)
    """When it happened, on the program's clock."""

    @property
    def chord(self) -> str:
        """The key with its modifiers, as Textual writes it: "ctrl+z"."""
        held = [name for name, modifier in MODIFIER_NAMES.items() if modifier & self.modifiers]
        return "+".join([*held, self.key_id])


@dataclass(frozen=True, slots=True)
class KeyDown(KeyEvent):
    """A key went down, or its repeat was reported."""

    repeat: bool = False
    """Whether the terminal reported a repeat; a legacy terminal never does."""
    tracked: bool = False
    """Whether the terminal will report the release too."""


class KeyUp(KeyEvent):
    """A key was let go; only ever reported by a terminal, never guessed."""

    __slots__ = ()


class KeyboardCapabilities(NamedTuple):
    """What the terminal reported about its keyboard."""

    flags: int | None
    """The kitty flags that it can put in force; None where it does not support that protocol."""
    win32_input: bool = False
    """Whether as much as the flags say comes by the win32 input mode, in place of the kitty protocol."""

    @property
    def release_events(self) -> bool:
        """Whether the release of arrows and other function keys is reported."""
        return self.flags is not None and bool(self.flags & 2)

    @property
    def text_keys(self) -> bool:
        """Whether letters, Space and Enter report their release as well."""
        return self.flags is not None and self.flags & 10 == 10


def press_of(key: str, time_ns: int | None = None) -> KeyDown:
    """Return the press of a key under the name that Textual gives it, such as "ctrl+left"."""
    *names, plain = key.split("+")
    modifiers = Modifiers.NONE
    for name in names:
        modifiers |= MODIFIER_NAMES.get(name, Modifiers.NONE)
    if len(plain) == 1 and plain != plain.lower():
        modifiers |= Modifiers.SHIFT
        plain = plain.lower()
    if time_ns is None:
        return KeyDown(plain, modifiers=modifiers)
    return KeyDown(plain, modifiers=modifiers, time_ns=time_ns)
