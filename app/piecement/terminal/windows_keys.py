"""Key records of Windows: names, modifiers and text of a key."""

from dataclasses import dataclass
from enum import IntFlag
from typing import Final

from piecement.terminal.key_events import Modifiers
from piecement.terminal.keyboard_layouts import key_name
from piecement.terminal.textual_internals import FUNCTIONAL_KEYS


class ControlState(IntFlag):
    """Bits of `dwControlKeyState`, as Microsoft documents them for KEY_EVENT_RECORD."""

    RIGHT_ALT = 0x01
    LEFT_ALT = 0x02
    RIGHT_CTRL = 0x04
    LEFT_CTRL = 0x08
    SHIFT = 0x10
    ENHANCED = 0x100
    """The key is an arrow or edit key off the keypad, keypad Enter or slash, or a right Ctrl or Alt."""


@dataclass(frozen=True, slots=True)
class KeyRecord:
    """KEY_EVENT_RECORD of the Windows console."""

    down: bool
    virtual_key: int
    """Key by the keyboard layout; 0 for text without a key."""
    scan_code: int
    """Physical position of the key."""
    character: str
    """Typed UTF-16 unit, which may be half a character; empty if the key types none."""
    state: int
    """Bits of `ControlState`, and those of locks."""
    count: int = 1
    """Number of presses; more than 1 if the system merged repeats."""

    @property
    def is_text(self) -> bool:
        """Whether the record is text rather than a key: pasted, composed or sent by the terminal."""
        return self.virtual_key in _WITHOUT_A_KEY

    @property
    def is_alt_gr(self) -> bool:
        """Whether Ctrl and Alt stand for AltGr: left Ctrl with right Alt, or both while typing a character."""
        return self.state & _ALT_GR == _ALT_GR or bool(self.state & _ANY_CTRL and self.state & _ANY_ALT and self._types)

    @property
    def modifiers(self) -> Modifiers:
        """Modifiers held with the key, without the key itself."""
        held = Modifiers.SHIFT if self.state & ControlState.SHIFT else Modifiers.NONE
        if self.state & _ANY_CTRL and not self.is_alt_gr:
            held |= Modifiers.CTRL
        if self.state & _ANY_ALT and not self.is_alt_gr:
            held |= Modifiers.ALT
        return held & ~_SIDED[self.virtual_key][1] if self.virtual_key in _SIDED else held

    @property
    def name(self) -> str | None:
        """Name of the key if it does not depend on the layout."""
        if self.virtual_key in _SIDED:
            return f"{'right' if self._is_right else 'left'}_{_SIDED[self.virtual_key][0]}"
        name = _NAMES.get(self.virtual_key)
        if name in _KEYPAD_TWINS and bool(self.state & ControlState.ENHANCED) is (name == "enter"):
            return f"kp_{name}"
        return name

    @property
    def latin(self) -> str | None:
        """Letter of the virtual key, or None."""
        return chr(self.virtual_key).lower() if self.virtual_key in _LETTERS else None

    @property
    def letter(self) -> str | None:
        """Typed letter in lower case, regardless of Shift and Caps Lock."""
        small = self.character.lower()
        return small if len(small) == 1 and small.isalpha() and not self.is_alt_gr else None

    @property
    def sign(self) -> str | None:
        """Name of the typed sign without modifiers; None with modifiers or without text."""
        held = self.state & (_ANY_ALT | _ANY_CTRL | ControlState.SHIFT)
        return key_name(self.character) if self._types and not held else None

    @property
    def place(self) -> str | None:
        """Key at this position of a US keyboard, or None."""
        return _PLACES.get(self.scan_code)

    @property
    def text(self) -> str:
        """Text that a terminal sends for one press; empty for a modifier or a dead key."""
        if self.name is not None and (named := _named_text(self.name, self.modifiers)):
            return named
        if self.character and not self.modifiers & Modifiers.ALT:
            return self.character
        return self._chord if self.modifiers & (Modifiers.ALT | Modifiers.CTRL) else ""

    @property
    def _chord(self) -> str:
        """Sequence for the key with Alt or Ctrl in the kitty protocol, since Esc and a letter might be two keys."""
        plain = self.latin or (self.name if self.virtual_key in _DIGITS else None) or self.letter
        if plain is None:
            plain = self.character if self._types else ""
        return f"\x1b[{ord(plain)};{_parameter(self.modifiers)}u" if plain else ""

    @property
    def _types(self) -> bool:
        return bool(self.character) and self.character.isprintable()

    @property
    def _is_right(self) -> bool:
        if self.virtual_key == _SHIFT:
            return self.scan_code == _RIGHT_SHIFT_SCAN
        if self.virtual_key in {_CTRL, _ALT}:
            return bool(self.state & ControlState.ENHANCED)
        return self.virtual_key in _RIGHT_SIDE


_ANY_ALT: Final = ControlState.LEFT_ALT | ControlState.RIGHT_ALT
_ANY_CTRL: Final = ControlState.LEFT_CTRL | ControlState.RIGHT_CTRL

_ALT_GR: Final = ControlState.LEFT_CTRL | ControlState.RIGHT_ALT

_SHIFT: Final = 0x10
_CTRL: Final = 0x11
_ALT: Final = 0x12
_RIGHT_SHIFT_SCAN: Final = 0x36
_RIGHT_SIDE: Final = frozenset({0x5C, 0xA1, 0xA3, 0xA5})

_WITHOUT_A_KEY: Final = frozenset({0x00, 0xE5, 0xE7})
"""Virtual keys of records that are text: no key at all, one taken by an input method, and an injected character."""

_SIDED: Final = {
    **dict.fromkeys((_SHIFT, 0xA0, 0xA1), ("shift", Modifiers.SHIFT)),
    **dict.fromkeys((_CTRL, 0xA2, 0xA3), ("control", Modifiers.CTRL)),
    **dict.fromkeys((_ALT, 0xA4, 0xA5), ("alt", Modifiers.ALT)),
    **dict.fromkeys((0x5B, 0x5C), ("super", Modifiers.SUPER)),
}
"""Keys that exist twice, with the modifier of each."""

_LETTERS: Final = range(0x41, 0x5B)
_DIGITS: Final = range(0x30, 0x3A)

_NAMES: Final[dict[int, str]] = {
    0x08: "backspace", 0x09: "tab", 0x0C: "kp_begin", 0x0D: "enter", 0x13: "pause", 0x14: "caps_lock", 0x1B: "escape",
    0x20: "space", 0x21: "pageup", 0x22: "pagedown", 0x23: "end", 0x24: "home", 0x25: "left", 0x26: "up",
    0x27: "right", 0x28: "down", 0x2C: "print_screen", 0x2D: "insert", 0x2E: "delete", 0x5D: "menu",
    0x6A: "kp_multiply", 0x6B: "kp_add", 0x6C: "kp_separator", 0x6D: "kp_subtract", 0x6E: "kp_decimal",
    0x6F: "kp_divide", 0x90: "num_lock", 0x91: "scroll_lock", **{code: chr(code) for code in _DIGITS},
    **{0x60 + digit: f"kp_{digit}" for digit in range(10)},
    **{0x6F + number: f"f{number}" for number in range(1, 25)},
}  # fmt: skip
"""Virtual keys from Microsoft's list, with the names of Textual and the kitty protocol."""

_KEYPAD_TWINS: Final = frozenset(
    {"delete", "down", "end", "enter", "home", "insert", "left", "pagedown", "pageup", "right", "up"}
)
"""Keys that also exist on the keypad, without Num Lock."""

_ROWS: Final = {0x02: "1234567890-=", 0x10: "qwertyuiop[]", 0x1E: "asdfghjkl;'`", 0x2B: "\\zxcvbnm,./"}
_PLACES: Final[dict[int, str]] = {
    first + index: key_name(character) for first, row in _ROWS.items() for index, character in enumerate(row)
}
"""Keys of a US keyboard by scan code (set 1)."""

_CODES: Final = {name: code for code, name in reversed(FUNCTIONAL_KEYS.items()) if code[-1] != "u"}
"""Number and last character of the sequence for each key, as xterm sends them: the first of several."""


def _named_text(name: str, held: Modifiers) -> str:
    """Return the text of a key with modifiers as xterm sends it; empty if the name does not decide it."""
    plain = name.removeprefix("kp_") if name != "kp_begin" else name
    if (code := _CODES.get(plain)) is not None:
        number, final = code[:-1], code[-1]
        if held:
            return f"\x1b[{number};{_parameter(held)}{final}"
        return f"\x1b[{code}" if final == "~" else f"\x1b{'O' if final in 'PQS' else '['}{final}"
    alt = "\x1b" if held & Modifiers.ALT else ""
    if plain == "tab" and held & Modifiers.SHIFT:
        return "\x1b[Z"
    if plain == "backspace":
        return alt + ("\x08" if held & Modifiers.CTRL else "\x7f")
    return "\x00" if plain == "space" and held & Modifiers.CTRL else ""


def _parameter(held: Modifiers) -> int:
    return 1 + int(held & (Modifiers.SHIFT | Modifiers.ALT | Modifiers.CTRL))
