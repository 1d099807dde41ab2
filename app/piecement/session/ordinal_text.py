"""Ordinal numbers as text."""

from typing import Final

from piecement.language import _

_ENDINGS: Final = {1: _("{place}st"), 2: _("{place}nd"), 3: _("{place}rd")}
_OTHERS: Final = _("{place}th")
_TEENS: Final = range(11, 14)


def ordinal(place: int) -> str:
    """Return an ordinal number, such as `2nd`."""
    text = _OTHERS if place % 100 in _TEENS else _ENDINGS.get(place % 10, _OTHERS)
    return text.format(place=place)
