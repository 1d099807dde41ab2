"""Canvases that are painted at once: text in the middle, and a scrollbar."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from textwrap import wrap
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.reactive import reactive
from textual.scrollbar import ScrollBar
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


class _Look(NamedTuple):
    ground: Color
    bar: Color
    style: Style


class RowScrollbar(StripCanvas):
    """Shows which rows are seen, as the scrollbars of Textual do; the mouse moves it.

    Those are widgets that are painted later, with all that lies under them.
    """

    DEFAULT_CSS = "RowScrollbar { width: 1; height: 100%; background: transparent; }"

    is_hovered: reactive[bool] = reactive(False, repaint=False)
    is_grabbed: reactive[bool] = reactive(False, repaint=False)

    def __init__(self, scroll: Callable[[int], object]) -> None:
        """Prepare to call `scroll` with the first row that is to be seen."""
        super().__init__()
        self._scroll = scroll
        self._rows_of_all = self._rows_seen = self._top = 0
        self._grabbed_at = self._grabbed_top = 0
        self._cells: list[Segment] = []
        self._look: _Look | None = None
        """Current look, None if it must be computed again."""

    def show(self, rows: int, seen: int, top: int) -> None:
        """Show that so many rows of all are seen, from the top one on, once this is painted."""
        self._rows_of_all, self._rows_seen, self._top = rows, seen, top
        self.display = rows > seen
        self._draw()

    def row_key(self, y: int) -> Hashable:
        return self._cells[y] if y < len(self._cells) else None

    def build_row(self, y: int) -> Strip:
        return Strip(self._cells[y : y + 1] or [Segment(" ", self.rich_style)], 1)

    def on_resize(self) -> None:
        self._draw()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._look = None
        self._draw()

    def watch_is_hovered(self) -> None:
        self._redraw()

    def watch_is_grabbed(self) -> None:
        self._redraw()

    def on_enter(self) -> None:
        self.is_hovered = True

    def on_leave(self) -> None:
        self.is_hovered = False

    def on_mouse_scroll_down(self) -> None:
        self._scroll(self._top + round(self.app.scroll_sensitivity_y))

    def on_mouse_scroll_up(self) -> None:
        self._scroll(self._top - round(self.app.scroll_sensitivity_y))

    def action_scroll_up(self) -> None:
        """Go up by as many rows as are seen."""
        self._scroll(self._top - self._rows_seen)

    def action_scroll_down(self) -> None:
        """Go down by as many rows as are seen."""
        self._scroll(self._top + self._rows_seen)

    def action_grab(self) -> None:
        """Follow the mouse until its button is released."""
        self.capture_mouse()

    def on_mouse_capture(self, event: events.MouseCapture) -> None:
        self.is_grabbed = True
        self._grabbed_at, self._grabbed_top = event.mouse_position.y, self._top

    def on_mouse_release(self) -> None:
        self.is_grabbed = False

    def on_mouse_up(self) -> None:
        if self.is_grabbed:
            self.release_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self.is_grabbed:
            rows_of_a_cell = self._rows_of_all / max(1, self.size.height)
            self._scroll(self._grabbed_top + round((event.screen_y - self._grabbed_at) * rows_of_a_cell))

    def _redraw(self) -> None:
        self._look = None
        self._draw()
        self.refresh()

    def _draw(self) -> None:
        """Make the cells anew, with the actions of the mouse that Textual gives them."""
        before, self._cells = self._cells, self._drawn() if self.size.height else []
        length = max(len(before), len(self._cells))
        self.mark(y for y in range(length) if before[y : y + 1] != self._cells[y : y + 1] and y < self.size.height)

    def _drawn(self) -> list[Segment]:
        look = self._look = self._look or self._new_look()
        cells = ScrollBar.renderer.render_bar(
            size=self.size.height,
            virtual_size=self._rows_of_all,
            window_size=self._rows_seen if self._rows_seen < self._rows_of_all else 0,
            position=self._top,
            back_color=look.ground,
            bar_color=look.bar,
        ).segments
        return [*Segment.apply_style(cells, look.style)]

    def _new_look(self) -> _Look:
        styles = self.styles
        if self.is_grabbed:
            ground, colour = styles.scrollbar_background_active, styles.scrollbar_color_active
        elif self.is_hovered:
            ground, colour = styles.scrollbar_background_hover, styles.scrollbar_color_hover
        else:
            ground, colour = styles.scrollbar_background, styles.scrollbar_color
        ground = self.background_colors[0] + ground
        return _Look(ground.rich_color, (ground + colour).rich_color, self.rich_style)
