"""A small diagram, in the characters of the skin."""

from typing import Final

from rich.console import Console, ConsoleOptions, ConsoleRenderable
from rich.console import RenderResult as Segments
from rich.segment import Segment
from textual.app import RenderResult
from textual.renderables.sparkline import Sparkline as Bars
from textual.widgets import Sparkline

from piecement.ui.texts.plain_hints import wants_ascii

ASCII_BARS: Final = "_.-=+*%#"
"""What stands for the heights of a bar, the lowest first."""

_IN_ASCII: Final = str.maketrans(Bars.BARS, ASCII_BARS)


class _PlainBars:
    """A diagram in ASCII."""

    def __init__(self, bars: ConsoleRenderable) -> None:
        self._bars = bars

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Segments:
        """Yield the diagram with other characters."""
        for part in self._bars.__rich_console__(console, options):
            yield Segment(part.text.translate(_IN_ASCII), part.style) if isinstance(part, Segment) else part


class PlainSparkline(Sparkline):
    """The diagram of Textual; where the skin has nothing but ASCII, heights are told by characters of more ink."""

    def render(self) -> RenderResult:
        """Return the diagram."""
        bars = super().render()
        return _PlainBars(bars) if isinstance(bars, ConsoleRenderable) and wants_ascii(self) else bars
