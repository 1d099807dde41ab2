"""The statistics of all games, and the achievements."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement_base.language import N_, _, ngettext
from piecement.session.achievements import ACHIEVEMENTS, Achievement
from piecement_base.formatting import day_text, from_ms, grouped
from piecement_base.plan import mode_title
from piecement.session.statistics import finesse_text
from piecement_base.errors import StorageError, errors_to
from piecement.storage.game_query import GameQuery
from piecement.storage.game_statistics import Streaks, Totals, add_totals
from piecement.storage.player_data import AchievementProgress
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS, MOVE, SCROLL, TABS, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.screens.scoreboard import MINE, SPANS, games_query, mode_titles
from piecement.ui.services import Services
from piecement.ui.texts.bars import dots, meter
from piecement.ui.texts.home import distance, progress_text
from piecement.ui.widgets.bar_chart import BarChart
from piecement.ui.widgets.choices import Closed
from piecement.ui.widgets.filters import FilterChosen, FilterLine
from piecement.ui.widgets.menu_list import PlainList
from piecement.ui.widgets.tab_bar import TabBar

_LAST: Final = 200
"""Number of recent games in the chart of the pace."""

_DAYS: Final = 30
"""Number of days in the chart of games per day."""

_HOUR_NS: Final = 3_600_000_000_000

_MODES: Final = 6
"""Number of modes beside the games per day."""

_TITLE: Final = 16
_METER: Final = 12
"""Columns of the title of a mode, and of its meter."""


class StatisticsScreen(MenuScreen):
    """The statistics."""

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
        filters = {"mode": (N_("Mode"), mode_titles(self._store.games)), "games": (N_("Games"), SPANS)}
        self._filters = FilterLine(filters, {"games": MINE})
        self._pace = BarChart("pace", _("Pieces per second"), "{:.2f}".format)
        self._daily = BarChart("daily", _("Games per day"))
        self._totals_text: Final = Static(id="totals")
        self._more_text: Final = Static(id="more")
        self._modes_text: Final = Static(id="modes")
        self._leak_text: Final = Static(id="leak")

    def contents(self) -> ComposeResult:
        """Lay out the charts, and the totals beside them."""
        charts = Vertical(self._pace, Horizontal(self._daily, self._modes_text, id="below"), id="charts")
        beside = Vertical(self._totals_text, self._more_text, self._leak_text, id="beside")
        with Vertical(id="page"):
            yield TabBar(self.NODE)
            yield self._filters
            yield VerticalScroll(charts, beside, id="all")
            yield Static(id="hint", markup=False)
        yield self._filters.menu

    def on_closed(self, _: Closed) -> None:
        self.query_one("#all").focus()

    def action_filter(self, name: str) -> None:
        self._filters.open(name)

    @on(events.Resize)
    @on(FilterChosen)
    def _show(self) -> None:
        with errors_to(self.show_hint):
            query = games_query(self._filters.chosen("games"), self._store.now(), self._filters.chosen("mode"))
            modes = self._store.statistics.totals(query)
            whole = add_totals(modes)
            self._show_charts(query)
            streaks = self._store.statistics.streaks(query=query)
            wins = self._store.statistics.wins_in_a_row(query)
            self._totals_text.update(_lines(_totals(whole, streaks)))
            self._more_text.update(_lines(_more(whole, wins)))
            self._modes_text.update(Content("\n").join(self._mode_lines(modes)))
            self._leak_text.update(self._leak())
            self.set_class(not whole.games, "-empty")
            has_any = bool(self._store.games.modes())
            empty = _("No games with these filters. M and G change them.") if has_any else _(_NO_GAMES)
            self.show_hint(_("C shows the worst moments of all your games.") if whole.games else empty)

    def _show_charts(self, query: GameQuery) -> None:
        paces = self._store.statistics.paces(query, _LAST)
        last = ngettext("the last game", "the last {games} games", len(paces))
        self._pace.show(paces, last.format(games=len(paces)))
        days = [float(games) for games in self._store.statistics.daily(_DAYS, query).values()]
        self._daily.show(days, _("the last {count} days").format(count=_DAYS))

    def _mode_lines(self, modes: Sequence[Totals]) -> Iterator[Content]:
        """Yield the modes that were played most, with their games."""
        if len(modes) > 1:
            yield Content.styled(_("Most played").upper(), "$muted")
        for one in modes[:_MODES] if len(modes) > 1 else ():
            title = set_cell_size(mode_title(one.mode), _TITLE)
            bar = meter(one.games / modes[0].games, _METER, ascii_only=self.ascii_only)
            yield Content.assemble(f"{title} ", (bar, "$accent"), (f" {grouped(one.games):>5}", "bold"))

    def _leak(self) -> Content:
        """Return the kind of mistake that costs most in all games, if the coach has reviewed any."""
        from piecement.session.bots.review import Mistakes  # brings the bots
        from piecement.ui.texts.mistakes import KINDS

        whole, games = Mistakes(), 0
        with suppress(StorageError):
            for reviewed in self._store.game_reviews.all():
                whole.add(reviewed.mistakes)
                games += 1
        if not whole.losses:
            return Content()
        kind = max(whole.losses, key=lambda kind: whole.losses[kind])
        times = whole.times[kind] / games
        said = _("{kind}: {times} per game").format(kind=_(KINDS[kind]), times=f"{times:.1f}")
        return Content.assemble((_("Biggest leak").upper(), "$muted"), "\n", said)


_NO_GAMES: Final = N_("No games yet. Play one, and its figures are here.")


def _lines(lines: Iterator[str]) -> Content:
    return Content("\n").join(map(Content, lines))


def _hours(time_ns: int) -> str:
    minutes = time_ns // (_HOUR_NS // 60)
    if minutes < 60:
        return _("{minutes} min").format(minutes=minutes)
    return _("{hours} h {minutes:02} min").format(hours=minutes // 60, minutes=minutes % 60)


def _totals(whole: Totals, streaks: Streaks) -> Iterator[str]:
    """Yield the totals, a figure a line."""
    counts = whole.counts
    yield ngettext("{count} game, {won} won", "{count} games, {won} won", whole.games).format(
        count=grouped(whole.games), won=grouped(whole.won)
    )
    yield _hours(whole.time)
    yield ngettext("{count} day in a row", "{count} days in a row", streaks.days).format(count=streaks.days)
    yield ngettext("{count} piece", "{count} pieces", whole.pieces).format(count=grouped(whole.pieces))
    yield ngettext("{count} line", "{count} lines", whole.lines).format(count=grouped(whole.lines))
    yield ngettext("{count} quad", "{count} quads", counts.quads).format(count=grouped(counts.quads))
    yield ngettext("{count} spin", "{count} spins", counts.spins).format(count=grouped(counts.spins))


def _more(whole: Totals, wins: tuple[int, int]) -> Iterator[str]:
    """Yield more figures, for a terminal with room for them."""
    counts, now, most = whole.counts, *wins
    yield _("pace {pace}, best {best}").format(
        pace=f"{whole.pieces_per_second:.2f}", best=f"{whole.best_pieces_per_second:.2f}"
    )
    yield _("keys per piece {count}").format(count=f"{whole.presses_per_piece:.2f}")
    if whole.finesse is not None:
        yield _("finesse {part}").format(part=finesse_text(whole.finesse))
    yield _("Win streak: {now} now, best {most}").format(now=now, most=most)
    yield ngettext("{count} perfect clear", "{count} perfect clears", counts.perfect_clears).format(
        count=grouped(counts.perfect_clears)
    )
    yield _("best combo {count}").format(count=counts.max_combo)
    yield _("best B2B {count}").format(count=counts.max_back_to_back)


_TITLE_WIDTH: Final = 18
_SIGN_WIDTH: Final = 2
_MOST_WIDTH: Final = 110
_BESIDE: Final = 9
"""Columns of the page, the row and the scrollbar beside a line."""


_BY_NAME: Final = {one.name: one for one in ACHIEVEMENTS}


class AchievementsScreen(MenuScreen):
    NODE = Node.ACHIEVEMENTS
    KEYS = (MOVE, TABS, *LAST_KEYS)
    AUTO_FOCUS: ClassVar[str | None] = "PlainList"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._earned: Mapping[str, int] = {}
        self._progress: Mapping[str, AchievementProgress] = {}
        achievements = services.store.achievements
        with errors_to(services.warn):
            achievements.count()  # games of before they were counted, or of another process
            self._earned = achievements.earned()
            self._progress = achievements.progress()

    def contents(self) -> ComposeResult:
        count = _("{earned} of {all}").format(earned=len(self._earned), all=len(ACHIEVEMENTS))
        with Vertical(id="page"):
            yield TabBar(self.NODE)
            yield Static(count, id="count")
            nearest = sorted(ACHIEVEMENTS, key=lambda one: (one.name in self._earned, distance(one, self._progress)))
            yield PlainList(*(Option("", id=one.name) for one in nearest), list_id="achievements")
            yield Static(id="hint", markup=False)

    @on(events.Resize)
    def show_card(self) -> None:
        """Draw the rows anew: the one with the cursor has no colours."""
        rows = self.query_one(PlainList)
        for index, row in enumerate(rows.options):
            line = self._line(_BY_NAME[str(row.id)], is_current=index == rows.highlighted)
            rows.replace_option_prompt_at_index(index, line)

    def sentence(self, option: Option) -> str:
        return _(_BY_NAME[str(option.id)].sentence)

    def _line(self, one: Achievement, *, is_current: bool) -> Content:
        """Return the text of a row; the one with the cursor has no colours, as the cursor has its own."""
        is_earned = one.name in self._earned
        sign = dots([is_earned], ascii_only=self.ascii_only)
        figure = self._figure(one)
        room = max(
            0, min(_MOST_WIDTH, self.size.width) - _BESIDE - _SIGN_WIDTH - _TITLE_WIDTH - 1 - 1 - cell_len(figure)
        )
        sentence = _(one.sentence)
        sentence = set_cell_size(sentence, room) if room >= cell_len(sentence) else " " * room
        title = f"{sign} {set_cell_size(_(one.title), _TITLE_WIDTH)} "
        if is_current:
            return Content(f"{title}{sentence} {figure}")
        muted = "$muted" if is_earned else ""
        return Content.assemble((title, muted), (sentence, "$muted"), " ", (figure, "$good" if is_earned else "$muted"))

    def _figure(self, one: Achievement) -> str:
        """Return the day of an achievement, or how far it is."""
        if (earned_ms := self._earned.get(one.name)) is not None:
            return day_text(from_ms(earned_ms), self._services.store.now())
        progress = self._progress.get(one.name)
        if progress is None or not progress.value:
            return "-"
        return progress_text(one, progress)
