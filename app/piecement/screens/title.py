"""The first screen: the name of the game falls into place beside the way into it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Center
from textual.widgets import Static

from piecement.locations import STYLES
from piecement.menu_graph import Node
from piecement.menus.key_line import HELP_KEY, MENU_KEYS, KeyLine
from piecement.menus.logo import Logo
from piecement.menus.menu_screen import MenuScreen
from piecement_engine.version import __version__

if TYPE_CHECKING:
    from piecement.application import Piecement


def build(app: "Piecement") -> "TitleScreen":
    """Return the title."""
    logo = Logo(app.look.chosen_skin, app.look.chosen_palette, app.clock)
    return TitleScreen(logo, may_move=lambda: app.may_move)


class TitleScreen(MenuScreen):
    """The title."""

    NODE = Node.TITLE
    CSS_PATH = STYLES / "title.tcss"

    def __init__(self, logo: Logo, *, may_move: Callable[[], bool]) -> None:
        """Prepare the title; whether the letters may move is asked once they can be seen."""
        super().__init__()
        self._logo = logo
        self._may_move = may_move

    def compose(self) -> ComposeResult:
        """Lay out the name, the menu and the keys."""
        yield self._logo
        yield Static("a falling-piece game for the terminal", id="subtitle")
        with Center():
            yield self.menu()
        yield Static(id="hint")
        yield Static(__version__, id="version")
        yield KeyLine(*MENU_KEYS, HELP_KEY, ("Ctrl+C", "quit"))

    def on_mount(self) -> None:
        """Let the letters fall as soon as the screen is there."""
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        if self._may_move():
            self._logo.fall()
        else:
            self._logo.finish()

    def on_key(self) -> None:
        """Cut the fall of the letters short: a player who presses a key wants to play."""
        self._logo.finish()
