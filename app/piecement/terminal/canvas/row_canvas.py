"""A canvas that shows rows which were made elsewhere, for a terminal of some size."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from textual.geometry import Size
from textual.strip import Strip

from piecement.terminal.canvas.strip_canvas import RowParts, StripCanvas


class LazyRow(NamedTuple):
    """A row, which is built when it is painted."""

    key: Hashable
    """Key of its look: equal keys mean equal rows."""
    build: Callable[[], Strip]
    """Returns the row, exactly as wide as the size that it was made for."""
    parts: RowParts | None = None
    """The parts besides blanks; the text of a part is the same object until the part changes."""


class RowCanvas(StripCanvas):
    """Shows the last rows that were drawn; it is blank before the first, and while it has another size than they."""

    def __init__(self) -> None:
        super().__init__()
        self._made: tuple[LazyRow, ...] = ()
        self._made_for = Size(0, 0)

    def draw_rows(self, size: Size, rows: tuple[LazyRow, ...]) -> None:
        """Show rows that were made for a size."""
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
    """Return the numbers of the rows that are not as they were; all of them where there are more or fewer now."""
    if rows is before:
        return ()
    if len(rows) != len(before):
        return range(len(rows))
    pairs = enumerate(zip(rows, before, strict=True))
    return [y for y, (row, old) in pairs if row is not old and row.key != old.key]
