"""Text from outside: what bots, files and file names say is shown in one line, of bounded length, without controls.

Control characters (C0, C1), marks that turn the direction of writing round, and others that cannot be seen would change
what a terminal shows; a line end would forge a second line.
"""

from typing import Final

LONGEST_LINE: Final = 200
"""The most characters of a sentence from outside."""

LONGEST_NAME: Final = 60
"""The most characters of a name from outside."""

_CUT: Final = "…"
_LOOKED_AT: Final = 4
"""How many times as much as is shown is looked at: what is dropped may stand before what is not."""


def one_line(text: object, longest: int = LONGEST_LINE) -> str:
    """Return a text as one line of printable characters, cut with a sign where it is longer than it may be."""
    given = str(text)
    words = given[: _LOOKED_AT * longest + 1].split()
    line = " ".join(filter(None, map(printable, words)))
    return line if len(line) <= longest else line[: longest - len(_CUT)] + _CUT


def plain_name(name: object) -> str:
    """Return a name without what cannot be seen, and not without end."""
    return printable(str(name)[:LONGEST_NAME])


def printable(text: str) -> str:
    """Return a text without the characters that cannot be seen."""
    return text if text.isprintable() else "".join(filter(str.isprintable, text))
