"""Keys of menus: Textual's `Key`, with the name and the modifiers that the game's own key events have."""

from typing import Final, Self

from textual import events

from piecement.terminal.key_events import KeyDown, Modifiers, press_of
from piecement.terminal.keyboard_layouts import base_of, character_of, key_name, names_of, shifted

PAD_MENU_KEYS: Final = {
    **{f"pad_{stick}{end}": end for stick in ("", "l_") for end in ("left", "right", "up", "down")},
    "pad_a": "enter",
    "pad_b": "escape",
    "pad_start": "escape",
    "pad_l1": "shift+tab",
    "pad_r1": "tab",
}
"""Keys of menus for which gamepad keys stand, where nothing else takes these."""

_DIGITS: Final = frozenset("0123456789")
_SIGNS_OF_MENUS: Final = frozenset({"slash", "comma"})
"""Signs of commands, which some layouts have where a US keyboard has a letter."""


class Key(events.Key):
    """Textual's `Key`: its name has no case, and is that of a US keyboard where the layout has no ASCII character."""

    __slots__ = ["digit", "modifiers"]

    def __init__(self, key: str, character: str | None, modifiers: Modifiers = Modifiers.NONE, digit: str = "") -> None:
        super().__init__(key, character)
        self.modifiers = modifiers
        """Modifiers without locks; Shift also of a capital letter."""
        self.digit = digit
        """Digit at the place of the key in the row of digits, or on the keypad; empty for none, or with modifiers."""

    @classmethod
    def of(cls, key: events.Key, press: KeyDown | None = None) -> Self:
        """Return the key of menus for one of Textual's, and for its press where that is known."""
        press = press or press_of(key.key)
        *held, plain = key.key.split("+")
        if not held and key.character is not None and len(key.character) == 1 and key.character.isprintable():
            plain = key_name(key.character)
        name = _menu_name(plain, press, is_chord=bool(held) and held != ["shift"])
        if held == ["shift"] and len(name) == 1 and name.isalpha():
            held = []
        return cls("+".join([*held, name]), key.character, press.modifiers, _digit(press))

    def copy(self) -> Self:
        return type(self)(self.key, self.character, self.modifiers, self.digit)


def _menu_name(plain: str, press: KeyDown, *, is_chord: bool) -> str:
    """Return the name of a key in menus; `plain` is that of its character.

    A key without a character keeps its name (`enter`), and so does an ASCII letter, in lower case (`Q` is `q`). A sign
    counts as the letter at its place where Hebrew or Greek have it there, unless it is a command of menus (`slash`). A
    letter that is not ASCII counts as the key at its place (`ы` is `s`), but not where AltGr typed it.
    """
    character = character_of(plain)
    if character is None or len(character) != 1:
        return plain
    if character.isascii() and len(plain) == 1:
        return _small(plain)
    if character.isascii():
        is_command = plain in _SIGNS_OF_MENUS and not is_chord
        return plain if is_command else names_of(plain, press.place)[-1]
    base = press.base_id
    if base is None or base not in names_of(press.key_id, base):  # with AltGr, say, a letter types another character
        return base_of(plain) or _small(plain)
    return shifted(base) if press.modifiers & Modifiers.SHIFT else base


def _small(key: str) -> str:
    return small if len(key) == 1 and len(small := key.lower()) == 1 else key


def _digit(press: KeyDown) -> str:
    names = (press.key_id.removeprefix("kp_"), press.base_id)
    return next((name for name in names if name is not None and name in _DIGITS), "") if not press.modifiers else ""
