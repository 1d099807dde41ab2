"""A widget of ready-made rows."""

from abc import abstractmethod
from collections.abc import Hashable, Iterable
from typing import ClassVar, Final

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

_CACHED_ROWS: Final = 1024
"""Rows kept before the cache starts anew; a game shows a few dozen different ones."""


class StripCanvas(Widget):
    """A widget whose rows are built once for every look that they can have.

    A subclass tells what a row looks like with a key, and builds the row when a key is new. Rows
    of one key share one strip and the terminal text that the strip remembers. Draw borders in the
    rows: a canvas must have no border, padding or opacity in its style sheet.
    """

    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(
        self,
        *,
        name: str | None = None,
        id: str | None = None,  # noqa: A002 - as Textual calls it
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self._rows: dict[Hashable, Strip] = {}
        self._rows_width = -1
        self.pending: set[int] = set()
        """The rows that changed since they were last given to be painted."""

    @abstractmethod
    def row_key(self, y: int) -> Hashable:
        """Return what decides the look of row y, the top row being 0."""

    @abstractmethod
    def build_row(self, y: int) -> Strip:
        """Return row y, exactly as wide as the widget."""

    def mark(self, rows: Iterable[int]) -> None:
        """Note that rows changed; `FlushScreen.flush` paints them."""
        self.pending.update(rows)

    def mark_all(self) -> None:
        """Note that every row may have changed."""
        self.mark(range(self.size.height))

    def forget_rows(self) -> None:
        """Build every row anew: the skin, the palette or the like changed."""
        self._rows.clear()
        self.refresh()

    def notify_style_update(self) -> None:
        """Build every row anew after a change of theme or style sheet."""
        super().notify_style_update()
        self._rows.clear()

    def pending_regions(self) -> list[Region]:
        """Return the rows waiting to be painted as regions, and wait for none of them any more."""
        width = self.size.width
        regions = [Region(0, y, width, 1) for y in sorted(self.pending)]
        self.pending.clear()
        return regions

    def render_line(self, y: int) -> Strip:
        """Return row y."""
        return self._row(y)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the rows of a region, past the style cache that would wrap each row again."""
        width = self.size.width
        if width != self._rows_width:
            self._rows.clear()
            self._rows_width = width
        strips = [self._row(y) for y in range(crop.y, crop.bottom)]
        if crop.x or crop.width != width:
            return [strip.crop(crop.x, crop.right) for strip in strips]
        return strips

    def _row(self, y: int) -> Strip:
        key = self.row_key(y)
        strip = self._rows.get(key)
        if strip is None:
            if len(self._rows) >= _CACHED_ROWS:
                self._rows.clear()
            strip = self._rows[key] = self._filtered(self.build_row(y))
        return strip

    def _filtered(self, strip: Strip) -> Strip:
        # The style cache would apply NO_COLOR and the translation of ANSI colours; it is passed by.
        for line_filter in self.get_line_filters():
            if line_filter.enabled:
                strip = strip.apply_filter(line_filter, self.background_colors[1])
        return strip
