"""What a new player is told once: what the terminal tells of keys, and where keys are changed."""

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from piecement.terminal.key_events import KeyboardCapabilities

if TYPE_CHECKING:
    from piecement.ui.application import Piecement


class Greeting(Static):
    """One line, seen at the first start only, once the terminal has said what it tells of keys.

    It comes late, so it lies on a layer of its own: no entry of the menu may move under a pointer.
    """

    DEFAULT_CSS = """
    Greeting { layer: over; dock: bottom; display: none; height: auto; margin: 0 1 2 1; text-align: center; }
    Greeting.-seen { display: block; }
    """

    def __init__(self, host: "Piecement") -> None:
        super().__init__(id="greeting")
        self._host = host

    def on_mount(self) -> None:
        """Wait for the terminal."""
        self.watch(self._host, "keyboard", self._keyboard_known)

    def _keyboard_known(self, keyboard: KeyboardCapabilities | None) -> None:
        if keyboard is not None:
            self.call_after_refresh(self._greet, keyboard)

    def _greet(self, keyboard: KeyboardCapabilities) -> None:
        from piecement.terminal.key_support import support  # noqa: PLC0415 - after the first frame
        from piecement_engine.version import __version__  # noqa: PLC0415

        if self._host.settings.interface.greeted_by:
            return
        told = support(keyboard).title.lower()
        self.update(Content.styled(f"This terminal tells {told}. Change keys in Settings, Controls.", "$success"))
        self.add_class("-seen")
        self._host.change("interface", "greeted_by", __version__)
