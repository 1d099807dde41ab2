"""Letters and comments of a fumen.

`escape` leaves letters, digits and `@*_+-./` unchanged, and writes any other UTF-16 unit as `%` and two hexadecimal
digits, or `%u` and four. Four letters are one number in base 96, the first letter the lowest digit, a space 0.
"""

import re
from collections.abc import Iterator
from typing import Final

from piecement_engine.errors import FumenError

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_DIGITS: Final = {letter: digit for digit, letter in enumerate(_LETTERS)}

LARGEST_DIGIT: Final = len(_LETTERS) - 1


class Reader:
    """Reader of numbers. Raises `FumenError` for an invalid letter, and at the end of the text."""

    def __init__(self, text: str) -> None:
        self._text: Final = text
        self._at = 0

    @property
    def at_end(self) -> bool:
        return self._at == len(self._text)

    def number(self, length: int) -> int:
        letters = self._text[self._at : self._at + length]
        if len(letters) < length:
            raise FumenError("the fumen is cut off: its last page breaks off")
        self._at += length
        return sum(self._digit(letter) << 6 * place for place, letter in enumerate(letters))

    def _digit(self, letter: str) -> int:
        if letter not in _DIGITS:
            raise FumenError("{letter!r} is no letter of a fumen: it has A-Z, a-z, 0-9, + and /", letter=letter)
        return _DIGITS[letter]


class Writer:
    def __init__(self) -> None:
        self._digits: Final[list[int]] = []

    def number(self, value: int, length: int) -> None:
        self._digits.extend(value >> 6 * place & LARGEST_DIGIT for place in range(length))

    def count_up(self, place: int) -> bool:
        """Add 1 to the digit at this place, and return whether it had room for it."""
        if self._digits[place] == LARGEST_DIGIT:
            return False
        self._digits[place] += 1
        return True

    @property
    def length(self) -> int:
        return len(self._digits)

    @property
    def text(self) -> str:
        return "".join(_LETTERS[digit] for digit in self._digits)


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
