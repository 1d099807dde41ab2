"""Texts in ASCII, drawn and in menus."""

from functools import lru_cache
from typing import Final
from unicodedata import normalize

SIGNS_IN_ASCII: Final = str.maketrans(
    {
        "█": "#", "▓": "#", "▒": "+", "░": ".", "▀": "^", "▄": "_", "▮": "#", "■": "#", "▪": "*", "·": ".",
        "¦": "|", "─": "-", "│": "|", "⣿": "#", "⢷": "*", "⠶": "+", "⠂": ".", "←": "<-", "→": "->", "↑": "^", "↓": "v",
        "↺": "(", "↻": ")", "↔": "@", "↨": "V", "⇓": "!", "⇐": "{", "⇒": "}", "⇋": "=", "…": "~", "–": "-", "—": "-",
        "━": "=", "╌": "-", "▏": "|", "▕": "|", "▐": "|", "▌": "|", "▝": "+", "▘": "+", "●": "*", "○": "o",
        "×": "x", "°": "", "‹": "<", "›": ">",
        "•": "*", "◆": "*", "▲": "^", "▼": "v", "★": "*", "⏎": "Enter", "␣": "Space", "⌫": "Back", "⇥": "Tab",
    }
)  # fmt: skip
"""Characters of ASCII by the sign that they stand for."""

_BRAILLE: Final = range(0x2800, 0x2900)


@lru_cache(maxsize=4096)
def in_ascii(text: str) -> str:
    """Return the text in ASCII, with each other character replaced by a similar one or a question mark."""
    if text.isascii():
        return text
    return "".join(_plain(character) for character in text.translate(SIGNS_IN_ASCII))


def _plain(character: str) -> str:
    if character.isascii():
        return character
    if ord(character) in _BRAILLE:
        return "*" if ord(character) > _BRAILLE.start else " "
    return normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"
