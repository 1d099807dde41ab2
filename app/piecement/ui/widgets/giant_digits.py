"""A figure in large digits."""

from collections.abc import Sequence
from typing import Final

from textual.geometry import Size
from textual.reactive import reactive
from textual.widgets import Static

from piecement.render.large_type import giant, large
from piecement.ui.texts.plain_hints import wants_ascii

_LEAST_WIDTH: Final = 30
_LEAST_HEIGHT: Final = 16
"""The size of a terminal below which the figure is one line."""


class GiantDigits(Static):
    """A figure in five lines; in three of half blocks, or in one, where there is less room.

    No figure is shown larger than the one that it is made for.
    """

    DEFAULT_CSS = "GiantDigits { height: auto; text-style: bold; }"

    figure: reactive[str] = reactive("", layout=True)
    """The figure that is shown now."""

    def __init__(self, figure: str) -> None:
        super().__init__(markup=False)
        self._longest: Final = figure
        self.set_reactive(GiantDigits.figure, figure)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render(self) -> str:
        return "\n".join(self._lines(self.size.width))

    def _lines(self, width: int) -> Sequence[str]:
        is_ascii, screen = wants_ascii(self), self.app.size
        pixel = "##" if is_ascii else "██"
        shown = self.figure.rjust(len(self._longest))
        longest = max(self._longest, self.figure, key=len)
        if screen.width >= _LEAST_WIDTH and screen.height >= _LEAST_HEIGHT:
            if len(giant(longest, pixel)[0]) <= width:
                return giant(shown, pixel)
            if not is_ascii and len(large(longest)[0]) <= width:
                return large(shown)
        return (self.figure,)
