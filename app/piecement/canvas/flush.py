"""A screen that paints its canvases at once."""

from typing import Final, Generic, TypeVar

from textual.app import App
from textual.screen import Screen
from textual.widget import Widget

from piecement.canvas.strip_canvas import StripCanvas

ScreenResult = TypeVar("ScreenResult")

_BACKLOG: Final = 1
"""Frames that the terminal may be behind before painting waits for it."""

_PAINTS_AT_ONCE: Final = hasattr(Screen, "_on_timer_update") and hasattr(Widget, "_set_dirty")
"""Whether this Textual has the two private names that painting at once stands on."""


class FlushScreen(Screen[ScreenResult], Generic[ScreenResult]):
    """A screen that can paint now, not when Textual's repaint timer is next due.

    Painting goes through the compositor all the same: toasts, pop-ups, resizing and themes stay
    right.
    """

    def flush(self, *canvases: StripCanvas) -> bool:
        """Paint the pending rows of some canvases, and tell whether they were painted.

        Nothing is painted while another screen covers this one, inside a batch update, or while
        the terminal is slower than the frames; the rows then stay pending for the next call.
        """
        if not self._may_paint():
            return False
        changed = [(canvas, canvas.pending_regions()) for canvas in canvases if canvas.pending]
        for canvas, regions in changed:
            if _PAINTS_AT_ONCE:
                canvas._set_dirty(*regions)
                self._dirty_widgets.add(canvas)
            else:
                canvas.refresh(*regions)
        if _PAINTS_AT_ONCE and self._dirty_widgets:
            self._on_timer_update()
        return True

    def _may_paint(self) -> bool:
        # Textual leaves the type of the app's result open.
        app: App[object] = self.app  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        behind: int = getattr(app._driver, "backlog", 0)
        batching: int = getattr(app, "_batch_count", 0)
        return behind <= _BACKLOG and not batching and self.is_active
