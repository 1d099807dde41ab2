"""Comments of a fumen: escaped as by JavaScript's `escape`, then four letters as one number.

`escape` leaves letters, digits and `@*_+-./` unchanged, and writes any other UTF-16 unit as `%` and two hexadecimal
digits, or `%u` and four. Four letters are one number in base 96, the first letter the lowest digit, a space 0.
"""

import re
from collections.abc import Iterator
from typing import Final

from piecement_engine.errors import FumenError

LONGEST_COMMENT: Final = 4095
"""Maximum length of an escaped comment (letters)."""

_PLAIN: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@*_+-./")
_ESCAPED: Final = re.compile(r"%u([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})")
_BASE: Final = 96
_FIRST: Final = ord(" ")
_LAST: Final = ord("~")


def escape(text: str) -> str:
    """Return the text as JavaScript's `escape` writes it."""
    units = text.encode("utf-16-be", errors="replace")
    return "".join(_escaped(units[at] << 8 | units[at + 1]) for at in range(0, len(units), 2))


def _escaped(unit: int) -> str:
    if chr(unit) in _PLAIN:
        return chr(unit)
    return f"%{unit:02X}" if unit < 256 else f"%u{unit:04X}"


def unescape(text: str) -> str:
    """Return the text that was escaped. Half of a pair of UTF-16 units becomes a replacement character."""
    units = _ESCAPED.sub(lambda found: chr(int(found[1] or found[2], 16)), text)
    return units.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="replace")


def to_numbers(escaped: str) -> Iterator[int]:
    """Yield a number for each four letters of an escaped text."""
    for start in range(0, len(escaped), 4):
        yield sum((ord(letter) - _FIRST) * _BASE**place for place, letter in enumerate(escaped[start : start + 4]))


def from_number(number: int) -> str:
    """Return the four letters of a number. Raises `FumenError` for an invalid number."""
    codes = [number // _BASE**place % _BASE + _FIRST for place in range(4)]
    if max(codes) > _LAST or number >= _BASE**4:
        raise FumenError("the fumen is damaged: its comment has letters that no comment has")
    return "".join(map(chr, codes))
