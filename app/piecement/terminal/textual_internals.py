"""Textual's private names: every use of them by the program, where no public way exists.

Read in Textual 8.2.8. `tests/terminal/test_textual_contract.py` checks the names and signatures that this module uses,
and that no other module uses any; run it before the pin in `pyproject.toml` is moved.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from rich.console import RenderableType
from textual import _keyboard_protocol, events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.drivers.linux_driver import LinuxDriver  # on POSIX only
    from textual.drivers.windows_driver import WindowsDriver  # on Windows only

ReturnType = TypeVar("ReturnType")

FUNCTIONAL_KEYS: Final = _keyboard_protocol.FUNCTIONAL_KEYS
"""Names of some hundred keys, by their number and the last character of their codes in kitty's protocol."""


class StockParser(XTermParser):
    """Textual's parser; its public way takes a stream of input, and may wait for more."""

    def keys_of(self, sequence: str, *, alt: bool) -> Iterable[events.Key]:
        return self._sequence_to_key_events(sequence, alt)


class OpenDriver(Driver):
    """Driver that tells which application and event loop it serves."""

    def __init__(self, app: App[object], **options: Any) -> None:  # as `Driver` has them
        # Textual leaves the type of the app's result open.
        super().__init__(app, **options)  # pyright: ignore[reportUnknownMemberType]
        self.app: Final = app
        self.loop: Final = asyncio.get_running_loop()

    def _enable_mouse_pixels(self) -> None:
        """Leave mouse reports in cells: a terminal that reports its size in pixels may not know pixels of the mouse."""


def holds_terminal(driver: "LinuxDriver | WindowsDriver") -> bool:
    """Return whether a driver that was started has the terminal: it leaves it to a shell that is in the foreground."""
    return driver._writer_thread is not None


def heed_size_signals(driver: "LinuxDriver") -> None:
    """Take new sizes from signals again, until the terminal answers anew that it reports them."""
    driver._in_band_window_resize = False


def switch_mouse(driver: Driver | None, *, on: bool) -> None:
    """Request or end mouse reports; drivers without these methods, such as the web driver, are left alone."""
    name = "_enable_mouse_support" if on else "_disable_mouse_support"
    if (switch := getattr(driver, name, None)) is not None:
        switch()


driver_of: Final[Callable[[App[Any]], Driver | None]] = attrgetter("_driver")  # Any: here and below, a type of result
"""Driver of the terminal, or None before the program runs."""


class SkippingApp(App[ReturnType], Generic[ReturnType]):
    """Application that may skip a frame."""

    def prepare_frame(self, screen: Screen[Any]) -> bool:
        """Prepare a frame of a screen and return whether it may be displayed."""
        return True

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if self.prepare_frame(screen) or renderable is None:
            super()._display(screen, renderable)


def end_program(app: App[Any], error: Exception) -> None:
    """End the program with the traceback of an error outside Textual's message handlers.

    Call in the event loop.
    """
    try:
        raise error
    except Exception:
        app._handle_exception(error)  # its report reads the exception being handled


def allow_switching(screen: Screen[Any]) -> None:
    """Make the first screen switchable: a switch removes a callback that Textual gives to later screens only."""
    screen._push_result_callback(screen, None)


Placing = Mapping[Widget, tuple[Region, Region]]
"""Region and clip of each widget of a screen, the foremost first."""

paint_reasons: Final = attrgetter("_layout_required", "_scroll_required", "_repaint_required", "_dirty_widgets")
"""Attributes of a screen that, if set, extend its next paint beyond the rows that are pending."""

batches_of: Final = attrgetter("_batch_count")
"""Number of batches of updates that an app is in."""

marks_frames: Final = attrgetter("_sync_available")
"""Whether the terminal of an app supports marks of the beginning and end of a frame."""

placing_of: Final[Callable[[Screen[Any]], Placing]] = attrgetter("_compositor.visible_widgets")

regions_due: Final = attrgetter("_repaint_regions")
"""Regions of a widget that are to be painted."""


def add_to_paint(screen: Screen[Any], widget: Widget, *regions: Region) -> None:
    """Add regions of a widget to the next paint; without any, those that are already pending."""
    if regions:
        widget._set_dirty(*regions)
    screen._dirty_widgets.add(widget)


def paint(screen: Screen[Any]) -> None:
    """Paint what is due now, not when the timer of repaints rings."""
    screen._on_timer_update()


def forget_closed(app: App[Any], screen: Screen[Any]) -> None:
    """Free the widgets of a closed screen, which Textual keeps in watchers of the app and in two caches."""
    for watchers in getattr(app, "__watchers", {}).values():
        watchers[:] = [watcher for watcher in watchers if not watcher[0]._closing]
    screen._styles_cache.get_inner_outer.cache_clear()  # it keeps the lines of a thousand closed widgets
    Strip.render_ansi.cache_clear()  # it keeps a style for each place that a text began at
