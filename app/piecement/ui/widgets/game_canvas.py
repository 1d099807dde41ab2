"""The whole terminal as one canvas: the picture of a game, and the overlay over it."""

from collections.abc import Hashable

from textual.geometry import Region
from textual.strip import Strip

from piecement.render.overlay import NO_OVERLAY, Overlay, over
from piecement.render.picture import Picture
from piecement.terminal.canvas.strip_canvas import RowParts, StripCanvas


class GameCanvas(StripCanvas):
    DEFAULT_CSS = "GameCanvas { width: 100%; height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self._picture: Picture | None = None
        self._shown: Picture | None = None
        self._overlay: Overlay = NO_OVERLAY

    def set_picture(self, picture: Picture) -> None:
        self._picture = picture
        self.forget_rows()

    def draw(self, overlay: Overlay) -> None:
        """Lay an overlay over the picture, instead of the last one."""
        if overlay != self._overlay:
            lines = overlay.keys() | self._overlay.keys()
            self._overlay, before = overlay, self._overlay
            self.mark(y for y in lines if overlay.get(y) != before.get(y) and y < self.size.height)

    def row_key(self, y: int) -> Hashable:
        return self._shown.row_key(y) if self._shown else None, self._overlay.get(y)

    def build_row(self, y: int) -> Strip:
        row = self._shown.build_row(y) if self._shown else Strip.blank(self.size.width, self.rich_style)
        return over(row, self._overlay.get(y, ()))

    def row_parts(self, y: int) -> RowParts | None:
        """Return the parts of a row that no overlay hides."""
        return None if self._shown is None or y in self._overlay else self._shown.row_parts(y)

    def pending_text(self, left: int, top: int) -> str:
        self._shown = self._fitting_picture()
        return super().pending_text(left, top)

    def render_lines(self, crop: Region) -> list[Strip]:
        self._shown = self._fitting_picture()
        return super().render_lines(crop)

    def _fitting_picture(self) -> Picture | None:
        """Return the picture, unless it is still laid out for the size that the terminal had before."""
        picture = self._picture
        return picture if picture and (*picture.layout.size,) == (*self.size,) else None
