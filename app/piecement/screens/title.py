"""The first screen: the name of the game falls into place above the way into it.

It is there before the engine and the settings are imported; the letters wait for them.
"""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Center
from textual.widgets import Static

from piecement.locations import STYLES
from piecement.menu_graph import Node
from piecement.menus.key_line import HELP_KEY, MENU_KEYS, KeyLine
from piecement.menus.logo import Logo
from piecement.menus.menu_screen import MenuScreen

if TYPE_CHECKING:
    from piecement.application import Piecement
    from piecement.settings import Settings


def build(app: "Piecement") -> "TitleScreen":
    """Return the title."""
    return TitleScreen(app)


class TitleScreen(MenuScreen):
    """The title."""

    NODE = Node.TITLE
    CSS_PATH = STYLES / "title.tcss"

    def __init__(self, host: "Piecement") -> None:
        super().__init__()
        self._host = host
        self._logo = Logo(host.clock)

    def compose(self) -> ComposeResult:
        """Lay out the name, the menu and the keys."""
        yield self._logo
        yield Static("a falling-piece game for the terminal", id="subtitle")
        with Center():
            yield self.menu()
        yield Static(id="hint")
        yield Static(id="version")
        yield KeyLine(*MENU_KEYS, HELP_KEY, ("Ctrl+C", "quit"))

    def on_mount(self) -> None:
        """Let the letters fall once the screen is there."""
        self._host.settings_changed.subscribe(self, self._dress)
        self.call_after_refresh(self._begin)

    def on_key(self) -> None:
        """Cut the fall of the letters short: a player who presses a key wants to play."""
        self._logo.finish()

    def _begin(self) -> None:
        from piecement_engine.version import __version__  # noqa: PLC0415 - comes with the whole engine

        self.query_one("#version", Static).update(__version__)
        self._dress(self._host.settings)
        if self._host.may_move:
            self._logo.fall()
        else:
            self._logo.finish()

    def _dress(self, _: "Settings") -> None:
        from piecement.menus.logo_paint import paint_of  # noqa: PLC0415 - comes with all skins

        self._logo.dress(paint_of(self._host.look))
