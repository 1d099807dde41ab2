"""Bars of a result: two lines high, and a caption below them."""

from math import ceil
from typing import Final

from textual.content import Content
from textual.widgets import Static

from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.texts.verdicts import Bars

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
_STEPS: Final = 16
"""Heights of a bar on two lines."""


class ResultBars(Static):
    """Shows bars, as many as have grown yet; blank before there are any."""

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._bars: Bars | None = None
        self._part = 0.0

    def show(self, bars: Bars | None, part: float) -> None:
        """Show a part of the bars, from the left."""
        if (bars, part) != (self._bars, self._part):
            self._bars, self._part = bars, part
            self.update(self._drawn())

    def _drawn(self) -> Content:
        bars = self._bars
        if bars is None:
            return Content("")
        is_ascii, seen = wants_ascii(self), ceil(self._part * len(bars.heights))
        styles = bars.styles or ("$accent",) * len(bars.heights)
        lines: list[Content] = []
        for line in (1, 0):
            cells = (
                (f"{_cell(height, line, is_ascii=is_ascii) * bars.width} ", style)
                for height, style in zip(bars.heights[:seen], styles, strict=False)
            )
            lines.append(Content.assemble(*cells))
        width = len(bars.heights) * (bars.width + 1) - 1
        caption = f"{plain_hint(bars.caption, ascii_only=is_ascii):<{width - len(bars.value)}}{bars.value}"
        return Content("\n").join([*lines, Content.styled(caption, "$muted")])


def _cell(height: float, line: int, *, is_ascii: bool) -> str:
    step = max(1, min(_STEPS, round(height * _STEPS)))
    eighths = max(0, min(8, step - 8 * line))
    if is_ascii:
        return "#" if eighths else " "
    return _EIGHTHS[eighths]
