"""The first screen: the name of the game falls into place above the menu.

It is shown before the engine and the settings are imported; the letters fall after that. A roomy terminal then shows
a game that plays itself, the last games, and the daily.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum, auto
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.strip import Strip
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.settings.retention import Retention
from piecement.terminal.environment import is_guest
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import CHOOSE, FIND, HELP, LOAD_ROW, MOUSE, MOVE, PALETTE, QUIT, SUSPEND, KeyRow, number_keys
from piecement.ui.launch import FirstRun
from piecement.ui.menu_graph import Edge, Node, Trigger, edges_from
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.widgets.drawn_list import needs_sign, with_sign
from piecement.ui.widgets.logo import Logo
from piecement.ui.widgets.menu_list import MenuList, static_line
from piecement_base.errors import errors_to
from piecement_base.language import N_, _

if TYPE_CHECKING:
    from piecement.settings.settings import Settings
    from piecement.storage.autosave import AutosaveSummary
    from piecement.ui.screens.title_home import TitleHome
    from piecement_engine import Recording

_CHECK_S: Final = 1.0
"""The time between two checks for a player at the title."""

_OTHER_ROWS: Final = 5
"""The rows of the version, the explanation, the tip and the keys."""


_ENTRIES: Final = len(edges_from(Node.TITLE, Trigger.MENU))
_TODAY: Final = "d"
_LAST_GAMES: Final = "r"
_NEXT_GOAL: Final = "a"
"""The keys of the cards, each the same as a click on it."""

_CONTINUE: Final = KeyRow("C", N_("continue your game"), (("c", N_("continue")),), {"c": "continue"})
_REPLAY: Final = KeyRow("R", N_("watch your last game"), (("r", N_("last replay")),), {_LAST_GAMES: "last_replay"})


class _Welcome(Enum):
    NONE = auto()
    DUE = auto()
    """It opens as soon as no other choice is open."""
    OPEN = auto()
    """The letters wait for its end."""


class TitleCard(Static, can_focus=True):
    """Some lines about what is next; a click or Enter does the same as its key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "press_key", show=False),
        Binding("up,k", "app.focus_previous", show=False),
        Binding("down,j", "app.focus_next", show=False),
    ]

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key: Final = key

    def show(self, title: str, lines: list[Content]) -> None:
        """Show lines under a title; nothing where there are none."""
        self.display = bool(lines)
        head = Content.assemble((title, "$muted"), " ", (self.key.upper(), "$key"))
        self.update(Content("\n").join([head, *lines]))

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        return with_sign(strip) if not y and self.has_focus and needs_sign(self) else strip

    @on(events.Click)
    def action_press_key(self) -> None:
        self.app.simulate_key(self.key)


class TitleScreen(MenuScreen, Showing["FirstRun | Recording | None"]):
    NODE = Node.TITLE
    KEYS = (
        MOVE,
        CHOOSE.without_line(),
        number_keys(_ENTRIES - 1, N_("choose by number"), N_("choose")),
        _CONTINUE,
        KeyRow("D", N_("play the daily"), (("d", N_("daily")),), {_TODAY: "navigate_to('daily')"}),
        _REPLAY,
        KeyRow("A", N_("achievements"), (), {_NEXT_GOAL: "navigate_to('achievements')"}),
        KeyRow("→", N_("all games at Continue"), (), {"right,l": "left_games"}),
        FIND,
        MOUSE,
        PALETTE,
        LOAD_ROW,
        SUSPEND,
        replace(QUIT, line=(("ctrl+c", N_("quit")),)),
        HELP,
    )

    def __init__(self, services: Services, first: "FirstRun | Recording | None" = None) -> None:
        """Create the title; a replay opens over it at once."""
        super().__init__(services)
        self._first_run = first if isinstance(first, FirstRun) else FirstRun.NEVER
        self._first_replay = None if isinstance(first, FirstRun) else first
        self._welcome = _Welcome.NONE
        self._left: list[AutosaveSummary] = []
        self._has_begun = False
        """Whether what needs the engine and the settings is shown."""
        self._has_replay = False
        """Whether there is a recorded game to watch."""
        self._is_numbered = True
        """Whether the entries show their keys; the first frame does not wait for the settings."""
        self._logo = Logo(services.clock, _ENTRIES + _OTHER_ROWS)
        self.menu_list = MenuList(self.entries(), at=Node.PLAY, first=Node.PLAY)
        self._cards = tuple(map(TitleCard, (_TODAY, _LAST_GAMES, _NEXT_GOAL)))
        self._tip = Static(id="tip", markup=False)
        self._version = Static(id="version")
        self._idle_since_ns = services.clock()

    def contents(self) -> ComposeResult:
        with Horizontal(id="columns"), Vertical(id="left"):
            yield self._logo
            with Horizontal(id="choice"):
                yield self.menu_list
                yield Vertical(*self._cards, classes="card")
            self.hint.update(self.menu_list.current.sentence if self.menu_list.current else "")
            yield self.hint
            yield self._tip
        yield self._version

    def key_rows(self) -> Iterable[KeyRow]:
        """Return the keys; those of Continue and the last replay only where there is such a game."""
        missing = {_CONTINUE: not self._left, _REPLAY: not self._has_replay}
        return (row for row in self.KEYS if not missing.get(row))

    def on_mount(self) -> None:
        self._services.settings.changed.subscribe(self, self._apply_look)
        self.call_after_refresh(self._begin)

    def on_key(self, event: events.Key) -> None:
        """End the fall of the letters: a player who presses a key wants to play. Digits choose from any card."""
        self._logo.finish()
        self._restart_wait()
        if not self.menu_list.has_focus:
            self.menu_list.on_key(event)

    def on_screen_resume(self) -> None:
        self._restart_wait()
        if self._welcome is _Welcome.OPEN:
            # A key before the welcome may have moved the cursor.
            self.menu_list.highlighted = self.menu_list.place_of(None)
        self._show_left_games()
        if self._has_begun:
            self._show_news()
        if self._welcome is not _Welcome.NONE:
            self.call_next(self._greet)  # after this resume, when the screen takes choices again

    def action_continue(self) -> None:
        """Choose Continue, where a game was left."""
        if self._left:
            self.menu_list.highlighted = self.menu_list.place_of(Node.LEFT_GAME)
            self.menu_list.action_select()

    def action_last_replay(self) -> None:
        """Watch the last game that was recorded."""
        with errors_to(self._services.warn):
            if (last := self._services.stored_games.last_recorded()) is None:
                self.notify(_("No game was recorded yet."))
            else:
                self.navigate(Node.REPLAY, Trigger.KEY, last)

    def action_left_games(self) -> None:
        """List the games that were left, and the save slots."""
        if self._left:
            self.navigate(Node.LEFT_GAME, Trigger.KEY)

    def check_inactivity(self) -> None:
        """Start a demonstration after a time without keys."""
        # A guest's page would receive every frame of it.
        wait_s = 0 if is_guest() else self._services.settings.now.interface.attract_s
        idle_s = (self._services.clock() - self._idle_since_ns) / 1e9
        if wait_s and idle_s >= wait_s and self._services.appearance.may_move and self.app.screen is self:
            self.navigate(Node.ATTRACT, Trigger.EVENT)

    def entries(self) -> Iterator[Option]:
        """Return the menu; where no game was left, the place of the first entry stays free."""
        for place, edge in enumerate(edges_from(self.NODE, Trigger.MENU)):  # that of Continue is 0
            if edge.target is not Node.LEFT_GAME:
                numbered = self.edge_entry(edge)
                numbered.key = str(place) if self._is_numbered else ""
                yield numbered
            elif self._left:
                entry = self.edge_entry(edge, self._home.left_text(self._left), partial(self._continue, edge))
                if len(self._left) == 1:
                    entry.sentence = _("Resumes where you left off.")
                entry.key = "C" if self._is_numbered else ""
                yield entry
            else:
                yield static_line("")

    def _continue(self, edge: Edge) -> None:
        """Resume the game that was left, or list all if there are several."""
        if len(self._left) != 1:
            self.follow(edge)
            return
        self.navigate(Node.GAME, Trigger.CHOICE, self._home.resume(self._left[0]))

    def _show_left_games(self) -> None:
        services, was_left = self._services, bool(self._left)
        self._left = services.stored_games.left_games(has_played=services.run_state.has_played)
        is_untouched = self.menu_list.current_name in {"", Node.PLAY.value}  # where the cursor was at first
        at = Node.LEFT_GAME if self._left and not was_left and is_untouched else ""
        self.menu_list.show(self.entries(), at=at)
        if bool(self._left) is not was_left:
            self.show_keys()

    @on(events.MouseMove)
    def _restart_wait(self) -> None:
        self._idle_since_ns = self._services.clock()

    def _begin(self) -> None:
        columns = self.query_one("#columns")
        if not columns.is_attached:  # the program ends already
            return
        self._version.update(self._home.version)
        columns.mount(self._home.demo)
        self._has_begun = True
        self._show_numbers()
        self._services.stored_games.looks_for_left_games = True
        self._show_left_games()
        self._show_news()
        if self._is_to_welcome(has_left_games=bool(self._left)):
            self._welcome = _Welcome.DUE
        self._greet()
        if self._services.store.paths.match_ticket.exists():
            with errors_to(self._services.warn):
                self._services.online.connection.rejoin()
        if self._first_replay is not None:
            self.navigate(Node.REPLAY, Trigger.EVENT, self._first_replay)
        self.set_interval(_CHECK_S, self.check_inactivity)

    def _is_to_welcome(self, *, has_left_games: bool) -> bool:
        """Return whether to show the welcome: to a new player once, so only where it can be noted that it was shown."""
        if self._first_run is not FirstRun.IF_NEW:
            return self._first_run is FirstRun.ALWAYS
        is_new = not self._services.settings.now.interface.first_run_notice
        return is_new and not has_left_games and self._services.store.retention.includes(Retention.SETTINGS)

    def _greet(self) -> None:
        """Open the welcome once no other choice is open, or let the letters fall if none is due."""
        if self._welcome is _Welcome.DUE:
            if self._may_choose:
                self._welcome = _Welcome.OPEN
                self.navigate(Node.FIRST_RUN, Trigger.EVENT, payload=True)
        else:
            self._welcome = _Welcome.NONE
            steady = self._services.settings.now.interface.no_flashes  # each letter that lands flashes
            show = self._logo.fall if self._services.appearance.may_move and not steady else self._logo.finish
            show()

    def _apply_look(self, settings: "Settings") -> None:
        self._home.apply_look(settings)
        self._show_numbers()
        self.menu_list.show(self.entries())

    def _show_numbers(self) -> None:
        self._is_numbered = self._home.is_numbered
        self.set_class(not self._is_numbered, "-plain")

    def _show_news(self) -> None:
        """Show the tip, and the daily, the last games and the next goal."""
        self._tip.update(self._home.pop_tip(has_room=not self.has_class("-tiny")))
        for card, (title, lines) in zip(self._cards, self._home.cards(ascii_only=self.ascii_only), strict=True):
            card.show(title, lines)
        self._has_replay = self._home.has_replay
        self.show_keys()

    @cached_property
    def _home(self) -> "TitleHome":
        from piecement.ui.screens.title_home import TitleHome  # with the engine and the settings

        return TitleHome(self._services, self._logo)
