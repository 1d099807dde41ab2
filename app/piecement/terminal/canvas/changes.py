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
    for start, stop, style in _changed_parts(before, after, old_row, row):
        begin, part = x + start, row[start:stop]
        if runs:
            last_x, _, last_width, last_part, last_style = runs[-1]
            if last_style is style and last_x + last_width == begin:
                runs.pop()
                begin, part = last_x, last_part + part
        runs.append((begin, y, len(part), part, style))
    return runs


def _changed_parts(
    before: Sequence[Segment], after: Sequence[Segment], old_row: str, row: str
) -> Iterator[tuple[int, int, Style | None]]:
    """Yield start, stop and style of what changed in each stretch in which both texts have a single style.

    Of a stretch whose style stays, that is the part from the first to the last changed cell.
    """
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
            stop = at
            if style is old_style:
                if row[start:stop] == old_row[start:stop]:
                    continue
                while row[start] == old_row[start]:
                    start += 1
                while row[stop - 1] == old_row[stop - 1]:
                    stop -= 1
            yield start, stop, style


def _whole(x: int, y: int, before: Sequence[Segment], after: Sequence[Segment]) -> list[Run]:
    """Return the runs of a text from its first new segment on."""
    runs: list[Run] = []
    for number, segment in enumerate(after):
        if runs or number >= len(before) or segment is not before[number]:
            runs.append((x, y, segment.cell_length, segment.text, segment.style))
        x += segment.cell_length
    return runs
