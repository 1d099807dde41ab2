"""Screen that paints its canvases immediately."""

from collections.abc import Iterable, Mapping
from typing import Final, Generic, TypeVar

from textual._ansi_sequences import SYNC_END, SYNC_START
from textual.app import App
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from piecement.terminal.canvas.strip_canvas import RESET, StripCanvas

ScreenResult = TypeVar("ScreenResult")

_BACKLOG: Final = 1
"""Maximum number of unaccepted pieces of output at which painting continues."""

_PAINTS_AT_ONCE: Final = hasattr(Screen, "_on_timer_update") and hasattr(Widget, "_set_dirty")
"""Whether this Textual has the two private names needed for immediate painting."""

_DUE: Final = ("_layout_required", "_scroll_required", "_repaint_required", "_dirty_widgets")
"""Attributes of a screen that, if set, extend the next paint beyond the pending rows."""


Placing = Mapping[Widget, tuple[Region, Region]]
"""Region and clip of each widget of a screen, the foremost first."""


class FlushScreen(Screen[ScreenResult], Generic[ScreenResult]):
    """Screen that paints now instead of at Textual's next repaint timer.

    While nothing else paints and nothing covers a canvas, its changes are written straight to the terminal. Otherwise
    painting goes through the compositor, so that toasts, pop-ups, resizing and themes stay right.
    """

    def __init__(self, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(name, id, classes)
        self._written: int | None = None
        """Number of pieces written by the driver at the last flush; None if the driver does not count them."""
        self._placing: Placing = {}
        self._places: dict[StripCanvas, Region | None] = {}
        """Region of each uncovered canvas in `_placing`, None for a covered one."""

    def flush(self, *canvases: StripCanvas) -> bool:
        """Paint the pending rows of the canvases and return whether they were painted.

        Nothing is painted while another screen covers this one, inside a batch update, or while the terminal is slower
        than the frames; the rows then stay pending for the next call.
        """
        if not self._may_paint():
            return False
        if self._alone(canvases) and all(map(self._place_of, canvases)):
            self._paint_changes(canvases)
        else:
            self._paint_rows(canvases)
        self._written = self._pieces_written()
        return True

    def _paint_changes(self, canvases: Iterable[StripCanvas]) -> None:
        places = ((canvas, self._place_of(canvas)) for canvas in canvases if canvas.pending)
        text = "".join(canvas.pending_text(place.x, place.y) for canvas, place in places if place)
        app = _app_of(self)
        if text and app._driver is not None:
            start, end = (SYNC_START, SYNC_END) if app._sync_available else ("", "")
            app._driver.write(f"{start}{text}{RESET}{end}")

    def _paint_rows(self, canvases: Iterable[StripCanvas]) -> None:
        """Paint whole rows through the compositor, below any widgets that cover them."""
        for canvas in canvases:
            regions = canvas.pending_regions()
            if regions and _PAINTS_AT_ONCE:
                canvas._set_dirty(*regions)
                self._dirty_widgets.add(canvas)
            elif regions:
                canvas.refresh(*regions)
        if _PAINTS_AT_ONCE and self._is_due:
            self._on_timer_update()

    def _place_of(self, canvas: StripCanvas) -> Region | None:
        placing = self._compositor.visible_widgets
        if placing is not self._placing:
            self._placing = placing
            self._places.clear()
        if canvas not in self._places:
            self._places[canvas] = exposed_region(canvas, placing)
        return self._places[canvas]

    def _alone(self, canvases: Iterable[StripCanvas]) -> bool:
        """Return whether only the canvases were painted since the last flush, and no other widget is due now."""
        written = self._pieces_written()
        due = self._is_due or any(getattr(canvas, "_repaint_regions", True) for canvas in canvases)
        return written is not None and written == self._written and not due

    @property
    def _is_due(self) -> bool:
        """Whether Textual has a pending layout or paint."""
        return any(getattr(self, name, True) for name in _DUE)

    def _pieces_written(self) -> int | None:
        return getattr(_app_of(self)._driver, "pieces_written", None)

    def _may_paint(self) -> bool:
        app = _app_of(self)
        behind: int = getattr(app._driver, "backlog", 0)
        batching: int = getattr(app, "_batch_count", 0)
        return behind <= _BACKLOG and not batching and self.is_active


def _app_of(screen: Screen[ScreenResult]) -> App[object]:
    # Textual leaves the type of the app's result open.
    return screen.app  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def exposed_region(canvas: Widget, placing: Placing) -> Region | None:
    """Return the region of a canvas, or None if it is partly covered or clipped."""
    if canvas not in placing:
        return None
    place, clip = placing[canvas]
    for widget, (region, its_clip) in placing.items():
        if widget is canvas:
            break
        if region.intersection(its_clip).overlaps(place):
            return None
    return place if clip.contains_region(place) else None
