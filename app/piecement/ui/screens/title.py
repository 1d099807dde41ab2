"""The first screen: the name of the game falls into place above the menu.

It is shown before the engine and the settings are imported; the letters fall after that. A roomy terminal then shows
a game that plays itself, the last games, and the daily.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement_base.language import N_, _, ngettext
from piecement_base.formatting import seconds_text
from piecement.settings.retention import Retention
from piecement_base.errors import StorageError
from piecement.terminal.environment import is_guest
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import CHOOSE, HELP, LOAD_ROW, MOUSE, MOVE, PALETTE, QUIT, SUSPEND, KeyRow, number_keys
from piecement.ui.launch import FirstRun
from piecement.ui.menu_graph import Edge, Node, Trigger, edges_from
from piecement.ui.services import Services
from piecement.ui.widgets.logo import Logo
from piecement.ui.widgets.menu_list import MenuList, group_heading

if TYPE_CHECKING:
    from piecement.settings.settings import Settings
    from piecement.storage.autosave import AutosaveSummary
    from piecement.storage.store import Store
    from piecement.ui.widgets.previews import ModePreview
    from piecement_engine import Recording

_CHECK_S: Final = 1.0
"""The time between two checks for a player at the title."""

_OTHER_ROWS: Final = 5
"""The rows of the version, the explanation, the tip and the keys."""


_ENTRIES: Final = len(edges_from(Node.TITLE, Trigger.MENU))
_CONTINUE: Final = KeyRow("C", N_("continue your game"), (("c", N_("continue")),), {"c": "continue"})


class TitleScreen(MenuScreen):
    NODE = Node.TITLE
    KEYS = (
        MOVE,
        CHOOSE,
        number_keys(_ENTRIES - 1, N_("choose by number"), N_("choose")),
        _CONTINUE,
        KeyRow("D", N_("play the daily"), (("d", N_("daily")),), {"d": "navigate_to('daily')"}),
        KeyRow("→", N_("all games at Continue"), (), {"right,l": "left_games"}),
        KeyRow("/", PALETTE.does, (("slash", N_("find")),), {"slash": "app.command_palette"}),
        MOUSE,
        PALETTE,
        LOAD_ROW.without_line(),
        SUSPEND,
        replace(QUIT, line=(("ctrl+c", N_("quit")),)),
        HELP,
    )

    def __init__(self, services: Services, first: "FirstRun | Recording | None" = None) -> None:
        """Create the title; a replay opens over it at once."""
        super().__init__(services)
        self._first = first
        self._is_welcome_due = False
        """Whether the welcome opens as soon as no other choice is open."""
        self._is_welcoming = False
        """Whether the letters wait for the end of the welcome."""
        self._left: list[AutosaveSummary] = []
        self._logo = Logo(services.clock, _ENTRIES + _OTHER_ROWS)
        self._menu = MenuList(self._entries(), at=Node.PLAY, first=Node.PLAY)
        self._card = Static(classes="card")
        self._tip = Static(id="tip", markup=False)
        self._version = Static(id="version")
        self._demo: ModePreview | None = None
        self._idle_since_ns = services.clock()

    def contents(self) -> ComposeResult:
        with Horizontal(id="columns"), Vertical(id="left"):
            yield self._logo
            with Horizontal(id="choice"):
                yield self._menu
                yield self._card
            yield Static(self._menu.current.sentence if self._menu.current else "", id="hint")
            yield self._tip
        yield self._version

    def key_rows(self) -> Iterable[KeyRow]:
        """Return the keys; that of Continue only where there is a game to continue."""
        return (row for row in self.KEYS if row is not _CONTINUE or self._left)

    def on_mount(self) -> None:
        self._services.settings.changed.subscribe(self, self._apply_look)
        self.call_after_refresh(self._begin)

    def on_key(self) -> None:
        """End the fall of the letters: a player who presses a key wants to play."""
        self._logo.finish()
        self._restart_wait()

    def on_screen_resume(self) -> None:
        self._restart_wait()
        if self._is_welcoming:
            self._menu.highlighted = self._menu.place_of(None)  # a key before the welcome may have moved the cursor
        self._show_left_games()
        if self._demo is not None:
            self._tell()
            self._demo.run()
        if self._is_welcome_due or self._is_welcoming:
            self.call_next(self._greet)  # as soon as a choice can be made again

    def on_screen_suspend(self) -> None:
        """Stop the demonstration below another screen."""
        if self._demo is not None:
            self._demo.stop()

    def action_continue(self) -> None:
        """Choose Continue, where a game was left."""
        if self._left:
            self._menu.highlighted = self._menu.place_of(Node.LEFT_GAME)
            self._menu.action_select()

    def action_left_games(self) -> None:
        """List the games that were left, and the save slots."""
        if self._left:
            self.navigate(Node.LEFT_GAME, Trigger.KEY)

    def check_inactivity(self) -> None:
        """Start a demonstration after a time without keys."""
        wait_s = 0 if is_guest() else self._services.settings.now.computer.attract_s  # whose page would be sent it
        idle_s = (self._services.clock() - self._idle_since_ns) / 1e9
        if wait_s and idle_s >= wait_s and self._services.appearance.may_move and self.app.screen is self:
            self.navigate(Node.ATTRACT, Trigger.EVENT)

    def _entries(self) -> Iterator[Option]:
        """Return the menu; where no game was left, the place of the first entry stays free."""
        for edge in edges_from(self.NODE, Trigger.MENU):
            if edge.target is not Node.LEFT_GAME:
                yield self.edge_entry(edge)
            elif self._left:
                entry = self.edge_entry(edge, self._left_text(), partial(self._continue, edge))
                if len(self._left) == 1:
                    entry.sentence = _("Resumes where you left off.")
                yield entry
            else:
                yield group_heading("")

    def _left_text(self) -> str:
        """Return the name of the game that was left, or the number of games."""
        from piecement_base.plan import mode_title

        if len(self._left) > 1:
            return ngettext("{count} game", "{count} games", len(self._left)).format(count=len(self._left))
        (game,) = self._left
        return f"{mode_title(game.origin.mode)} {seconds_text(game.time_ns)}"

    def _continue(self, edge: Edge) -> None:
        """Resume the game that was left, or list all if there are several."""
        if len(self._left) != 1:
            self.follow(edge)
            return
        from piecement.storage.autosave import Autosave  # comes with the whole engine

        token = self._left[0].origin.token
        self.navigate(Node.GAME, Trigger.CHOICE, Autosave.of(*self._services.store.autosaves.resume(token)))

    def _show_left_games(self) -> None:
        was_left, self._left = bool(self._left), self._services.games.left_games()
        current = self._menu.current
        is_untouched = current is None or current.id == Node.PLAY.value  # where the cursor was at first
        at = Node.LEFT_GAME if self._left and not was_left and is_untouched else ""
        self._menu.show(self._entries(), at=at)
        if bool(self._left) is not was_left:
            self.show_keys()

    @on(events.MouseMove)
    def _restart_wait(self) -> None:
        self._idle_since_ns = self._services.clock()

    def _begin(self) -> None:
        columns = self.query_one("#columns")
        if not columns.is_attached:  # the program ends already
            return
        from piecement.ui.widgets.previews import ModePreview
        from piecement_engine.version import __version__  # comes with the whole engine

        self._version.update(__version__)
        self._demo = ModePreview(self._services.clock, self._services.appearance.look)
        self._demo.add_class("third")
        columns.mount(self._demo)
        self._services.games.look_for_left_games()
        self._show_left_games()
        self._apply_look(self._services.settings.now)
        self._tell()
        self._is_welcome_due = self._is_to_welcome(has_left_games=bool(self._left))
        self._greet()
        self._services.online.rejoin()
        if self._first is not None and not isinstance(self._first, FirstRun):
            self.navigate(Node.REPLAY, Trigger.EVENT, self._first)
        self.set_interval(_CHECK_S, self.check_inactivity)

    def _is_to_welcome(self, *, has_left_games: bool) -> bool:
        """Return whether to show the welcome: to a new player once, so only where it can be noted that it was shown."""
        if self._first is not FirstRun.IF_NEW:
            return self._first is FirstRun.ALWAYS
        is_new = not self._services.settings.now.interface.first_run_notice
        return is_new and not has_left_games and self._services.store.retention.includes(Retention.SETTINGS)

    def _greet(self) -> None:
        """Open the welcome when it is due, after what a key chose before it; let the letters fall else."""
        if self._is_welcome_due and self._may_choose:
            self._is_welcome_due, self._is_welcoming = False, True
            self.navigate(Node.FIRST_RUN, Trigger.EVENT, payload=True)
        elif not self._is_welcome_due:
            self._is_welcoming = False
            show = self._logo.fall if self._services.appearance.may_move else self._logo.finish
            show()

    def _apply_look(self, settings: "Settings") -> None:
        from piecement.ui.widgets.logo_paint import paint_of  # comes with all skins
        from piecement_engine import MODES

        look = self._services.appearance.look
        self._logo.paint = paint_of(look)
        if self._demo is not None:
            rules = MODES["marathon"].rules_with(settings.gameplay.overrides(key_releases=True))
            self._demo.show_rules(rules, look._replace(hud=frozenset(), figures=frozenset(), blindfold=False))

    def _tell(self) -> None:
        """Show the tip, and the daily, the last games and the next goal."""
        from piecement.settings.styles import news_of
        from piecement.ui.texts.home import goal_lines, last_game_lines, today_lines

        store = self._services.store
        self._tip.update(news_of(self._services.settings.now) or self._tip_text())
        titles: dict[str, Callable[[Store], list[Content]]] = {
            _("TODAY"): today_lines,
            _("LAST GAMES"): last_game_lines,
            _("NEXT GOAL"): partial(goal_lines, ascii_only=self.ascii_only),
        }
        groups: list[Content] = []
        for title, lines_of in titles.items():
            with suppress(StorageError):
                if lines := lines_of(store):
                    groups.append(Content("\n").join([Content.styled(title, "$muted"), *lines]))
        self._card.update(Content("\n\n").join(groups))

    def _tip_text(self) -> str:
        """Return the tip that the last game gave occasion for, one a day, and note that it was shown."""
        from piecement_base.plan import utc_day
        from piecement.ui.texts.tips import tip_text

        now, name = self._services.settings.now, self._services.games.tip
        today = utc_day(self._services.store.now()).isoformat()
        is_new = name not in now.interface.seen_tips
        if not name or self.has_class("-tiny") or (is_new and now.interface.tip_day == today):
            return ""
        if is_new:
            seen = now.interface.with_values(seen_tips=(*now.interface.seen_tips, name), tip_day=today)
            self._services.settings.apply(now.with_values(interface=seen))
        return tip_text(name)
