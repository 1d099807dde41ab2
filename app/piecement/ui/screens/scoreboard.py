"""All stored games, those of one mode and set of rules at a time, with the best results over time."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from piecement.session.records import StoredGame
from piecement.settings.presets import rules_name
from piecement.storage.game_listing import Listing
from piecement.storage.game_query import GameQuery
from piecement.storage.game_statistics import HistoryPoint, add_totals
from piecement.terminal.canvas.flush_screen import FlushScreen
from piecement.ui.key_rows import LAST_KEYS, MOVE, TABS, KeyRow
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screen import NodeScreen
from piecement.ui.services import Services
from piecement.ui.texts.games import full_result, marks, mode_text
from piecement.ui.widgets.bar_chart import BarChart
from piecement.ui.widgets.board_picture import LastBoardPicture
from piecement.ui.widgets.filters import ANY, GameFilterLine
from piecement.ui.widgets.game_table import FIRST, GameColumn, GameTable, HeaderClicked
from piecement.ui.widgets.tab_bar import TabBar
from piecement_base.errors import StorageError
from piecement_base.formatting import clock_text, grouped
from piecement_base.language import N_, _, ngettext
from piecement_base.modes import mode_headline
from piecement_base.origin import Owner
from piecement_base.plan import Plan
from piecement_base.ranking import Leaderboard
from piecement_base.timestamps import day_text
from piecement_engine import MODES

_CHART_GAMES: Final = 200
"""Number of recent games in the chart."""

_FIRST_MODE: Final = "40_lines"
"""The mode that Enter plays where there are no games."""

_CURSOR_REST_S: Final = 0.15
"""Time that the cursor has to rest on a game before its board is looked for."""


class ScoreboardScreen(NodeScreen, FlushScreen[None]):
    """The scoreboard. Changes made by a key are painted in the same turn of the event loop."""

    NODE = Node.SCOREBOARD
    KEYS = (
        MOVE.without_line(),
        KeyRow("PgUp PgDn", N_("by page")),
        KeyRow("Home End", N_("first and last")),
        KeyRow("Enter", N_("open a game"), (("enter", N_("details")),)),
        KeyRow(
            N_("← → or H L"),
            N_("sort by another column"),
            (("left right", N_("sort")),),
            {"left,h": "sort(-1)", "right,l": "sort(1)"},
        ),
        KeyRow("R", N_("reverse the order"), (), {"r": "reverse"}),
        KeyRow("M", N_("choose a mode"), (("m", N_("mode")),), {"m": "filter('mode')"}),
        KeyRow(
            "F G", N_("choose rules, games"), (("f", N_("filter")),), {"f": "filter('rules')", "g": "filter('games')"}
        ),
        TABS,
        *LAST_KEYS,
    )
    AUTO_FOCUS: ClassVar[str | None] = "GameTable"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._store = services.store
        self._sort = FIRST
        self._is_reversed = False
        self._listing = Listing()
        self._is_outdated = False
        self._bests: frozenset[int] = frozenset()
        """Ids of the best games; read again on return, as another screen may have deleted some."""

        self._complaint = ""
        """Reason why no games are listed."""

        self._has_no_games = False
        """Whether no game was ever played."""

        self._rulesets: dict[str, frozenset[str]] = {}
        """Hashes of the rules of each name."""
        self._filters = self._new_filters()
        self._table = GameTable(self._read, self._follow_table, services.store.now)
        self._hint = Static(id="hint", markup=False)
        self._best_chart = BarChart("course", _("Best over time"))
        self._board = LastBoardPicture(services, "board")
        self._shown_game: int | None = None
        """Game whose board is shown."""
        self._count_text: Final = Static(id="count", markup=False)
        self._caption_text: Final = Static(id="caption")

    def contents(self) -> ComposeResult:
        """Lay out the filters over the table, the chart and the board."""
        chart = Vertical(self._best_chart, self._count_text, id="chart")
        with Vertical(id="scores"):
            yield TabBar(self.NODE)
            yield self._filters
            with Horizontal(id="both"):
                yield Vertical(self._table, chart, id="left")
                yield Vertical(self._caption_text, self._board, id="third")
            yield self._hint

    def on_mount(self) -> None:
        self._show()

    def on_screen_suspend(self) -> None:
        """Games may be deleted meanwhile."""
        self._is_outdated = True

    def on_screen_resume(self) -> None:
        """Show the games that are left, unless they were never hidden."""
        if self._is_outdated:
            self._bests = frozenset[int]()
            self._shown_game = None
            self._show(self._table.index)

    def on_filter_chosen(self) -> None:
        self._show()

    def on_game_opened(self) -> None:
        """Show the game under the cursor; without any game begin one."""
        if (game := self._table.game) is not None:
            self.navigate(Node.DETAILS, Trigger.CHOICE, game.id)
        elif self._has_no_games:
            self.navigate(Node.GAME, Trigger.CHOICE)

    def on_header_clicked(self, event: HeaderClicked) -> None:
        """Sort by the column of a header that was clicked; the same again turns the order round."""
        self._sort_by(event.column, reverse=event.column is self._sort and not self._is_reversed)

    def payloads(self) -> Mapping[Node, object]:
        return {Node.GAME: Plan(MODES[_FIRST_MODE])}

    def action_sort(self, step: int) -> None:
        """Sort by the next column."""
        columns = [column for column in self._table.columns if column.sort != FIRST.sort or column is FIRST]
        index = columns.index(self._sort) if self._sort in columns else 0
        self._sort_by(columns[(index + step) % len(columns)], reverse=False)

    def action_reverse(self) -> None:
        self._sort_by(self._sort, reverse=not self._is_reversed)

    def action_filter(self, name: str) -> None:
        self._filters.open(name)

    def _sort_by(self, column: GameColumn, *, reverse: bool) -> None:
        self._sort, self._is_reversed = column, reverse
        self._show()

    def _new_filters(self) -> GameFilterLine:
        """Return the filters: at first the mode that was played last, by the rules in use if it was played by them."""
        games = self._store.games
        rules, chosen = {ANY: _("all")}, {"rules": rules_name(self._services.settings.now)}
        with suppress(StorageError):
            self._rulesets = {rules.name: rules.rulesets for rules in games.rule_sets()}
            rules |= {name: _(name) for name in self._rulesets}
            last = games.read(games.ids(GameQuery(owner=Owner.OWN, sort="ended", descending=True), 1))
            if last:
                chosen["mode"] = last[0].mode
                if last[0].ruleset not in self._rulesets.get(chosen["rules"], ()):
                    chosen["rules"] = ANY
        return GameFilterLine(games, chosen, {"rules": (N_("Rules"), rules)})

    def _show(self, index: int = 0) -> None:
        sort, descends = self._sort, self._sort.descends != self._is_reversed
        self._is_outdated = self._has_no_games = False
        self._complaint = ""
        try:
            games, query = self._store.games, self._query(sort, descends=descends)
            self._listing = games.by_place(query) if sort is FIRST else games.listing(query)
            self._listing.page(index, 1)  # read now, so that an error is caught here
            self._bests = self._bests or games.bests()
            if not self._listing:
                self._has_no_games = not games.modes()
                self._complaint = _(_NO_GAMES if self._has_no_games else _NO_FITTING)
        except StorageError as error:
            self._listing = Listing()
            self._complaint = str(error)
        self.set_class(not self._listing, "-empty")
        self._table.display = bool(self._listing) or self._has_no_games
        self._show_chart()
        chosen = self._filters.chosen("mode")
        self._table.show(self._listing, self._bests, sort, descends=descends, mode=chosen, index=index)

    def _follow_table(self) -> None:
        """Show the place of the cursor, and its game."""
        game = self._table.game  # reads the page; an error sets `_complaint`
        shown = self._complaint or (self._place_text(game) if self._listing else "")
        fits = max(map(cell_len, (shown, str(self._hint.content)))) <= self._hint.size.width
        self._hint.update(shown, layout=not fits)  # as a layout takes a while
        self._show_game(game if self.has_class("-roomy") else None)
        self.paint_now(self._table, self._hint)

    def _query(self, sort: GameColumn, *, descends: bool) -> GameQuery:
        query = self._filters.game_query(self._store.now())
        rulesets = self._rulesets.get(self._filters.chosen("rules"))
        return replace(query, rulesets=rulesets, sort=sort.sort, descending=descends)

    def _read(self, start: int, count: int) -> list[StoredGame | None]:
        try:
            ids = self._listing.page(start, count)
            games = {game.id: game for game in self._store.games.read(ids)}
        except StorageError as error:
            self._complaint = str(error)
            return []
        return [games.get(game) for game in ids]

    def _place_text(self, game: StoredGame | None) -> str:
        """Return the place of the cursor in the list, and the reason if its game is unranked."""
        place = _("{place} of {count}").format(place=grouped(self._table.index + 1), count=grouped(len(self._listing)))
        return "  ".join(filter(None, (place, marks(game) if game else "")))

    def _show_chart(self) -> None:
        """Show the best results of the mode over time, if there is one mode."""
        chosen, bests, count = self._filters.chosen("mode"), list[float](), ""
        is_timed = mode_headline(chosen) == "time"

        def text(value: float) -> str:
            return clock_text(round(value)) if is_timed else grouped(round(value))

        with suppress(StorageError):
            if chosen:
                bests = self._bests_over_time(chosen)
            whole = add_totals(self._store.statistics.totals(self._query(FIRST, descends=False)))
            count = ngettext("{count} game, {won} won", "{count} games, {won} won", whole.games).format(
                count=whole.games, won=whole.won
            )
        self._best_chart.show(bests, f"{text(bests[0])} → {text(bests[-1])}" if bests else "", text)
        self.query_one("#chart").set_class(not bests, "-none")
        self._count_text.update(count)

    def _bests_over_time(self, chosen: str) -> list[float]:
        """Return the best result after each game of a mode, if there are several."""
        is_timed = mode_headline(chosen) == "time"
        # Where less is better, only a game that was won tells something.
        chosen_rules = self._rulesets.get(self._filters.chosen("rules"))
        hashes = frozenset[str]().union(*self._rulesets.values()) if chosen_rules is None else chosen_rules
        histories = (self._store.statistics.history(Leaderboard(chosen, "", ruleset)) for ruleset in sorted(hashes))
        longest = max(histories, key=len, default=list[HistoryPoint]())
        course = [point for point in longest if point.won or not is_timed][-_CHART_GAMES:]
        return [float(point.best) for point in course] if len(course) > 1 else []

    def _show_game(self, game: StoredGame | None) -> None:
        """Show the game with the cursor, and its last board once the cursor rests on it."""
        if (game.id if game else None) == self._shown_game:
            return
        self._shown_game = game.id if game else None
        caption = Content()
        if game is not None:
            ended = game.ended.astimezone()
            day = f"{day_text(ended, self._store.now())} {ended:%H:%M}"
            caption = Content.assemble((full_result(game), "bold"), f"   {day}\n", (mode_text(game), "$muted"))
        self._caption_text.update(caption)
        has_board = game is not None and game.has_recording
        self._board.find(partial(self._store.games.recording, game.id) if game and has_board else None, _CURSOR_REST_S)


_NO_FITTING: Final = N_("No games with these filters. M, F and G change them.")
_NO_GAMES: Final = N_("No games yet. Enter plays 40 Lines.")
