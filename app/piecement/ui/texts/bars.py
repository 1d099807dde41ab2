"""Meters, columns and dots of block characters, with their twins in ASCII."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final

from piecement.render.ascii_text import SIGNS_IN_ASCII

_METER: Final = "─━"
"""An empty and a full part of a meter."""
_DOTS: Final = "○●"
"""A missed and a solved try."""
_COLUMNS: Final = "▁▂▃▄▅▆▇█"
"""Columns from the lowest to the highest."""
_HEAT: Final = "░▒▓█"

BAR_SIGNS: Final = (("━", "●", "─"), ("=", "o", "-"))
"""Signs of a replay's bar: seen, here and ahead; then in ASCII."""

_ASCII: Final = SIGNS_IN_ASCII | str.maketrans(_COLUMNS, ".:-=+*#@")


def meter(part: float, width: int, *, ascii_only: bool = False) -> str:
    """Return a bar that is full up to a part of its width, from 0 to 1; only 0 leaves it empty."""
    full = max(int(part > 0), min(width, round(part * width)))
    return _plain(_METER[1] * full + _METER[0] * (width - full), ascii_only=ascii_only)


def columns(values: Sequence[float], *, lowest: float = 0.0, ascii_only: bool = False) -> str:
    """Return a column for each value, the largest at full height, and values up to `lowest` at the smallest."""
    return column_rows(values, 1, lowest=lowest, ascii_only=ascii_only)[0]


def column_rows(values: Sequence[float], rows: int, *, lowest: float = 0.0, ascii_only: bool = False) -> list[str]:
    """Return the rows of columns as in `columns`, the top row first."""
    span, steps = max(values, default=0.0) - lowest, len(_COLUMNS)
    parts = [0.0 if span <= 0 else max(0.0, min(1.0, (value - lowest) / span)) for value in values]
    heights = [1 + round(part * (steps * rows - 1)) for part in parts]
    cells = " " + _COLUMNS
    lines = ("".join(cells[max(0, min(steps, height - steps * row))] for height in heights) for row in range(rows))
    return [_plain(line, ascii_only=ascii_only) for line in lines][::-1]


def heat(values: Iterable[float], most: float, *, ascii_only: bool = False) -> str:
    """Return two characters for each value, fuller for values nearer to the maximum; only 0 is empty."""
    levels = (ceil(value / most * (len(_HEAT) - 1)) if value else 0 for value in values)
    return _plain("".join(_HEAT[level] * 2 for level in levels), ascii_only=ascii_only)


def marked_bar(part: float, width: int, *, ascii_only: bool = False) -> str:
    """Return a bar of a width with a mark at a part of it, from 0 to 1."""
    seen, here, ahead = BAR_SIGNS[ascii_only]
    at = max(0, min(width - 1, round(part * (width - 1))))
    return seen * at + here + ahead * (width - 1 - at)


def dots(marks: Iterable[bool], *, ascii_only: bool = False) -> str:
    """Return a dot for each mark, full if it is set."""
    return _plain("".join(_DOTS[mark] for mark in marks), ascii_only=ascii_only)


def _plain(text: str, *, ascii_only: bool) -> str:
    return text.translate(_ASCII) if ascii_only else text
