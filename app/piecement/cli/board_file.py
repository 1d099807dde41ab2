"""Start board from a text file: drawn, or as a fumen."""

import re
from pathlib import Path
from typing import Final

from piecement.cli.usage import UsageError
from piecement.storage.input_file import read_input
from piecement_base.language import _
from piecement_engine.fumen import decode

_FUMEN: Final = re.compile("[vmd][0-9]{3}(@|%40)", re.IGNORECASE)
_BLANKS: Final = str.maketrans(" _", "..")
_TILE: Final = re.compile("[^.OISZTLJ]")
"""A tile that is none of a tetromino."""
_LARGEST: Final = 100_000
"""Maximum size of a file (bytes): far above any board, far below a noticeable delay."""


def has_fumen(text: str) -> bool:
    """Return whether a text contains a fumen, whole or damaged, also as a browser writes it in an address."""
    return _FUMEN.search(text) is not None


def read_board(path: Path, width: int = 10, height: int = 40) -> tuple[str, ...]:
    """Return the rows of a board, lowest first.

    The file has the top row first. A space, `.` or `_` is empty, any other character a tile; `/` ends a row as well as
    a line does, and a short row is empty on the right. A fumen yields the board of its first page. Raises
    `UsageError`, `StorageError` for a file that cannot be read, or `FumenError` for a damaged fumen.
    """
    try:
        text = read_input(path, _LARGEST).decode()
    except UnicodeDecodeError:
        sentence = _("{path} is not a text file: give a board as plain text or a fumen.")
        raise UsageError(sentence, path=path) from None
    lines = decode(text)[0].field[::-1] if has_fumen(text) else text.replace("/", "\n").splitlines()
    rows = [_row(line, number, width) for number, line in enumerate(lines, start=1)]
    while rows and set(rows[0]) == {"."}:
        del rows[0]
    if len(rows) > height:
        sentence = _("the board in {path} has {count} rows, but the field holds only {height}: remove some.")
        raise UsageError(sentence, path=path, count=len(rows), height=height)
    return tuple(reversed(rows))


def _row(line: str, number: int, width: int) -> str:
    count = len(line.rstrip())
    if count > width:
        sentence = _("line {number} of the board is {count} wide, and a row is {width}.")
        raise UsageError(sentence, number=number, count=count, width=width)
    return _TILE.sub("#", line[:width].ljust(width).translate(_BLANKS))
