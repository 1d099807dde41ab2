"""A notice at the first start: which key events the terminal reports, and where keys are changed."""

from collections.abc import Callable
from typing import Final

from textual.app import App
from textual.content import Content
from textual.widgets import Static

from piecement.terminal.key_events import KeyboardCapabilities


class FirstRunNotice(Static):
    """One line, shown at the first start only, once the terminal has answered which key events it reports.

    As it appears late, it has a layer of its own: no entry of the menu may move under the pointer.
    """

    DEFAULT_CSS = """
    FirstRunNotice { layer: over; dock: bottom; display: none; height: auto; margin: 0 1 2 1; text-align: center; }
    FirstRunNotice.-seen { display: block; }
    """

    def __init__(self, host: App[None], is_due: Callable[[], bool], on_shown: Callable[[str], object]) -> None:
        """Prepare it for an application that has a `keyboard`.

        `is_due` returns whether it was never shown; `on_shown` is called with the version that shows it.
        """
        super().__init__(id="first-run-notice")
        self._host: Final = host
        self._is_due: Final = is_due
        self._on_shown: Final = on_shown

    def on_mount(self) -> None:
        self.watch(self._host, "keyboard", self._keyboard_changed)

    def _keyboard_changed(self, keyboard: KeyboardCapabilities | None) -> None:
        if keyboard is not None:
            self.call_after_refresh(self._show_once, keyboard)

    def _show_once(self, keyboard: KeyboardCapabilities) -> None:
        from piecement.terminal.key_support import support  # noqa: PLC0415 - after the first frame
        from piecement_engine.version import __version__  # noqa: PLC0415

        if not self._is_due():
            return
        reported = support(keyboard).title.lower()
        self.update(Content.styled(f"This terminal tells {reported}. Change keys in Settings, Controls.", "$success"))
        self.add_class("-seen")
        self._on_shown(__version__)
