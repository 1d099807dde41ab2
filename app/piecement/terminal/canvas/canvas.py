"""Canvases of ready-made rows, of which only the cells that changed are written."""

from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from functools import cached_property
from itertools import compress, count
from operator import is_not
from typing import ClassVar, Final, NamedTuple

from rich.segment import Segment
from textual.color import Color
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from piecement.terminal.canvas.changes import Run, changed_runs
from piecement.terminal.canvas.encoder import RESET, Codes, Encoder

RowParts = tuple[tuple[int, int, Sequence[Segment]], ...]
"""Parts of a row: column, width and text of each."""

_MOST_ROWS: Final = 64
"""Number of built rows after which all are dropped but those shown; hardly any of them comes again."""


class CanvasRow(Strip):
    """Row freed with its last reference: an uncut `Strip` caches itself and waits for the garbage collector."""

    __slots__ = ()

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        places = list(cuts)
        return [self] if places == [self.cell_length] else super().divide(places)


class LazyRow(NamedTuple):
    """Row built when it is painted."""

    key: Hashable
    """Key of the row's look: equal keys mean equal rows."""
    build: Callable[[], Strip]
    """Builder of the row, exactly as wide as the size it was made for."""
    parts: RowParts | None = None
    """Parts of the row without blanks; an unchanged part keeps the same text object."""


class RowCanvas(Widget):
    """Widget that shows the rows last drawn, built once per look; blank before the first, or if its size differs.

    A subclass that draws over its rows overrides `row_key` and `build_row`, and names such rows in `whole`.
    Rows of one key share one strip and its cached terminal text. Draw borders in the rows: a canvas must have no
    border, padding or opacity in its style sheet, so that its size equals its outer size, which is faster to read.
    """

    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self) -> None:
        super().__init__()
        self._made: tuple[LazyRow, ...] = ()
        self._made_for = Size(0, 0)
        self.whole: Container[int] = ()
        """Rows to be painted as wholes even if they have parts, such as those under an overlay."""
        self._rows: dict[Hashable, Strip] = {}
        """Built rows by their keys."""
        self._rows_size = Size(0, 0)
        """Size that the rows were last asked for in."""
        self._last: dict[int, tuple[Hashable, Strip]] = {}
        """Last requested key and strip of each row, found without a hash of the key."""
        self._painted: dict[int, RowParts | Strip] = {}
        """Content of each row on the terminal, if known."""
        self.pending: set[int] = set()
        """Rows changed since the last paint; `FlushScreen.flush` paints them."""

    def draw_rows(self, size: Size, rows: tuple[LazyRow, ...]) -> None:
        """Show rows made for a size."""
        before, self._made = self._made, rows
        if size == self._made_for:
            self.pending.update(changed_rows(rows, before))
        else:
            self._made_for = size
            self._clear_rows()
            self._painted.clear()
            self.pending.update(range(max(self.outer_size.height, len(rows))))

    def row_key(self, y: int) -> Hashable:
        """Return the key of row y's look, with 0 for the top row."""
        row = self._row_at(y)
        return self.outer_size.width if row is None else row.key

    def build_row(self, y: int) -> Strip:
        """Return row y, exactly as wide as the widget."""
        row = self._row_at(y)
        return Strip.blank(self.outer_size.width, self.rich_style) if row is None else row.build()

    def rows_parts(self, rows: Sequence[int]) -> Sequence[RowParts | None]:
        """Return the parts of each row, so that only changed ones are painted, or None if it has no parts."""
        made, whole = self._made if self._rows_size == self._made_for else (), self.whole
        return [made[y].parts if y < len(made) and y not in whole else None for y in rows]

    def _row_at(self, y: int) -> LazyRow | None:
        made = self._made
        return made[y] if y < len(made) and self._rows_size == self._made_for else None

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._clear_rows()

    def take_regions(self) -> list[Region]:
        """Return the pending rows as regions for the compositor; none are pending then."""
        self._painted.clear()  # other widgets may paint over them
        pending, self.pending = sorted(self.pending), set()
        return [Region(0, y, self.outer_size.width, 1) for y in pending]

    def take_text(self, left: int, top: int, edge: int, codes: Codes | None) -> tuple[str, Codes | None]:
        """Return the terminal output for the pending rows, at `left` and `top`, and the style in force after it.

        No row is pending then. If the old row is certain, the output has only the cells that changed. `edge` is the
        width of the terminal, and `codes` the style in force before the output, None if that is unknown.
        """
        height = self._follow_size().height
        pending, self.pending = sorted(self.pending), set()
        while pending and pending[-1] >= height:  # rows drawn for another size may still be pending
            pending.pop()
        rows: list[str] = []
        runs: list[Run] = []
        for y, parts in zip(pending, self.rows_parts(pending), strict=True):
            before = self._painted.get(y)
            after = self._painted[y] = self._row(y) if parts is None else parts
            if before is after:
                continue
            if parts is not None and isinstance(before, tuple) and len(before) == len(parts):
                changes: list[Run] = []
                for (old_x, old_width, old), (x, width, new) in zip(before, parts, strict=True):
                    if old_x != x or old_width != width:
                        break
                    if old is not new:
                        changes += changed_runs(left + x, top + y, old, new)
                else:
                    runs += changes
                    continue
            rows.append(f"\x1b[{top + y + 1};{left + 1}H{RESET}{self._row(y).render(self.app.console)}")
        text, codes = self._encoder.write(runs, edge, None if rows else codes)
        return "".join((*rows, text)), codes

    @cached_property
    def _encoder(self) -> Encoder:
        """Encoder of rows through the active filters."""
        # During a theme change the background may still be the terminal's own, and the filters those for RGB.
        background = self.background_colors[1].rich_color.get_truecolor(self.app.ansi_theme, foreground=False)
        return Encoder(self.app.console, self.get_line_filters(), Color(*background))

    def render_line(self, y: int) -> Strip:
        self._follow_size()
        return self._row(y)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the rows of a region, bypassing the style cache, which would wrap each row again."""
        width = self._follow_size().width
        strips = [self._row(y) for y in range(crop.y, crop.bottom)]
        if crop.x or crop.width != width:
            return [strip.crop(crop.x, crop.right) for strip in strips]
        return strips

    def _follow_size(self) -> Size:
        """Drop rows of another width and return the size."""
        before, self._rows_size = self._rows_size, self.outer_size
        if before.width != self._rows_size.width:
            self._clear_rows()
        return self._rows_size

    def _row(self, y: int) -> Strip:
        key = self.row_key(y)
        last = self._last.get(y)
        if last is not None and last[0] == key:
            return last[1]
        strip = self._rows.get(key)
        if strip is None:
            if len(self._rows) >= _MOST_ROWS:
                self._rows.clear()
            built = self.build_row(y)
            strip = self._rows[key] = CanvasRow(self._encoder.filtered(list(built)), built.cell_length)
        self._last[y] = key, strip
        return strip

    def _clear_rows(self) -> None:
        self._last.clear()
        self._rows.clear()
        vars(self).pop("_encoder", None)


def changed_rows(rows: Sequence[LazyRow], before: Sequence[LazyRow]) -> Sequence[int]:
    """Return the numbers of the changed rows, or of all rows if their count changed."""
    if rows is before:
        return ()
    if len(rows) != len(before):
        return range(len(rows))
    return [y for y in compress(count(), map(is_not, rows, before)) if rows[y].key != before[y].key]
