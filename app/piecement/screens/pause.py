"""The game waits, in sight beside the menu."""

from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from piecement.locations import STYLES
from piecement.menu_graph import Node
from piecement.menus.menu_list import BackOption
from piecement.menus.menu_screen import MenuScreen

if TYPE_CHECKING:
    from piecement.application import Piecement

_RESUME: Final = BackOption("Play on", "")


def build(_: "Piecement") -> "PauseScreen":
    """Return the menu."""
    return PauseScreen()


class PauseScreen(MenuScreen, ModalScreen[None]):
    """The menu of a paused game."""

    NODE = Node.PAUSE
    CSS_PATH = STYLES / "pause.tcss"

    def compose(self) -> ComposeResult:
        """Lay out the menu."""
        with Vertical():
            yield Static("Paused", classes="heading")
            yield self.menu(back=BackOption("Play on", "Go on after a countdown."))
            yield Static(id="hint")
