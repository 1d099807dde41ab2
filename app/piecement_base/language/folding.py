"""Letters of the languages in fewer characters, for terminals whose encoding lacks them."""

import unicodedata
from typing import Final

SPELLINGS: Final = {
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe",
    "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "¡": "", "¿": "", "«": '"',
    "»": '"', "\xa0": " ", "\u202f": " ",
}  # fmt: skip
"""Spelling of letters and signs that are more than an ASCII letter with an accent."""


class Folding(dict[int, str]):
    """Replacements by code point, as `str.translate` looks them up, for one encoding; each is found once."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding: Final = encoding

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        self[code] = letter if can_write(letter, self._encoding) else folded(letter)
        return self[code]


def folded(letter: str) -> str:
    """Return a letter in ASCII: spelled, or without its accents; one that has no such form stays."""
    if letter in SPELLINGS or not letter.isalpha():
        return SPELLINGS.get(letter, letter)
    plain = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
    return plain if plain.isascii() else letter


def can_write(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
