"""The first screen: the name of the game falls into place above the menu.

It is shown before the engine and the settings are imported; the letters fall after that.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Center
from textual.widgets import Static

from piecement.language import _
from piecement.settings.retention import Retention
from piecement.terminal.environment import is_guest
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import CHOOSE, HELP, LOAD_ROW, MOUSE, MOVE, QUIT, SUSPEND, KeyRow, bindings_of
from piecement.ui.launch import FirstRun
from piecement.ui.menu_graph import Edge, Node, Trigger, edges_from
from piecement.ui.widgets.logo import Logo

if TYPE_CHECKING:
    from piecement.settings.settings import Settings
    from piecement.ui.services import Services

_CHECK_S: Final = 0.25
"""The time between two checks for a player at the title."""

_OTHER_ROWS: Final = 4
"""The rows of the version, of the explanation, which may take two, and of the keys."""


def build(services: "Services", first_run: FirstRun | None) -> "TitleScreen":
    """Return the title: where a run begins with it, it says when the welcome is shown."""
    return TitleScreen(services, first_run)


class TitleScreen(MenuScreen):
    NODE = Node.TITLE
    KEYS = (
        MOVE,
        replace(CHOOSE, line=(("Enter 1-9", _("choose")),)),
        MOUSE,
        KeyRow(_("1 to 9"), _("choose by number")),
        LOAD_ROW,
        SUSPEND,
        HELP,
        replace(QUIT, line=(("Ctrl+C", _("quit")),)),
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "title.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (18, "-low"), (21, "-high")]

    def __init__(self, services: "Services", first_run: FirstRun | None) -> None:
        super().__init__()
        self._services = services
        self._first_run = first_run
        self._is_welcoming = False
        """Whether the letters wait for the end of the welcome."""
        self._logo = Logo(services.clock, len(edges_from(self.NODE, Trigger.MENU)) + _OTHER_ROWS)
        self._menu = self.menu(is_numbered=True)
        self._version = Static(id="version")
        self._idle_since_ns = services.clock()

    def compose(self) -> ComposeResult:
        yield self._logo
        yield Static(_("a falling-piece game for the terminal"), id="subtitle")
        with Center():
            yield self._menu
        yield Static(id="hint")
        yield self._version
        yield self.key_line()

    def on_mount(self) -> None:
        self._services.settings.changed.subscribe(self, self._apply_look)
        self.call_after_refresh(self._begin)

    def on_key(self) -> None:
        """End the fall of the letters: a player who presses a key wants to play."""
        self._logo.finish()
        self._restart_wait()

    def on_mouse_move(self) -> None:
        self._restart_wait()

    def on_screen_resume(self) -> None:
        self._restart_wait()
        self._offer_left_games()
        if self._is_welcoming:
            self._show_letters()

    def offers(self, edge: Edge) -> bool:
        """Return whether an edge is offered: playing on only where a game was left."""
        return edge.target is not Node.LEFT_GAME or self._services.games.has_left_games

    def _offer_left_games(self) -> None:
        self._menu.offer(filter(self.offers, edges_from(self.NODE, Trigger.MENU)))

    def _restart_wait(self) -> None:
        self._idle_since_ns = self._services.clock()

    def check_inactivity(self) -> None:
        """Start a demonstration after a time without keys."""
        wait_s = 0 if is_guest() else self._services.settings.now.computer.attract_s  # whose page would be sent it
        idle_s = (self._services.clock() - self._idle_since_ns) / 1e9
        if wait_s and idle_s >= wait_s and self._services.appearance.may_move and self.app.screen is self:
            self.navigate(Node.ATTRACT, Trigger.EVENT)

    def _begin(self) -> None:
        from piecement_engine.version import __version__  # comes with the whole engine

        self._version.update(__version__)
        self._apply_look(self._services.settings.now)
        has_left_games = self._services.games.finds_left_games()
        if self._is_to_welcome(has_left_games=has_left_games):
            self._is_welcoming = True
            self.navigate(Node.FIRST_RUN, Trigger.EVENT, payload=True)
        else:
            self._show_letters()
            if has_left_games:
                self.navigate(Node.LEFT_GAME, Trigger.EVENT)
        self._offer_left_games()
        self._services.online.rejoin()
        self.set_interval(_CHECK_S, self.check_inactivity)

    def _is_to_welcome(self, *, has_left_games: bool) -> bool:
        """Return whether to show the welcome: to a new player once, so only where it can be noted that it was shown."""
        if self._first_run is not FirstRun.IF_NEW:
            return self._first_run is FirstRun.ALWAYS
        is_new = not self._services.settings.now.interface.first_run_notice
        return is_new and not has_left_games and self._services.store.retention.includes(Retention.SETTINGS)

    def _show_letters(self) -> None:
        self._is_welcoming = False
        if self._services.appearance.may_move:
            self._logo.fall()
        else:
            self._logo.finish()

    def _apply_look(self, _: "Settings") -> None:
        from piecement.ui.widgets.logo_paint import paint_of  # comes with all skins

        self._logo.paint = paint_of(self._services.appearance.look)
