"""A figure in giant digits."""

from typing import Final

from textual.widgets import Static

from piecement.render.large_type import giant, large
from piecement.ui.texts.plain_hints import app_of, wants_ascii

_LEAST_WIDTH: Final = 30
_LEAST_HEIGHT: Final = 16
"""The size of a terminal below which the figure is one line."""


class GiantDigits(Static):
    """A figure in five lines; in three of half blocks, or in one, where there is less room.

    All figures that it shows have the size that fits the one it is made for.
    """

    DEFAULT_CSS = "GiantDigits { height: auto; text-style: bold; }"

    def __init__(self, figure: str) -> None:
        super().__init__("\n".join(giant(figure, "██")), markup=False)
        self._longest: Final = figure
        self.figure = figure
        """The figure that is shown now."""

    def on_mount(self) -> None:
        self.watch(app_of(self), "ascii_only", self._draw, init=False)

    def show(self, figure: str) -> None:
        """Show another figure, no longer than the one it was made for."""
        self.figure = figure
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        is_ascii, screen, width = wants_ascii(self), self.app.size, self.size.width
        pixel = "##" if is_ascii else "██"
        shown = self.figure.rjust(len(self._longest))
        if screen.width < _LEAST_WIDTH or screen.height < _LEAST_HEIGHT:
            self.update(self.figure)
        elif len(giant(self._longest, pixel)[0]) <= width:
            self.update("\n".join(giant(shown, pixel)))
        elif not is_ascii and len(large(self._longest)[0]) <= width:
            self.update("\n".join(large(shown)))
        else:
            self.update(self.figure)
