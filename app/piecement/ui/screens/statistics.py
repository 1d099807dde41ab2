"""The statistics of all games."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from functools import cached_property, partial
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from piecement.render.cells import pad, pad_left
from piecement.storage.game_query import GameQuery
from piecement.storage.game_statistics import Totals, add_totals
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS, SCROLL, TABS, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.screens.daily import WEEKDAYS
from piecement.ui.services import Services
from piecement.ui.texts.bars import heat
from piecement.ui.texts.label_lines import count_lines, fact_lines
from piecement.ui.widgets.bar_chart import GUTTER, BarChart
from piecement.ui.widgets.filters import FilterChosen, GameFilterLine
from piecement.ui.widgets.giant_digits import GiantDigits
from piecement.ui.widgets.tab_bar import TabBar
from piecement_base.daily import WEEK
from piecement_base.errors import StorageError, errors_to
from piecement_base.formatting import finesse_text, grouped
from piecement_base.language import N_, _, ngettext
from piecement_base.modes import mode_title
from piecement_base.timestamps import date_text

_CHART_GAMES: Final = 200
"""Number of recent games in the chart of the pace."""

_CHART_DAYS: Final = 30
"""Number of days in the chart of games per day."""

_MOST_PLAYED: Final = 6
"""Maximum number of modes."""

_HOUR_NS: Final = 3_600_000_000_000

_NO_GAMES: Final = N_("No games yet. Play one, and its figures are here.")

_MOST_WEEKS: Final = 52
"""Maximum number of weeks in the calendar."""


class StatisticsScreen(MenuScreen):
    """Charts, totals and records of the games that the filters choose."""

    NODE = Node.STATISTICS
    KEYS = (
        SCROLL.without_line(),
        KeyRow("M", N_("choose a mode"), (("m", N_("mode")),), {"m": "filter('mode')"}),
        KeyRow("G", N_("choose games"), (("g", N_("games")),), {"g": "filter('games')"}),
        KeyRow("C", N_("your costliest mistakes"), (("c", N_("coach")),), {"c": "navigate_to('habits')"}),
        TABS,
        *LAST_KEYS,
    )
    AUTO_FOCUS: ClassVar[str | None] = "#all"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._store = services.store
        self._filters = GameFilterLine(self._store.games, {}, {})
        self._pace = BarChart("pace", _("Pieces per second"), "{:.2f}".format)
        self._daily = BarChart("daily", _("Games per day"))
        self._finesse = BarChart("finesse", _("Finesse by game"), finesse_text)
        titles = (f"{_('Pace')} ({_('pieces/s')})", _("Finesse"), _("Games"))
        self._giant_figures: Final = {title: GiantDigits("") for title in titles}
        self._calendar_text: Final = Static(id="heat", classes="framed")
        self._totals_text: Final = Static(id="totals")
        self._more_text: Final = Static(id="more")
        self._modes_text: Final = Static(id="modes", classes="framed")
        self._clears_text: Final = Static(id="clears", classes="framed")
        self._leak_text: Final = Static(id="leak")

    def contents(self) -> ComposeResult:
        """Lay out the charts, and the totals beside them."""
        for title, widget in (
            *self._giant_figures.items(),
            (_("Most played"), self._modes_text),
            (_("Clears"), self._clears_text),
            (_("Calendar"), self._calendar_text),
        ):
            widget.add_class("framed")
            widget.border_title = title
        below = Horizontal(self._daily, Vertical(self._finesse, id="trend"), id="below")
        charts = Vertical(self._pace, self._calendar_text, below, id="charts")
        figures = Vertical(self._totals_text, self._more_text, id="figures", classes="framed")
        figures.border_title = _("Stats")
        beside = Vertical(figures, self._modes_text, self._clears_text, self._leak_text, id="beside")
        with Vertical(id="page"):
            yield TabBar(self.NODE)
            yield self._filters
            yield VerticalScroll(Horizontal(*self._giant_figures.values(), id="large"), charts, beside, id="all")
            yield self.hint

    def on_mount(self) -> None:
        """Show everything again in ASCII, or no longer in ASCII."""
        self.watch(self._services.terminal, "ascii_only", self._show, init=False)

    def action_filter(self, name: str) -> None:
        self._filters.open(name)

    @on(events.Resize)
    @on(FilterChosen)
    def _show(self) -> None:
        with errors_to(self.show_hint):
            query = self._filters.game_query(self._store.now())
            modes = self._store.statistics.totals(query)
            whole = add_totals(modes)
            self._show_charts(query)
            streak = self._store.statistics.day_streak(query)
            wins = self._store.statistics.wins_in_a_row(query)
            lines = partial(fact_lines, width=self._totals_text.content_size.width, before_long=" ", style="bold")
            self._totals_text.update(lines(_main_figures(whole, streak)))
            self._more_text.update(lines(_further_figures(whole, wins)))
            most_played = [(mode_title(one.mode), one.games) for one in modes[:_MOST_PLAYED]]
            self._modes_text.update(Content("\n").join(count_lines(most_played, ascii_only=self.ascii_only)))
            counts = whole.counts
            clears = (counts.singles, counts.doubles, counts.triples, counts.quads)
            titles = map(_, ("Singles", "Doubles", "Triples", "Quads"))
            bars = count_lines(list(zip(titles, clears, strict=True)), ascii_only=self.ascii_only)
            self._clears_text.update(Content("\n").join(bars))
            large = (f"{whole.pieces_per_second:.2f}", finesse_text(whole.finesse) or "-", str(whole.games))
            for digits, figure in zip(self._giant_figures.values(), large, strict=True):
                digits.figure = figure
            self._leak_text.update(self._biggest_leak)
            self.set_class(bool(self._biggest_leak), "-leaking")
            self.set_class(not whole.games, "-empty")
            self.set_class(bool(self._filters.chosen("mode")), "-one-mode")
            has_any = bool(self._store.games.modes())
            empty = _("No games with these filters. M and G change them.") if has_any else _(_NO_GAMES)
            self.show_hint("" if whole.games else empty)

    def _show_charts(self, query: GameQuery) -> None:
        paces = self._store.statistics.paces(query, _CHART_GAMES)
        last = ngettext("the last game", "the last {games} games", len(paces))
        self._pace.show(paces, last.format(games=len(paces)))
        # Of a whole year, as the shades of the calendar compare with its fullest day.
        days = self._store.statistics.daily((_MOST_WEEKS + 1) * WEEK, query)
        games = [*map(float, days.values())][-_CHART_DAYS:]
        self._daily.show(games, _("the last {count} days").format(count=_CHART_DAYS))
        finesses = self._store.statistics.finesses(query, _CHART_GAMES)
        last = ngettext("the last game", "the last {games} games", len(finesses))
        self._finesse.show(finesses, last.format(games=len(finesses)))
        self.query_one("#trend").set_class(not self._finesse.display, "-none")
        self._calendar_text.update(Content("\n").join(self._calendar_lines(days)))

    def _calendar_lines(self, days: Mapping[date, int]) -> Iterator[Content]:
        """Yield a line for each day of the week, with a cell for each week, the present one last."""
        names = [f"{_(name)} " for name in WEEKDAYS]
        wide, today = max(GUTTER, *map(cell_len, names)), max(days)
        room = self._calendar_text.content_size.width - wide
        weeks = min(_MOST_WEEKS, max(1, room // 2))
        before = " " * (room - 2 * weeks)
        first = today - timedelta(days=today.weekday() + WEEK * (weeks - 1))
        most = max(days.values()) or 1
        for weekday, name in enumerate(names):
            games = [days.get(day, 0) for week in range(weeks)
                     if (day := first + timedelta(days=weekday + WEEK * week)) <= today]  # fmt: skip
            cells = heat(games, most, ascii_only=self.ascii_only)
            yield Content.assemble((pad_left(name, wide), "$muted"), before, (cells, "$accent"))
        shades = _("less {shades} more").format(shades=heat(range(5), 4, ascii_only=self.ascii_only))
        span = f"{date_text(first)} - {date_text(today)}"
        key = pad(" " * wide + shades, wide + room - cell_len(span))
        yield Content.styled(f"{key}{span}", "$muted")

    @cached_property
    def _biggest_leak(self) -> Content:
        """The kind of mistake that costs most in all games, if the coach has reviewed any. Read once: that is slow."""
        from piecement.ui.texts.mistakes import biggest_leak  # brings the bots

        with suppress(StorageError):
            return biggest_leak([reviewed.mistakes for reviewed in self._store.game_reviews.all()])
        return Content()


def _hours(time_ns: int) -> str:
    minutes = time_ns // (_HOUR_NS // 60)
    if minutes < 60:
        return _("{minutes} min").format(minutes=minutes)
    return _("{hours} h {minutes:02} min").format(hours=minutes // 60, minutes=minutes % 60)


def _main_figures(whole: Totals, day_streak: int) -> Iterator[tuple[str, str]]:
    """Yield labels and totals."""
    yield _("Games"), grouped(whole.games)
    yield _("Wins"), grouped(whole.won)
    yield _("Time"), _hours(whole.time)
    yield _("Day streak"), str(day_streak)
    yield _("Pieces"), grouped(whole.pieces)
    yield _("Lines"), grouped(whole.lines)
    yield _("Quads"), grouped(whole.counts.quads)
    yield _("Spins"), grouped(whole.counts.spins)


def _further_figures(whole: Totals, wins: tuple[int, int]) -> Iterator[tuple[str, str]]:
    """Yield more labels and figures, for a terminal with room for them."""
    counts, now, most = whole.counts, *wins
    best = f"{whole.best_pace * 1e9:.2f}" if whole.best_pace else "-"
    yield _("Pieces/s"), _("{now}, best {most}").format(now=f"{whole.pieces_per_second:.2f}", most=best)
    yield _("Keys/piece"), f"{whole.presses_per_piece:.2f}"
    yield _("Finesse"), finesse_text(whole.finesse) or "-"
    yield _("Win streak"), _("{now}, best {most}").format(now=now, most=most)
    yield _("Perfect clears"), grouped(counts.perfect_clears)
    yield _("Best combo"), str(counts.max_combo)
    yield _("Best B2B"), str(counts.max_back_to_back)
