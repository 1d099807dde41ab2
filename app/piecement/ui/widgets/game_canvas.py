"""The whole terminal as one canvas: a frame of a game, and the overlay over it."""

from collections.abc import Hashable

from textual.geometry import Size
from textual.strip import Strip

from piecement.render.overlay import NO_OVERLAY, Overlay, draw_over
from piecement.render.picture import Frame
from piecement.terminal.canvas.canvas import RowCanvas


class GameCanvas(RowCanvas):
    DEFAULT_CSS = "GameCanvas { width: 100%; height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self._overlay: Overlay = NO_OVERLAY

    def draw(self, frame: Frame | None, overlay: Overlay = NO_OVERLAY) -> None:
        """Show a frame, or a blank without one, under an overlay."""
        if frame is None:
            self.draw_rows(Size(0, 0), ())
        else:
            self.draw_rows(frame.layout.size, frame.rows)
        if overlay != self._overlay:
            lines = overlay.keys() | self._overlay.keys()
            self._overlay, before = overlay, self._overlay
            self.whole = overlay
            self.pending.update(y for y in lines if overlay.get(y) != before.get(y))

    def row_key(self, y: int) -> Hashable:
        return super().row_key(y), self._overlay.get(y)

    def build_row(self, y: int) -> Strip:
        row = super().build_row(y)
        if spans := self._overlay.get(y):
            return draw_over(row, spans).adjust_cell_length(row.cell_length)  # an overlay may be that of another size
        return row
