"""What stands beside a canvas of rows: text in the middle, painted at once, and a scrollbar."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from textwrap import wrap
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.scrollbar import ScrollBar, ScrollTo
from textual.strip import Strip

from piecement.terminal.canvas.canvas import StripCanvas

_BETWEEN: Final = "  "
"""Stands between the parts of a text."""
_KEPT: Final = "\N{NO-BREAK SPACE}"


class TextCanvas(StripCanvas):
    """As many lines as a text needs; where that changes, the screen is laid out anew."""

    _text = ""

    def say(self, text: str) -> None:
        """Show a text, once this is painted."""
        if text != self._text:
            lines = len(self._lines)
            self._text = text
            if len(self._lines) != lines:
                self.refresh(layout=True)
            self.mark_all()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, len(_wrapped(self._text, width)))

    def row_key(self, y: int) -> Hashable:
        return self.size.width, self._text, y

    def build_row(self, y: int) -> Strip:
        width, line = self.size.width, self._lines[y] if y < len(self._lines) else ""
        style = self.rich_style
        ground = Style(bgcolor=style.bgcolor)
        left = (width - cell_len(line)) // 2
        right = width - cell_len(line) - left
        return Strip([Segment(" " * left, ground), Segment(line, style), Segment(" " * right, ground)], width)

    @property
    def _lines(self) -> tuple[str, ...]:
        return _wrapped(self._text, self.size.width)


@lru_cache(maxsize=16)
def _wrapped(text: str, width: int) -> tuple[str, ...]:
    """Return the lines of a text. What stands between two blanks and two blanks is broken only where it is too long."""
    if not width:
        return ()
    parts = (part.replace(" ", _KEPT) if cell_len(part) <= width else part for part in text.split(_BETWEEN))
    return tuple(line.replace(_KEPT, " ") for line in wrap(_BETWEEN.join(parts), width))


class RowScrollbar(ScrollBar):
    """Shows which rows are seen, as the scrollbars of Textual do; the mouse moves it."""

    DEFAULT_CSS = "RowScrollbar { width: 1; height: 100%; background: transparent; }"

    def __init__(self, scroll: Callable[[int], object]) -> None:
        """Prepare to call `scroll` with the first row that is to be seen."""
        super().__init__()
        self._scroll = scroll

    def show(self, rows: int, seen: int, top: int) -> None:
        """Show that so many rows of all are seen, from the top one on."""
        self.window_virtual_size, self.window_size, self.position = rows, seen, top
        self.display = rows > seen

    def on_mouse_scroll_down(self) -> None:
        self._scroll(round(self.position + self.app.scroll_sensitivity_y))

    def on_mouse_scroll_up(self) -> None:
        self._scroll(round(self.position - self.app.scroll_sensitivity_y))

    def on_scroll_down(self) -> None:
        self._scroll(round(self.position + self.window_size))

    def on_scroll_up(self) -> None:
        self._scroll(round(self.position - self.window_size))

    def on_scroll_to(self, event: ScrollTo) -> None:
        if event.y is not None:
            self._scroll(round(event.y))
