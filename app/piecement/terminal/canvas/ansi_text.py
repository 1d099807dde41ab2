"""What a terminal is sent for styled text."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

RESET: Final = "\x1b[0m"
"""Ends all styles."""

RowParts = tuple[tuple[int, int, Sequence[Segment]], ...]
"""The parts of a row: where each begins, how wide it is, and its text."""

_PLAIN: Final = Style.null()


class AnsiText:
    """Writes text in styles, each of which it works out once. Nothing is reset after a text, but before the next."""

    def __init__(self, console: Console, filters: Sequence[LineFilter], ground: Color) -> None:
        self._colours: Final = console._color_system or ColorSystem.TRUECOLOR
        self._filters: Final = filters
        self._ground: Final = ground
        self._codes: Final[dict[Style | None, str]] = {}

    def text(self, segments: Iterable[Segment]) -> str:
        """Return what to write."""
        codes = self._codes
        return "".join([(codes.get(style) or self._code_of(style)) + text for text, style, _ in segments])

    def _code_of(self, style: Style | None) -> str:
        segments = [Segment("x", style or _PLAIN)]
        for line_filter in self._filters:
            segments = line_filter.apply(segments, self._ground)
        ansi = Strip.render_ansi(segments[0].style or _PLAIN, self._colours)
        code = self._codes[style] = f"\x1b[0;{ansi}m" if ansi else RESET
        return code
