"""Letters of a fumen: 64 digits. A number of several letters has its lowest digit first."""

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
