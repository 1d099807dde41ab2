"""Lines of a label and its value, as cards show them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from piecement.render.cells import pad, pad_left
from piecement.ui.texts.bars import meter
from piecement_base.formatting import grouped

Figure = tuple[str, str]
"""A label and a value."""

_WIDTH: Final = 17
"""Minimum width of a label and its value (columns): two of them side by side fit a pop-up on 40 columns."""

_TITLE: Final = 16
"""Columns of a title."""
_METER: Final = 12
"""Columns of the bar beside a title."""


def figure_lines(*groups: Iterable[Figure]) -> Content:
    """Return figures below each other, with a blank line between groups."""
    columns = [list(group) for group in groups]
    width = max([_WIDTH, *(cell_len(label) + 1 + cell_len(value) for column in columns for label, value in column)])
    return Content("\n\n").join(
        Content("\n").join(
            Content.assemble((label, "$muted"), (pad_left(value, width - cell_len(label)), "bold"))
            for label, value in column
        )
        for column in columns
    )


def count_lines(counts: Sequence[tuple[str, int]], *, ascii_only: bool) -> Iterator[Content]:
    """Yield a line for each title and its count, with a bar between them that the highest count fills."""
    most = max((count for _title, count in counts), default=0) or 1
    for title, count in counts:
        bar = meter(count / most, _METER, ascii_only=ascii_only)
        yield Content.assemble(f"{set_cell_size(title, _TITLE)} ", (bar, "$accent"), (f" {grouped(count):>5}", "bold"))


def fact_lines(facts: Iterable[tuple[str, str]], width: int, *, before_long: str = "\n", style: str = "") -> Content:
    """Return a line for each fact, with aligned values; one that is too long for that follows `before_long`."""
    facts = list(facts)
    indent = max((cell_len(label) for label, _value in facts), default=0) + 2
    fits = ((label, value, indent + cell_len(value) <= width) for label, value in facts)
    lines = (
        Content.assemble((pad(label, indent) if is_short else f"{label}{before_long}", "$muted"), (value, style))
        for label, value, is_short in fits
    )
    return Content("\n").join(lines)
