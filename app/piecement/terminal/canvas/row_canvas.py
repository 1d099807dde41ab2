"""Canvas of rows supplied from outside for a given size."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from textual.geometry import Size
from textual.strip import Strip

from piecement.terminal.canvas.canvas import RowParts, StripCanvas


class LazyRow(NamedTuple):
    """Row built when it is painted."""

    key: Hashable
    """Key of the row's look: equal keys mean equal rows."""
    build: Callable[[], Strip]
    """Builder of the row, exactly as wide as the size it was made for."""
    parts: RowParts | None = None
    """Parts of the row without blanks; an unchanged part keeps the same text object."""


class RowCanvas(StripCanvas):
    """Canvas that shows the rows last drawn; blank before the first, or if its size differs from theirs."""

    def __init__(self) -> None:
        super().__init__()
        self._made: tuple[LazyRow, ...] = ()
        self._made_for = Size(0, 0)

    def draw_rows(self, size: Size, rows: tuple[LazyRow, ...]) -> None:
        """Show rows made for a size."""
        before, self._made = self._made, rows
        if size == self._made_for:
            self.mark(changed_rows(rows, before))
        else:
            self._made_for = size
            self._clear_rows()
            self.forget_painted()
            self.mark(range(max(self.outer_size.height, len(rows))))

    def row_key(self, y: int) -> Hashable:
        row = self._row_at(y)
        return self.outer_size.width if row is None else row.key

    def build_row(self, y: int) -> Strip:
        row = self._row_at(y)
        return Strip.blank(self.outer_size.width, self.rich_style) if row is None else row.build()

    def row_parts(self, y: int) -> RowParts | None:
        row = self._row_at(y)
        return None if row is None else row.parts

    def _row_at(self, y: int) -> LazyRow | None:
        made = self._made
        return made[y] if y < len(made) and self.outer_size == self._made_for else None


def changed_rows(rows: Sequence[LazyRow], before: Sequence[LazyRow]) -> Sequence[int]:
    """Return the numbers of the changed rows, or of all rows if their count changed."""
    if rows is before:
        return ()
    if len(rows) != len(before):
        return range(len(rows))
    pairs = enumerate(zip(rows, before, strict=True))
    return [y for y, (row, old) in pairs if row is not old and row.key != old.key]
