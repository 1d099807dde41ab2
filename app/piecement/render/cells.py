"""Texts padded, cut and broken by cells of the terminal, of which a wide character takes two."""

import textwrap
from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len, chop_cells, set_cell_size

_NOT_FIRST: Final = frozenset("。、，．：；！？）」』】〉》ー…・")
"""Characters that no line begins with."""


def pad(text: str, width: int) -> str:
    """Return a text padded with spaces on the right to a width (cells); a wider one is unchanged."""
    return text + " " * (width - cell_len(text))


def pad_left(text: str, width: int) -> str:
    """Return a text padded with spaces on the left to a width (cells); a wider one is unchanged."""
    return " " * (width - cell_len(text)) + text


def cut(text: str, width: int) -> str:
    """Return a text cut to a width (cells); a narrower one is unchanged."""
    return set_cell_size(text, min(cell_len(text), max(0, width)))


def centred(text: str, width: int) -> str:
    """Return a text in the middle of a width (cells), padded with spaces on both sides or cut."""
    text = cut(text, width)
    free = width - cell_len(text)
    return " " * (free // 2) + text + " " * (free - free // 2)


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Return the lines of a text, at most `width` cells wide, broken between words and between wide characters.

    Lines after the first begin with the indent; none begins with punctuation that follows a wide character. Words that
    are wider than such a line are broken too.
    """
    if cell_len(text) == len(text):
        return textwrap.wrap(text, width, subsequent_indent=indent)
    lines, line, room = [], "", max(2, width - cell_len(indent))
    for word in (part for whole in _words(text) for part in chop_cells(whole, room)):
        if line.strip() and cell_len(line + word.rstrip()) > width:
            lines.append(line.rstrip())
            line = indent + word.lstrip()
        else:
            line += word
    return [*lines, line.rstrip()]


def flow(items: Iterable[str], width: int) -> str:
    """Return items two blanks apart on lines of a width, none of them broken at the end of a line."""
    lines = [""]
    for item in items:
        line = f"{lines[-1]}  {item}".lstrip()
        lines[-1:] = [line] if cell_len(line) <= width or not lines[-1] else [lines[-1], item]
    return "\n".join(lines)


def aligned(rows: Iterable[tuple[str, object]]) -> str:
    """Return titles and values, one pair per line, with the values aligned."""
    pairs = list(rows)
    width = max((cell_len(title) for title, __ in pairs), default=0)
    return "".join(f"{pad(title, width)}  {value}".rstrip() + "\n" for title, value in pairs)


def _words(text: str) -> list[str]:
    """Return the parts of a text between which it can be broken."""
    words = [""]
    for letter in text:
        if not (letter.isspace() or letter in _NOT_FIRST) and (
            cell_len(letter) == 2 or words[-1][-1:].isspace() or cell_len(words[-1][-1:]) == 2
        ):
            words.append("")
        words[-1] += letter
    return words
