"""A widget of ready-made rows."""

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import ClassVar, Final

from textual.color import Color
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

_YOUNG_ROWS: Final = 128
"""Rows built before those that were not used meanwhile are dropped; a game shows a few dozen again and again."""


class CanvasRow(Strip):
    """A row that goes when nobody needs it: a strip which is not cut remembers itself, and waits for the collector."""

    __slots__ = ()

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """Return the parts between some cuts."""
        places = list(cuts)
        return [self] if places == [self.cell_length] else super().divide(places)


def changed_span(before: Strip, after: Strip) -> tuple[int, int]:
    """Return the columns in which two rows of one width differ: the first, and the one after the last."""
    old, new = list(before), list(after)
    first = left = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        first += 1
        left += other.cell_length
    right = after.cell_length
    for one, other in zip(reversed(old[first:]), reversed(new[first:]), strict=False):
        if one != other:
            break
        right -= other.cell_length
    return left, right


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
        self._old_rows: dict[Hashable, Strip] = {}
        self._rows_width = -1
        self._last: dict[int, tuple[Hashable, Strip]] = {}
        """What each row was when it was last asked for, to be found without the hash of its key."""
        self._painted: dict[int, Strip] = {}
        self._ground: Color | None = None
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
        self._clear_rows()
        self.forget_painted()
        self.refresh()

    def forget_painted(self) -> None:
        """Take nothing for granted of what the terminal shows: something else may have painted over it."""
        self._painted.clear()

    def notify_style_update(self) -> None:
        """Build every row anew after a change of theme or style sheet."""
        super().notify_style_update()
        self._clear_rows()

    def pending_regions(self) -> list[Region]:
        """Return what is waiting to be painted as regions, and wait for none of it any more.

        Of a row that was painted before, and not forgotten since, that is the part which has changed.
        """
        pending, self.pending = sorted(self.pending), set()
        if not pending:
            return []
        top, width = pending[0], self.size.width
        rows = self.render_lines(Region(0, top, width, pending[-1] + 1 - top))
        spans = ((y, *self._stale_span(y, rows[y - top])) for y in pending)
        return [Region(left, y, right - left, 1) for y, left, right in spans if left < right]

    def _stale_span(self, y: int, row: Strip) -> tuple[int, int]:
        before, self._painted[y] = self._painted.get(y), row
        if before is None or before.cell_length != row.cell_length:
            return 0, row.cell_length
        return changed_span(before, row)

    def render_line(self, y: int) -> Strip:
        """Return row y."""
        return self._row(y)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the rows of a region, past the style cache that would wrap each row again."""
        width = self.size.width
        if width != self._rows_width:
            self._clear_rows()
            self._rows_width = width
        strips = [self._row(y) for y in range(crop.y, crop.bottom)]
        if crop.x or crop.width != width:
            return [strip.crop(crop.x, crop.right) for strip in strips]
        return strips

    def _row(self, y: int) -> Strip:
        key = self.row_key(y)
        last = self._last.get(y)
        if last is not None and last[0] == key:
            return last[1]
        strip = self._rows.get(key)
        if strip is None:
            if len(self._rows) >= _YOUNG_ROWS:
                self._rows, self._old_rows = {}, self._rows
            strip = self._rows[key] = self._old_rows.get(key) or self._filtered(self.build_row(y))
        self._last[y] = key, strip
        return strip

    def _filtered(self, strip: Strip) -> Strip:
        # The style cache would apply NO_COLOR and the translation of ANSI colours; it is passed by.
        segments = list(strip)
        for line_filter in self.get_line_filters():
            if line_filter.enabled:
                self._ground = self._ground or self.background_colors[1]
                segments = line_filter.apply(segments, self._ground)
        return CanvasRow(segments, strip.cell_length)

    def _clear_rows(self) -> None:
        self._last.clear()
        self._rows.clear()
        self._old_rows.clear()
        self._ground = None
