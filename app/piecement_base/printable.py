"""Printable text from outside: sentences of bots, files and file names, as one line of bounded length.

Control characters (C0, C1), direction marks and other invisible characters would change the display of a terminal; a
line end would forge a second line.
"""

from typing import Final

LONGEST_LINE: Final = 200
"""Maximum length of a sentence from outside (characters)."""

LONGEST_NAME: Final = 60
"""Maximum length of a name from outside (characters)."""

_CUT: Final = "…"
_LOOKED_AT: Final = 4
"""Maximum input length as a multiple of the shown length, since dropped characters may come first."""


def one_line(text: object, longest: int = LONGEST_LINE) -> str:
    """Return a text as one line of printable characters, cut with a sign if too long."""
    given = str(text)
    words = given[: _LOOKED_AT * longest + 1].split()
    line = " ".join(filter(None, map(printable, words)))
    return line if len(line) <= longest else line[: longest - len(_CUT)] + _CUT


def plain_name(name: object) -> str:
    """Return a name without invisible characters and of bounded length."""
    return printable(str(name)[:LONGEST_NAME])


def printable(text: str) -> str:
    """Return a text without invisible characters."""
    return text if text.isprintable() else "".join(filter(str.isprintable, text))
