"""The wipe between two menus: the rows of the next one come from the bottom up."""

from collections.abc import Callable
from typing import Any, Final

from textual.geometry import Region
from textual.timer import Timer

from piecement.terminal.clock import MS
from piecement.terminal.keyboard_app import KeyboardApp
from piecement.terminal.textual_internals import add_to_paint, paint

_LENGTH_NS: Final = 120 * MS
_FRAME_S: Final = 1 / 60


class Wipe:
    """Holds back the frames of a new screen, and paints its rows instead, each once; any key shows all at once."""

    def __init__(self, app: KeyboardApp[Any], clock: Callable[[], int]) -> None:  # Any: the type of the app's result
        self._app: Final = app
        self._clock: Final = clock
        self._timer: Timer | None = None
        self._start_ns = 0
        self._hidden = 0
        """Number of rows not painted yet."""
        self._held_back = 0
        """Number of frames held back, of which the first is painted row by row."""
        self._is_painting = False
        """Whether rows are painted now, by a frame that is not held back."""

    def begin(self) -> None:
        """Begin with the next frame, unless there is no terminal."""
        self.end()
        if not self._app.is_headless:
            self._held_back, self._hidden = 0, self._app.size.height
            self._timer = self._app.set_interval(_FRAME_S, self._step)

    def hold_back(self) -> bool:
        """Hold a frame back, of which the first starts the clock; return whether it is held back."""
        if self._timer is None or self._is_painting:
            return False
        if not self._held_back:
            self._start_ns = self._clock()
        self._held_back += 1
        return True

    def end(self) -> None:
        """Show the whole screen."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            if self._hidden or self._held_back > 1:
                self._app.screen.refresh()

    def _step(self) -> None:
        if not self._held_back:
            return
        screen: Any = self._app.screen  # Textual leaves its type open
        part = (self._clock() - self._start_ns) / _LENGTH_NS
        top = max(0, round(self._app.size.height * (1 - part)))
        if top < self._hidden:
            paint(screen)  # whatever else is due, which is held back
            add_to_paint(screen, screen, Region(0, top, self._app.size.width, self._hidden - top))
            self._hidden, self._is_painting = top, True
            try:
                paint(screen)
            finally:
                self._is_painting = False
        if part >= 1:
            self.end()
