"""Rows of styled text: fitted to a width, placed side by side, and written in few segments."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from piecement_engine.quick import new_tuple

Row = tuple[Segment, ...]
"""Row of styled text of known width."""

Cell = tuple[str, Style]
"""Characters of a cell (two, if not in half-blocks) and their style."""

_PLAIN_STYLE: Final = Style.null()


def width_of(text: str) -> int:
    """Return the number of columns of a text, without caching every text that is ever shown."""
    return len(text) if text.isascii() else cell_len(text)


def fitted(parts: Iterable[tuple[str, Style]], width: int, filler: Style) -> Row:
    """Return styled texts as segments of exactly the given total width."""
    segments: list[Segment] = []
    left = width
    for text, style in parts:
        shown, taken = text, width_of(text)
        if taken > left:
            shown, taken = set_cell_size(text, left), left
        if shown:
            segments.append(new_tuple(Segment, (shown, style, None)))
        left -= taken
    if left:
        segments.append(new_tuple(Segment, (" " * left, filler, None)))
    return tuple(segments)


def side_by_side(parts: Iterable[tuple[int, Sequence[Segment]]], start: int, stop: int, blank: Style) -> list[Segment]:
    """Return texts, each at a column, with blanks around them from one column to another."""
    segments, used = list[Segment](), start
    for x, text in parts:
        segments += [Segment(" " * (x - used), blank), *text]
        used = x + sum(segment.cell_length for segment in text)
    return [*segments, Segment(" " * (stop - used), blank)]


def simplified(segments: Iterable[Segment]) -> list[Segment]:
    """Return fewer segments with the same look: blanks merge with neighbours of the same background."""
    fewer: list[Segment] = []
    text, style = "", _PLAIN_STYLE
    for more, given, _ in segments:
        next_style = given or _PLAIN_STYLE
        joint = style if next_style is style else _joint_style(text, style, more, next_style)
        if joint is None:
            fewer.append(Segment(text, style))
            text, style = more, next_style
        else:
            text, style = text + more, joint
    return [*fewer, Segment(text, style)] if text else fewer


def _joint_style(left: str, left_style: Style, right: str, right_style: Style) -> Style | None:
    """Return a style in which both texts look unchanged, or None if there is none."""
    if not right or left_style == right_style:
        return left_style
    if not left:
        return right_style
    if left_style.bgcolor != right_style.bgcolor or left_style.reverse or right_style.reverse:
        return None
    if right.isspace():
        return left_style
    return right_style if left.isspace() else None
