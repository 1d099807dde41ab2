"""Totals of all games, figures of each mode, and the progress of the best results."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import DataTable, Static

from piecement.language import _
from piecement.session.formatting import clock_text, count_text
from piecement.session.plan import mode_headline, mode_title
from piecement.session.rule_sets import Leaderboard
from piecement.session.statistics import finesse_text
from piecement.storage.errors import StorageError
from piecement.storage.game_query import GameQuery
from piecement.storage.game_statistics import Totals, add_totals
from piecement.ui import STYLES
from piecement.ui.bases.filter_screen import FilterScreen
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, SCROLL, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.texts.plain_hints import wants_ascii
from piecement.ui.texts.results import Figure, feats, figure_table
from piecement.ui.widgets.game_table import SPANS, Filter, mode_titles, since
from piecement.ui.widgets.plot import COUNTS, PACES, TIMES, Curve, Graph, Kind, Plot, sign_of_curve
from piecement_engine import MODES

if TYPE_CHECKING:
    from piecement.ui.services import Services

_DAYS: Final = 60
"""Number of days in the graph of games a day."""

_LAST: Final = 200
"""Number of recent games of a mode in its graph."""

_NARROW: Final = 70
"""The columns that half of those days fit."""

_GRAPHS: Final = ("course", "pace", "daily")
_AXES: Final = {"time": _("Minutes and seconds")}
_COLOURS: Final[dict[Kind, str]] = {"points": "$secondary", "line": "$primary", "bars": "$primary"}

_HOUR_NS: Final = 3_600_000_000_000
_COLUMNS: Final = (
    _("Mode"),
    _("Games"),
    _("Won"),
    _("Time"),
    _("Pieces"),
    _("Lines"),
    _("Pieces/s"),
    _("Keys/piece"),
    _("Finesse"),
)
_BETWEEN: Final = 2
"""The blanks between two of them."""


def build(services: "Services", _: None) -> "StatisticsScreen":
    """Return the screen."""
    return StatisticsScreen(services)


class ModeTable(DataTable[Text], can_focus=False):
    """A row for each mode."""


class StatisticsScreen(FilterScreen, MenuScreen):
    """The statistics."""

    NODE = Node.STATISTICS
    KEYS = (
        SCROLL,
        KeyRow(
            "M D",
            _("choose mode and date"),
            (("M", _("mode")), ("D", _("date"))),
            {"m": "filter('mode')", "d": "filter('span')"},
        ),
        KeyRow("C", _("what costs most in all games"), (("C", _("coach")),), {"c": "navigate_to('habits')"}),
        KeyRow("B", _("count bot games"), (("B", _("bots")),), {"b": "count_bots"}),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "statistics.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._store = services.store
        self._leaderboard = services.games.leaderboard
        self._with_bots = False

    def compose(self) -> ComposeResult:
        """Lay out the figures, what rose, and the modes."""
        with Vertical(classes="page"):
            yield Static(_("Statistics"), classes="heading")
            with Horizontal(id="filters"):
                yield Filter("mode", mode_titles(self._store.games))
                yield Filter("span", SPANS)
            with VerticalScroll(id="all"):
                with Center():
                    yield Static(id="figures")
                for name in _GRAPHS:
                    yield Static(classes="caption", id=f"{name}-caption")
                    yield Plot(name)
                yield ModeTable(show_cursor=False)
            yield Static(id="hint", markup=False)
        yield self.key_line()

    def on_mount(self) -> None:
        """Show everything."""
        self._show()
        self.query_one("#all").focus()

    def on_select_changed(self) -> None:
        """Show what was chosen."""
        if self.is_current:
            self._show()
            self.query_one("#all").focus()

    def action_count_bots(self) -> None:
        """Count the games that bots played too, or leave them out again."""
        self._with_bots = not self._with_bots
        self._show()

    def action_back(self) -> None:
        """Leave a filter, or the screen."""
        scroll = self.query_one("#all")
        if scroll.has_focus:
            super().action_back()
        else:
            scroll.focus()

    @on(events.Resize)
    def _show(self) -> None:
        try:
            self._show_figures()
            self._show_graphs()
        except StorageError as error:
            self.show_hint(str(error))

    def _show_figures(self) -> None:
        query = replace(self._query, since=since(self.chosen("span"), datetime.now(UTC)))
        rows = self._store.statistics.totals(query)
        whole = add_totals(rows)
        self.query_one("#figures", Static).update(figure_table(_played(whole), _done(whole)))
        table = self.query_one(ModeTable)
        table.clear(columns=True)
        titles, *lines = _fitting([_COLUMNS, *map(_cells, rows)], self.query_one("#all").size.width)
        table.add_columns(*titles)
        table.add_rows([Text(cell) for cell in line] for line in lines)
        table.display = len(rows) > 1
        counted = _("Bot games are included.") if self._with_bots else _("Bot games are left out.")
        self.show_hint(counted if rows else _("No games here yet."))

    def _show_graphs(self) -> None:
        self._show_course()
        paces = self._store.statistics.paces(self._query, _LAST)
        pace = Graph(PACES, (Curve("points", paces),), _places(len(paces)))
        self._draw(
            "pace", Content.assemble(f"{_('Pieces per second')}   ", self._named("points", _("each game"))), pace
        )
        days = self._store.statistics.daily(_DAYS if self.size.width > _NARROW else _DAYS // 2, self._query)
        ticks = tuple((place, f"{day:%m-%d}") for place, day in enumerate(days, 1) if (len(days) - place) % 7 == 0)
        counts = Curve("bars", list(map(float, days.values())))
        streaks = self._store.statistics.streaks(query=self._query)
        row = (
            "\n" + _("Days in a row: {now} now, {most} at most").format(now=streaks.days, most=streaks.most_days)
            if streaks.most_days
            else ""
        )
        curves = (counts,) if any(days.values()) else ()
        label = _("the last {count} days, as month-day").format(count=len(days))
        self._draw("daily", Content(_("Games per day") + row), Graph(COUNTS, curves, label, ticks))

    def _show_course(self) -> None:
        if not self._mode:
            self._draw("course", Content(), Graph(COUNTS))
            return
        headline = mode_headline(self._mode)
        is_timed = headline == "time"
        board = self._leaderboard(MODES[self._mode], {}) if self._mode in MODES else Leaderboard(self._mode)
        # Where less is better, only a game that was won tells something.
        course = [point for point in self._store.statistics.history(board) if point.won or not is_timed][-_LAST:]
        unit = 1e9 if is_timed else 1.0
        best = Curve("line", [point.best / unit for point in course])
        each = Curve("points", [point.value / unit for point in course])
        graph = Graph(TIMES if is_timed else COUNTS, (best, each), _places(len(course)))
        now, most = self._store.statistics.wins_in_a_row(self._query)
        caption = Content.assemble(
            f"{_AXES.get(headline, headline.capitalize())}   ",
            self._named("points", _("each game")),
            "   ",
            self._named(
                "line",
                _("best so far, now {result}").format(result=_result(headline, course[-1].best)) if course else "",
            ),
            "\n" + _("Won in a row: {now} now, {most} at most").format(now=now, most=most) if most else "",
        )
        self._draw("course", caption, graph)

    def _named(self, kind: Kind, name: str) -> Content:
        """Return what a curve is, after the sign it is drawn with."""
        return Content.assemble((sign_of_curve(kind, ascii_only=wants_ascii(self)), _COLOURS[kind]), f" {name}")

    def _draw(self, name: str, caption: Content, graph: Graph) -> None:
        label = self.query_one(f"#{name}-caption", Static)
        label.update(caption)
        label.display = bool(graph.length)
        self.query_one(f"#{name}", Plot).show(graph)

    @property
    def _mode(self) -> str:
        return self.chosen("mode")

    @property
    def _query(self) -> GameQuery:
        return GameQuery(mode=self._mode or None, by_player=not self._with_bots)


def _places(games: int) -> str:
    """Return what the places of games along an axis stand for."""
    return _("the only game") if games == 1 else _("the last {games} games").format(games=games)


def _result(name: str, value: int) -> str:
    return clock_text(value) if name == "time" else count_text(name, value)


def _hours(time_ns: int) -> str:
    minutes = time_ns // (_HOUR_NS // 60)
    return _("{hours} h {minutes:02} min").format(hours=minutes // 60, minutes=minutes % 60)


def _played(whole: Totals) -> Iterator[Figure]:
    yield _("Games"), str(whole.games)
    yield _("Won"), str(whole.won)
    yield _("Time"), _hours(whole.time)
    yield _("Pieces"), str(whole.pieces)
    yield _("Lines"), str(whole.lines)
    yield _("Pieces/s"), f"{whole.pieces_per_second:.2f}"
    yield _("at best"), f"{whole.best_pieces_per_second:.2f}"
    yield _("Keys/piece"), f"{whole.presses_per_piece:.2f}"
    if whole.finesse is not None:
        yield _("Finesse"), finesse_text(whole.finesse)


def _done(whole: Totals) -> Iterator[Figure]:
    yield from feats(whole.counts)
    if whole.judged_pieces:
        yield _("Finesse faults"), str(whole.counts.faults)


def _fitting(lines: list[tuple[str, ...]], room: int) -> list[tuple[str, ...]]:
    """Return as many columns of a table, the first ones, as there is room for."""
    widths = (max(map(len, column)) + _BETWEEN for column in zip(*lines, strict=True))
    seen = sum(end <= room for end in accumulate(widths))
    return [line[:seen] for line in lines]


def _cells(row: Totals) -> tuple[str, ...]:
    return (
        mode_title(row.mode),
        str(row.games),
        str(row.won),
        _hours(row.time),
        str(row.pieces),
        str(row.lines),
        f"{row.pieces_per_second:.2f}",
        f"{row.presses_per_piece:.2f}",
        finesse_text(row.finesse),
    )
