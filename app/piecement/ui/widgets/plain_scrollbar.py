"""Bars beside lists that are longer than their room, in nothing but blanks."""

from typing import ClassVar

from textual.scrollbar import ScrollBar, ScrollBarRender


class WholeCells(ScrollBarRender):
    """A bar of whole cells. Textual ends it with a block character of some eighths of one."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


def keep_scrollbars_plain(only: bool) -> None:
    """Draw all bars in blanks from now on, or as Textual does."""
    ScrollBar.renderer = WholeCells if only else ScrollBarRender
