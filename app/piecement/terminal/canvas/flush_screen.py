"""Screen that paints its canvases at once."""

from collections.abc import Iterable
from functools import cached_property
from typing import Final, Generic, TypeVar

from textual.app import App
from textual.driver import Driver
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from piecement.terminal import textual_internals as internals
from piecement.terminal.canvas.canvas import RowCanvas
from piecement.terminal.canvas.encoder import RESET, Codes
from piecement.terminal.output import SYNC_END, SYNC_START

ScreenResult = TypeVar("ScreenResult")

_BACKLOG: Final = 1
"""Maximum number of unaccepted pieces of output at which painting continues."""


class FlushScreen(Screen[ScreenResult], Generic[ScreenResult]):
    """Screen that paints now instead of at Textual's next repaint timer.

    While nothing else paints and nothing covers a canvas, its changes are written straight to the terminal. Otherwise
    painting goes through the compositor, so that toasts, pop-ups, resizing and themes stay right.
    """

    def __init__(self) -> None:
        super().__init__()
        self._written: int | None = None
        """Count of pieces that the driver had written after the last flush; None if it does not count them."""
        self._codes: Codes | None = None
        """Style that the last flush left in force, None if it is unknown."""
        self._placing: internals.Placing = {}
        self._places: dict[RowCanvas, Region | None] = {}
        """Region of each uncovered canvas in `_placing`, None for a covered one."""

    @cached_property
    def _app(self) -> App[object]:
        """The application, which Textual would look up each time; it leaves the type of the result open."""
        return self.app  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

    def flush(self, *canvases: RowCanvas) -> bool:
        """Paint the pending rows of the canvases and return whether they were painted.

        Nothing is painted while another screen covers this one, inside a batch update, or while the terminal is slower
        than the frames; the rows then stay pending for the next call.
        """
        app = self._app
        driver = internals.driver_of(app)
        is_slow = len(getattr(driver, "waiting", ())) > _BACKLOG
        if is_slow or internals.batches_of(app) or app.screen_stack[-1:] != [self]:
            return False
        placing = internals.placing_of(self)
        if placing is not self._placing:
            self._placing, self._places = placing, {}
        written: int | None = getattr(driver, "pieces_written", None)
        is_alone = written is not None and written == self._written and not any(internals.paint_reasons(self))
        for canvas in canvases:
            if canvas not in self._places:
                self._places[canvas] = exposed_region(canvas, placing) or None
            is_alone = is_alone and self._places[canvas] is not None and not internals.regions_due(canvas)
        if is_alone:
            self._paint_changes(canvases, app, driver)
        else:
            self._codes = None
            self._paint_rows(canvases)
        self._written = getattr(driver, "pieces_written", None)
        return True

    def paint_now(self, *widgets: Widget) -> None:
        """Paint changed widgets that are not canvases in this turn."""
        for widget in widgets:
            internals.add_to_paint(self, widget)
        self.flush()

    def _paint_changes(self, canvases: Iterable[RowCanvas], app: App[object], driver: Driver | None) -> None:
        """Write the changes as a frame. Its last style stays in force, since a frame of Textual begins with a reset."""
        frame, edge = "", self.outer_size.width
        for canvas in canvases:
            if canvas.pending and (place := self._places[canvas]) is not None:
                text, self._codes = canvas.take_text(place.x, place.y, edge, self._codes)
                frame += text
        if frame and driver is not None:
            if internals.marks_frames(app):
                driver.write(f"{SYNC_START}{frame}{SYNC_END}")
            else:  # Textual does not mark where a frame of its own begins
                driver.write(f"{frame}{RESET}")
                self._codes = None

    def _paint_rows(self, canvases: Iterable[RowCanvas]) -> None:
        """Paint whole rows through the compositor, below any widgets that cover them."""
        for canvas in canvases:
            if regions := canvas.take_regions():
                internals.add_to_paint(self, canvas, *regions)
        if any(internals.paint_reasons(self)):
            internals.paint(self)


def exposed_region(canvas: Widget, placing: internals.Placing) -> Region | None:
    """Return the region of a canvas, or None if it is partly covered or clipped; placings are ordered front to back."""
    if canvas not in placing:
        return None
    place, clip = placing[canvas]
    for widget, (region, its_clip) in placing.items():
        if widget is canvas:
            break
        if region.intersection(its_clip).overlaps(place):
            return None
    return place if clip.contains_region(place) else None
