"""The name of the game as it falls into place."""

from collections.abc import Callable, Iterator
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from piecement.menus.letters import FALL_TIME_MS, HEIGHT, WIDTH, Cell, letters
from piecement.skins import HALF, Palette, Skin, TileKind

_FRAME_S: Final = 1 / 30
_ROOM_ABOVE_AND_BELOW: Final = 24
"""Rows of the terminal that larger letters must leave."""


class Logo(Widget):
    """The letters in a skin's blocks, as large as they fit."""

    DEFAULT_CSS = "Logo { width: 100%; height: auto; }"

    def __init__(self, skin: Skin, palette: Palette, clock_ns: Callable[[], int]) -> None:
        super().__init__()
        self._skin = skin
        self._palette = palette
        self._clock_ns = clock_ns
        self._start_ns = 0
        self._tiles: dict[Cell, int] = {}
        self._timer: Timer | None = None

    def fall(self) -> None:
        """Let the letters fall into place."""
        self._start_ns = self._clock_ns()
        self._timer = self.set_interval(_FRAME_S, self._advance)

    def finish(self) -> None:
        """Show all letters where they belong."""
        if self._timer is not None:
            self._timer.stop()
        self._show(FALL_TIME_MS)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows that the letters take at this width."""
        return self._rows_at(self._scale_at(width, viewport.height))

    def render_line(self, y: int) -> Strip:
        """Return row y, with the letters in the middle."""
        width = self.size.width
        scale = self._scale_at(width, self.app.size.height)
        segments = list(self._row(y, scale))
        taken = sum(segment.cell_length for segment in segments)
        ground = self.rich_style
        margin = Segment(" " * ((width - taken) // 2), ground)
        return Strip([margin, *segments]).simplify().adjust_cell_length(width, ground)

    def _advance(self) -> None:
        age_ms = (self._clock_ns() - self._start_ns) / 1e6
        if age_ms >= FALL_TIME_MS:
            self.finish()
        else:
            self._show(age_ms)

    def _show(self, age_ms: float) -> None:
        self._tiles = letters(age_ms)
        self.refresh()

    def _scale_at(self, width: int, height: int) -> int:
        if width >= 4 * WIDTH and height >= 2 * HEIGHT + _ROOM_ABOVE_AND_BELOW:
            return 2
        return 1 if width >= 2 * WIDTH else HALF

    def _rows_at(self, scale: int) -> int:
        if scale == HALF:
            return HEIGHT if self._skin.is_ascii else (HEIGHT + 1) // 2
        return HEIGHT * scale

    def _row(self, y: int, scale: int) -> Iterator[Segment]:
        if scale != HALF:
            return (self._block(x, y // scale, y % scale, scale) for x in range(WIDTH))
        if self._skin.is_ascii:
            return (self._sign(x, y) for x in range(WIDTH))
        return (self._halves(x, 2 * y) for x in range(WIDTH))

    def _block(self, x: int, y: int, line: int, scale: int) -> Segment:
        tile = self._tiles.get((x, y))
        if tile is None:
            return Segment(" " * 2 * scale, self.rich_style)
        glyph = self._skin.glyph(TileKind.LOCKED, tile)
        return Segment(self._skin.enlarge(glyph, scale)[line], self._style(tile))

    def _sign(self, x: int, y: int) -> Segment:
        tile = self._tiles.get((x, y))
        return Segment(" ", self.rich_style) if tile is None else Segment("#", self._style(tile))

    def _halves(self, x: int, y: int) -> Segment:
        upper, lower = self._tiles.get((x, y)), self._tiles.get((x, y + 1))
        if upper is None:
            return Segment(" ", self.rich_style) if lower is None else Segment("▄", self._style(lower))
        if lower is None:
            return Segment("▀", self._style(upper))
        below = self._palette.colour(lower)
        if below == self._palette.colour(upper):
            return Segment("█", self._style(upper))
        return Segment("▀", self._style(upper) + Style(bgcolor=below))

    def _style(self, tile: int) -> Style:
        return self.rich_style + Style(color=self._palette.colour(tile))
