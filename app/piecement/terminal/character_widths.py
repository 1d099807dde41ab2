"""Detection of the width of characters.

Theory of operation. The query writes a few characters, requests the cursor position and clears the characters in the
same piece of output, before the first frame. Some terminals draw block and line characters two columns wide, like East
Asian ones (the width of these characters is called ambiguous); some read each byte as a character, as they do not
support UTF-8. Both would tear every frame of the game apart.

Colours and UTF-8 come from environment variables: see `environment`.
"""

from enum import StrEnum
from typing import Final

from piecement_base.language import N_

_BLOCK: Final = "\u2592"
"""Shade of ambiguous width; in a terminal of one byte per character its bytes only fill columns, whereas those of the
full block would set a tab stop.
"""

_LETTERS: Final = "\u00f1\u00f1"
"""Letters of one column each with UTF-8, and two columns each without it."""

_ROW: Final = 2
"""Row of the query; the reply for a cursor in the first row looks like a key."""

_SENT: Final = len(_BLOCK) + len(_LETTERS)
_LEAST_SIZE: Final = (12, 3)


class Characters(StrEnum):
    GOOD = "good"
    """Each takes one column, as it should."""
    WIDE = "wide"
    """Blocks and lines take two columns."""
    BYTES = "bytes"
    """The terminal, or the locale of the program, does not support UTF-8."""


def width_query(ask_cursor: str) -> str:
    """Return the query, which erases its own characters; `ask_cursor` is the query for the cursor position."""
    place = f"\x1b[{_ROW};1H"
    return f"{place}{_BLOCK}{_LETTERS}{ask_cursor}{place}\x1b[K\x1b[H"


def width_query_here(ask_cursor: str) -> str:
    """Return the query for a program with output above: it uses an empty new line and clears it."""
    return f"\r\n{_BLOCK}{_LETTERS}{ask_cursor}\r\x1b[K"


def fits_widths(width: int, height: int) -> bool:
    """Return whether a terminal of this size can be queried."""
    return width >= _LEAST_SIZE[0] and height >= _LEAST_SIZE[1]


def characters_of(row: int, column: int) -> Characters | None:
    """Return the result for a cursor position, starting at 1, or None if it is no reply to the query."""
    return characters_by_column(column) if row == _ROW else None


def characters_by_column(column: int) -> Characters | None:
    """Return the result for the cursor column, from 1, after characters written at the start of a line."""
    taken = column - 1
    if taken < _SENT:
        return None
    if taken == _SENT:
        return Characters.GOOD
    return Characters.WIDE if taken == _SENT + 1 else Characters.BYTES


CHARACTER_WARNINGS: Final = {
    Characters.WIDE: N_("This terminal draws blocks two columns wide, so the skin is ASCII."),
    Characters.BYTES: N_("This terminal has no UTF-8, so the skin is ASCII."),
}
"""Warnings for the player."""
