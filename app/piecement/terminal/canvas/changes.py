"""Changes of a row: the runs of its text that differ from the text before."""

import re
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Final

from rich.segment import Segment
from rich.style import Style

Run = tuple[int, int, int, str, Style | None]
"""Text of one style: column and row from 0, width, text and style."""

_TEXT: Final = itemgetter(0)
"""Text of a segment."""

is_narrow: Final = re.compile(
    "[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2319\u2500-\u25fc\u2800-\u28ff]*"
).fullmatch
"""Match of a text whose characters are known to be a cell wide: Latin letters, arrows, lines, blocks and dots."""


def changed_runs(x: int, y: int, before: Sequence[Segment], after: Sequence[Segment]) -> list[Run]:
    """Return the runs of a text, at column x of row y, that differ from another text of equal width.

    Styles are told apart as objects, since to compare their values takes several calls; share those that are equal.
    Texts of different widths, or with characters that may be wider or narrower than a cell, are taken to differ
    everywhere.
    """
    old_row, row = "".join(map(_TEXT, before)), "".join(map(_TEXT, after))
    if len(old_row) != len(row) or not is_narrow(old_row + row):
        return _whole(x, y, before, after)
    runs: list[Run] = []
    for at, end, old_style, style in _stretches(before, after):
        start, stop = _changed_part(old_row, row, at, end) if style is old_style else (at, end)
        if start == stop:
            continue
        begin, part = x + start, row[start:stop]
        if runs:
            last_x, _, last_width, last_part, last_style = runs[-1]
            if last_style is style and last_x + last_width == begin:
                runs.pop()
                begin, part = last_x, last_part + part
        runs.append((begin, y, len(part), part, style))
    return runs


def _stretches(
    before: Sequence[Segment], after: Sequence[Segment]
) -> Iterator[tuple[int, int, Style | None, Style | None]]:
    """Yield start, stop, old style and new style of the stretches in which each of the texts has a single style."""
    old = iter(before)
    old_style: Style | None = None
    at = end = old_end = 0
    for text, style, _ in after:
        end += len(text)
        while at < end:
            while at == old_end:
                old_text, old_style, _ = next(old)
                old_end += len(old_text)
            start, at = at, min(old_end, end)
            yield start, at, old_style, style


def _changed_part(old_row: str, row: str, start: int, stop: int) -> tuple[int, int]:
    """Return the part of a stretch from the first to the last changed cell, an empty one if none changed."""
    if row[start:stop] == old_row[start:stop]:
        return stop, stop
    while row[start] == old_row[start]:
        start += 1
    while row[stop - 1] == old_row[stop - 1]:
        stop -= 1
    return start, stop


def _whole(x: int, y: int, before: Sequence[Segment], after: Sequence[Segment]) -> list[Run]:
    """Return the runs of a text from its first new segment on."""
    runs: list[Run] = []
    for number, segment in enumerate(after):
        if runs or number >= len(before) or segment is not before[number]:
            runs.append((x, y, segment.cell_length, segment.text, segment.style))
        x += segment.cell_length
    return runs
