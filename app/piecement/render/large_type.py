"""Large type: letters and digits of 3 x 5 pixels, some wider or narrower, as lines of text."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

_ROWS: Final = 5

_DRAWN: Final = Path(__file__).with_name("large_type.txt").read_text("ascii")
"""Characters between blanks: each with a colon and its rows, where `#` is a pixel and `.` is none."""

GLYPHS: Final = {
    " ": ("...",) * _ROWS,
    **{drawn[0]: tuple(drawn[2:].split(",")) for line in _DRAWN.splitlines() for drawn in line.split(" ")},
}
"""Rows of pixels of each character, the highest first."""

_HALVES: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""A cell by its quarters, of which the upper left one counts 1, the next ones 2, 4 and 8."""


def can_draw(text: str) -> bool:
    return all(character in GLYPHS for character in text)


def giant(text: str, pixel: str) -> tuple[str, ...]:
    """Return a text in five lines, each pixel as the given characters. Raises `KeyError` for other characters."""
    blank = " " * len(pixel)
    return tuple(row.replace(".", blank).replace("#", pixel) for row in _pixels(text))


def large(text: str) -> tuple[str, ...]:
    """Return a text in three lines of half blocks. Raises `KeyError` for other characters."""
    return tuple("".join(_HALVES[high + low] for high, low in zip(*pair, strict=True)) for pair in _pairs(text))


def narrow(text: str) -> tuple[str, ...]:
    """Return a text in three lines of quarter blocks, half as wide. Raises `KeyError` for other characters."""
    return tuple("".join(map(_quarters, *(_halved(row) for row in pair))) for pair in _pairs(text))


def _halved(row: str) -> list[str]:
    return [row[x : x + 2].ljust(2, ".") for x in range(0, len(row), 2)]


def _quarters(high: str, low: str) -> str:
    return _QUARTERS[sum((pixel == "#") << number for number, pixel in enumerate(high + low))]


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Yield two rows of pixels for each line."""
    rows = _pixels(text)
    rows.append("." * len(rows[0]))
    return zip(rows[::2], rows[1::2], strict=True)


def _pixels(text: str) -> list[str]:
    glyphs = [GLYPHS[character] for character in text]
    return [".".join(glyph[row] for glyph in glyphs) for row in range(_ROWS)]
