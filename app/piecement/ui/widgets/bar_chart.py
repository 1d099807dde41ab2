"""Charts of bars: one as wide and high as there is room, and the bars of a result, which grow."""

from collections.abc import Callable, Sequence
from math import ceil
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from piecement.render.cells import pad, pad_left
from piecement.ui.texts.bars import column_rows
from piecement.ui.texts.course import Bars
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii

_WIDEST: Final = 3
_WIDEST_FRAMED: Final = 6
"""Columns of a terminal that a value takes at most, the gap beside it included."""

_FEWEST: Final = 3
"""Minimum number of values that are compared in a chart."""

GUTTER: Final = 6
"""Columns before what is drawn, so that charts below each other begin at the same one."""

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
_STEPS: Final = 16
"""Heights of a bar on two lines."""


class BarChart(Widget):
    """A title, columns from left to right beside their largest value, and a note below them."""

    DEFAULT_CSS = "BarChart { width: 100%; height: 10; }"

    def __init__(self, name: str, title: str, text: Callable[[float], str] = "{:.0f}".format) -> None:
        """Make an empty chart; the function formats a value."""
        super().__init__(id=name)
        self.values: Sequence[float] = ()
        self.border_title = title
        """It is in the frame, or above the columns without one."""
        self._text = text
        self._note = ""

    def show(self, values: Sequence[float], note: str, text: Callable[[float], str] | None = None) -> None:
        """Show values, of which the last ones are kept where there is no room for all; nothing if they are few."""
        self.values, self._note, self._text = values, note, text or self._text
        self.display = len(values) >= _FEWEST
        self.refresh()

    def render(self) -> Content:
        highest, ascii_only = self._text(max(self.values, default=0.0)), wants_ascii(self)
        is_framed = bool(self.styles.border_top[0])
        gutter = max(GUTTER, cell_len(highest) + 1)
        room, rows = self.size.width - gutter, self.size.height - (1 if is_framed else 2)
        if not self.values or room < 1 or rows < 1:
            return Content()
        values = self.values[-room:]
        width = min(_WIDEST_FRAMED if is_framed else _WIDEST, room // len(values))
        # In a frame the last value is at the right end, as the present is in the calendar.
        before = " " * (room - width * len(values)) if is_framed else ""
        labels = {0: highest} | ({rows - 1: "0"} if is_framed and rows > 1 else {})
        lines = [] if is_framed else [Content.styled(str(self.border_title).upper(), "$muted")]
        for number, row in enumerate(column_rows(values, rows, ascii_only=ascii_only)):
            bars = "".join(cell * max(1, width - 1) + " " * (width > 1) for cell in row)
            label = pad(pad_left(labels.get(number, ""), gutter - 1), gutter)
            lines.append(Content.assemble((label, "$muted"), before, (bars, "$accent")))
        note = plain_hint(self._note, ascii_only=ascii_only)
        if is_framed:
            note = pad_left(note, self.size.width)
        elif cell_len(note) <= room:
            note = " " * gutter + note
        return Content("\n").join([*lines, Content.styled(note, "$muted")])


class ResultBars(Static):
    """Shows bars, as many as have grown yet; blank before there are any."""

    bars: reactive[Bars | None] = reactive(None)
    part: reactive[float] = reactive(0.0)
    """The part of the bars that is seen, from the left."""

    def render(self) -> Content:
        bars = self.bars
        if bars is None:
            return Content("")
        is_ascii, seen = wants_ascii(self), ceil(self.part * len(bars.heights))
        styles = bars.styles or ("$accent",) * len(bars.heights)
        lines: list[Content] = []
        for line in (1, 0):
            cells = (
                (f"{_cell(height, line, is_ascii=is_ascii) * bars.width} ", style)
                for height, style in zip(bars.heights[:seen], styles, strict=False)
            )
            lines.append(Content.assemble(*cells))
        width = len(bars.heights) * (bars.width + 1) - 1
        caption = pad(plain_hint(bars.caption, ascii_only=is_ascii), width - cell_len(bars.value)) + bars.value
        return Content("\n").join([*lines, Content.styled(caption, "$muted")])


def _cell(height: float, line: int, *, is_ascii: bool) -> str:
    step = max(1, min(_STEPS, round(height * _STEPS)))
    eighths = max(0, min(8, step - 8 * line))
    if is_ascii:
        return "#" if eighths else " "
    return _EIGHTHS[eighths]
