"""A screen that paints its canvases at once."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from textual.app import App
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from piecement.canvas.strip_canvas import StripCanvas

if TYPE_CHECKING:
    from textual._compositor import Compositor

ScreenResult = TypeVar("ScreenResult")

_BACKLOG: Final = 1
"""Frames that the terminal may be behind before painting waits for it."""

_PAINTS_AT_ONCE: Final = hasattr(Screen, "_on_timer_update") and hasattr(Widget, "_set_dirty")
"""Whether this Textual has the two private names that painting at once stands on."""

_DUE: Final = ("_layout_required", "_scroll_required", "_repaint_required", "_dirty_widgets")
"""What a screen has of these makes it paint more than was asked for."""


def _trimming_compositor() -> "Compositor | None":
    try:
        from piecement.canvas.trimming import TrimmingCompositor  # noqa: PLC0415 - made of private parts of Textual
    except ImportError:
        return None
    return TrimmingCompositor()


class FlushScreen(Screen[ScreenResult], Generic[ScreenResult]):
    """A screen that can paint now, not when Textual's repaint timer is next due.

    Painting goes through the compositor all the same: toasts, pop-ups, resizing and themes stay
    right. Of a row of which it is known what the terminal shows, only the part that has changed is painted.
    """

    def __init__(self, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - as Textual calls it
        super().__init__(name, id, classes)
        self._compositor = _trimming_compositor() or self._compositor
        self._written: int | None = None
        """How much the driver had written after the last flush."""
        self._flushing = False

    def flush(self, *canvases: StripCanvas) -> bool:
        """Paint the pending rows of some canvases, and tell whether they were painted.

        Nothing is painted while another screen covers this one, inside a batch update, or while
        the terminal is slower than the frames; the rows then stay pending for the next call.
        """
        if not self._may_paint():
            return False
        if not (alone := self._alone(canvases)):
            for canvas in canvases:
                canvas.forget_painted()
        changed = [(canvas, canvas.pending_regions()) for canvas in canvases if canvas.pending]
        for canvas, regions in changed:
            if not regions:
                continue
            if _PAINTS_AT_ONCE:
                canvas._set_dirty(*regions)
                self._dirty_widgets.add(canvas)
            else:
                canvas.refresh(*regions)
        if _PAINTS_AT_ONCE and self._dirty_widgets:
            self._flushing = alone
            self._on_timer_update()
            self._flushing = False
        self._written = self._pieces_written()
        return True

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the screen's own background; of that nothing is seen where only canvases are painted."""
        return [Strip.blank(crop.width)] * crop.height if self._flushing else super().render_lines(crop)

    def _alone(self, canvases: Iterable[StripCanvas]) -> bool:
        """Tell whether nothing was painted since the last flush, nor will be in this one, but what the canvases ask."""
        written = self._pieces_written()
        due = any(getattr(self, name, True) for name in _DUE)
        due = due or any(getattr(canvas, "_repaint_regions", True) for canvas in canvases)
        return written is not None and written == self._written and not due

    def _pieces_written(self) -> int | None:
        # Textual leaves the type of the app's result open.
        app: App[object] = self.app  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        return getattr(app._driver, "pieces_written", None)

    def _may_paint(self) -> bool:
        # Textual leaves the type of the app's result open.
        app: App[object] = self.app  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        behind: int = getattr(app._driver, "backlog", 0)
        batching: int = getattr(app, "_batch_count", 0)
        return behind <= _BACKLOG and not batching and self.is_active
