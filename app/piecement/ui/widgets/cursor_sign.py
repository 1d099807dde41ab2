"""A sign before the entry with the cursor, for terminals without colours, which may lack other attributes too."""

from typing import Final

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList

from piecement.ui.theme import MONOCHROME

CURSOR_SIGN: Final = ">"


def needs_sign(widget: Widget) -> bool:
    return widget.app.theme == MONOCHROME.name


def with_sign(strip: Strip) -> Strip:
    """Return a line with the sign before its text."""
    start = max(0, len(strip.text) - len(strip.text.lstrip()) - len(CURSOR_SIGN) - 1)
    return Strip.join([strip.crop(0, start), Strip([Segment(CURSOR_SIGN)]), strip.crop(start + len(CURSOR_SIGN))])


def signed_line(options: OptionList, strip: Strip, y: int) -> Strip:
    """Return a line of a list, with the sign if it is needed and the cursor is there."""
    if options.highlighted is None or not needs_sign(options):
        return strip
    first = options._index_to_line.get(options.highlighted, -1) - options.scroll_offset.y
    return with_sign(strip) if y == first else strip
