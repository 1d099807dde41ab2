"""Keyboard layouts without Latin letters, and the names by which a key of any layout is looked up.

The rows of `keyboard_layouts.tsv` (layout, level, keys) are those of xkeyboard-config 2.35, read through libxkbcommon;
the layouts have its names.
"""

import csv
import string
import unicodedata
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

_RENAMED: Final[dict[str, str]] = {
    "\t": "tab", "-": "minus", "+": "plus", "/": "slash", "\\": "backslash", "@": "at", "_": "underscore",
}  # fmt: skip


def key_name(character: str) -> str:
    """Return Textual's name of the key of a character: a letter or a digit itself, or the Unicode name of a sign."""
    if character.isalnum():
        return character
    default = unicodedata.name(character, character).lower().replace("-", "_").replace(" ", "_")
    return _RENAMED.get(character, default)


_US: Final = "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./"
_US_SHIFTED: Final = '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?'

_ROWS: Final = tuple(
    (level == "2", row)
    for _layout, level, row in csv.reader(
        Path(__file__).with_suffix(".tsv").read_text("utf-8").splitlines(), "excel-tab", quoting=csv.QUOTE_NONE
    )
)
"""Rows of characters in the order of `_US`, blank for none, each with whether Shift types it.

Only layouts without capital letters have a row for Shift.
"""

_GENERAL_PUNCTUATION: Final = range(0x2000, 0x2200)
"""Code points of signs that Latin layouts have too."""
_FIRST_SCRIPT: Final = 0x370
"""First code point beyond Latin letters and their accents."""


def _bases() -> dict[str, str]:
    """Return the US key of each letter and mark; a letter of several layouts has the place of the first of them."""
    bases: dict[str, str] = {}
    for is_shifted, row in _ROWS:
        for character, base, upper in zip(row, _US, _US_SHIFTED, strict=True):
            if ord(character) >= _FIRST_SCRIPT and ord(character) not in _GENERAL_PUNCTUATION:
                bases.setdefault(character, upper if is_shifted and not base.isalpha() else base)
    return bases


_BASES: Final = _bases()

_SIGNS_FOR_LETTERS: Final = frozenset(
    (character, base)
    for is_shifted, row in _ROWS
    for character, base in zip(row, _US, strict=True)
    if not is_shifted and base.isalpha() and character in string.punctuation
)
"""ASCII signs where a US keyboard has a letter, with that letter: no Latin layout has them there."""

_CHARACTERS: Final = {key_name(character): character for character in string.printable}
"""ASCII characters by the names of their keys."""

KEYPAD_MOVES: Final = {
    "kp_insert": "kp_0", "kp_end": "kp_1", "kp_down": "kp_2", "kp_pagedown": "kp_3", "kp_left": "kp_4",
    "kp_begin": "kp_5", "kp_right": "kp_6", "kp_home": "kp_7", "kp_up": "kp_8", "kp_pageup": "kp_9",
    "kp_delete": "kp_decimal", "kp_separator": "kp_decimal",
}  # fmt: skip
"""Keys of the keypad without Num Lock, and their names with it."""


def character_of(key_id: str) -> str | None:
    """Return the character of a key's name without modifiers, or None for a key without one."""
    if (character := _CHARACTERS.get(key_id)) is not None or len(key_id) == 1:
        return character or key_id
    with suppress(KeyError):
        return unicodedata.lookup(key_id.replace("_", " "))
    return None


@lru_cache(maxsize=4096)
def base_of(key_id: str) -> str | None:
    """Return the US key at the place where usual layouts have a key, or None for a Latin one, whose place differs."""
    character = character_of(key_id)
    if character is None or character.isascii():
        return None
    small = character.lower()
    base = _BASES.get(small) or _BASES.get(unicodedata.normalize("NFD", small)[:1])  # a dead key adds an accent
    return key_name(base) if base else None


@lru_cache(maxsize=4096)
def names_of(key_id: str, base_id: str | None = None) -> tuple[str, ...]:
    """Return the names of a key in the order of lookup: its own, and what it counts as where that has no meaning.

    A key that types no ASCII character counts as the key at the same place of a US keyboard, and so does a sign at the
    place of a letter, as Hebrew and Greek have some. Others have no letter for such a place: a Latin letter counts by
    itself alone. The keypad without Num Lock counts as with it, and then as the keys that move a cursor.
    """
    if key_id in KEYPAD_MOVES:
        return key_id, KEYPAD_MOVES[key_id], key_id.removeprefix("kp_")
    character = character_of(key_id)
    base = base_id or base_of(key_id)
    if base is None or character is None:
        return (key_id,)
    counts_alone = character.isascii() and (character, base) not in _SIGNS_FOR_LETTERS
    return (key_id,) if counts_alone else (key_id, base)


def shifted(base: str) -> str:
    """Return the name of the sign that a US key types with Shift; letters keep their names."""
    character = _CHARACTERS.get(base, " ")
    return base if character.isalpha() or character not in _US else key_name(_US_SHIFTED[_US.index(character)])
