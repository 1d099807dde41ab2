"""Texts padded and broken by cells of the terminal, of which a wide character takes two."""

import textwrap
from typing import Final

from rich.cells import cell_len

_NOT_FIRST: Final = frozenset("。、，．：；！？）」』】〉》ー…・")
"""Characters that no line begins with."""


def pad(text: str, width: int) -> str:
    """Return a text padded with spaces on the right to a width (cells); a wider one is unchanged."""
    return text + " " * (width - cell_len(text))


def pad_left(text: str, width: int) -> str:
    """Return a text padded with spaces on the left to a width (cells); a wider one is unchanged."""
    return " " * (width - cell_len(text)) + text


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Return the lines of a text, at most `width` cells wide, broken between words and between wide characters.

    Lines after the first begin with the indent. Punctuation that begins no line may stand a cell or two beyond.
    """
    if cell_len(text) == len(text):
        return textwrap.wrap(text, width, subsequent_indent=indent)
    lines, line = [], ""
    for word in _words(text):
        if line.strip() and cell_len(line + word.rstrip()) > width and word not in _NOT_FIRST:
            lines.append(line.rstrip())
            line = indent + word.lstrip()
        else:
            line += word
    return [*lines, line.rstrip()]


def _words(text: str) -> list[str]:
    """Return the parts of a text between which it can be broken."""
    words = [""]
    for letter in text:
        if not letter.isspace() and (
            cell_len(letter) == 2 or words[-1][-1:].isspace() or cell_len(words[-1][-1:]) == 2
        ):
            words.append("")
        words[-1] += letter
    return words
