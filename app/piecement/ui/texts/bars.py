"""Meters, columns and dots of block characters, with their twins in ASCII."""

from collections.abc import Iterable, Sequence
from typing import Final

_METER: Final = "░▓"
_DOTS: Final = "○●"
_COLUMNS: Final = "▁▂▃▄▅▆▇█"
"""An empty and a full part, and columns from the lowest to the highest."""

_ASCII: Final = str.maketrans(_METER + _DOTS + _COLUMNS, ".#" + "o*" + ".:-=+*#@")


def meter(part: float, width: int, *, ascii_only: bool = False) -> str:
    """Return a bar of a width of which a part, from 0 to 1, is full; only 0 is an empty bar."""
    full = max(int(part > 0), min(width, round(part * width)))
    return _plain(_METER[1] * full + _METER[0] * (width - full), ascii_only=ascii_only)


def columns(values: Sequence[float], *, lowest: float = 0.0, ascii_only: bool = False) -> str:
    """Return a column for each value, the largest at full height, and values up to `lowest` at the least."""
    span, last = max(values, default=0.0) - lowest, len(_COLUMNS) - 1
    heights = (0 if span <= 0 else round((value - lowest) / span * last) for value in values)
    return _plain("".join(_COLUMNS[max(0, min(last, height))] for height in heights), ascii_only=ascii_only)


def dots(marks: Iterable[bool], *, ascii_only: bool = False) -> str:
    """Return a dot for each mark, full if it is set."""
    return _plain("".join(_DOTS[mark] for mark in marks), ascii_only=ascii_only)


def _plain(text: str, *, ascii_only: bool) -> str:
    return text.translate(_ASCII) if ascii_only else text
