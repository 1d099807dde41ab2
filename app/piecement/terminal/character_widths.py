"""What a terminal is asked at the start: how wide it draws the characters that the game is made of.

Theory of operation. The width is read off the cursor, after a few characters that the same piece of output clears,
before the first frame. Some terminals draw block and line characters two columns wide, like East Asian ones (the width
of these characters is called ambiguous); some read each byte as a character of its own, as they do not support UTF-8.
Both would tear every picture of the game apart.
"""

from enum import StrEnum
from typing import Final

from piecement.language import _

_BLOCK: Final = "\u2592"
"""A shade, of ambiguous width. Its bytes do nothing in a terminal of one byte a character but fill up to a column each;
those of the full block would set a tab stop."""

_LETTERS: Final = "\u00f1\u00f1"
"""Letters, of one column each where UTF-8 is supported, of two columns each where it is not."""

_ROW: Final = 2
"""The answer of a cursor in the first row looks like a key."""

_SENT: Final = len(_BLOCK) + len(_LETTERS)
_LEAST_SIZE: Final = (12, 3)


class Characters(StrEnum):
    GOOD = "good"
    """Each takes one column, as it should."""
    WIDE = "wide"
    """Blocks and lines take two columns."""
    BYTES = "bytes"
    """The terminal, or the locale of the program, does not support UTF-8."""


def width_question(ask_cursor: str) -> str:
    """Return what to write; `ask_cursor` asks for the position of the cursor. Nothing of it stays to be seen."""
    place = f"\x1b[{_ROW};1H"
    return f"{place}{_BLOCK}{_LETTERS}{ask_cursor}{place}\x1b[K\x1b[H"


def width_question_here(ask_cursor: str) -> str:
    """Return what to write where a program goes on below what it wrote; it moves to an empty line, and clears that."""
    return f"\r\n{_BLOCK}{_LETTERS}{ask_cursor}\r\x1b[K"


def has_room(width: int, height: int) -> bool:
    """Return whether a terminal of so many columns and lines can be asked."""
    return width >= _LEAST_SIZE[0] and height >= _LEAST_SIZE[1]


def characters_of(row: int, column: int) -> Characters | None:
    """Return what the answer of the cursor means, None if it answers something else; row and column begin with 1."""
    return characters_before(column) if row == _ROW else None


def characters_before(column: int) -> Characters | None:
    """Return what it means that the cursor is in a column after the characters were written from the first on."""
    taken = column - 1
    if taken < _SENT:
        return None
    if taken == _SENT:
        return Characters.GOOD
    return Characters.WIDE if taken == _SENT + 1 else Characters.BYTES


CHARACTER_WARNINGS: Final = {
    Characters.WIDE: _("This terminal draws blocks two columns wide, so the skin is ASCII."),
    Characters.BYTES: _("This terminal has no UTF-8, so the skin is ASCII."),
}
"""Warnings for the player."""
