"""What all games come to: totals, each mode's own, and how the best rose."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical, VerticalScroll
from textual.widgets import DataTable, Sparkline, Static

from piecement.session.clock_text import clock_text
from piecement.session.origin import mode_headline, mode_title
from piecement.session.statistics import finesse_text
from piecement.storage.errors import StorageError
from piecement.storage.game_query import GameQuery
from piecement.storage.game_statistics import CoursePoint, Totals, sum_of
from piecement.storage.store import Store
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, SCROLL, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.result_table import Figure, feats, figure_table
from piecement.ui.widgets.game_filters import SPANS, Filter, mode_titles, since
from piecement.ui.widgets.plain_sparkline import PlainSparkline

if TYPE_CHECKING:
    from piecement.ui.services import Services

_DAYS: Final = 60
"""How many days back the games of each day are shown."""

_LAST: Final = 200
"""How many of the last games of a mode are shown."""

_LEAST: Final = 0.25
"""The part of its height that the worst game of a line is drawn with."""

Summary = Callable[[Sequence[float]], float]

_HOUR_NS: Final = 3_600_000_000_000
_COLUMNS: Final = ("Mode", "Games", "Won", "Time", "Pieces", "Lines", "Pieces/s", "Keys/piece", "Finesse")
_BETWEEN: Final = 2
"""The blanks between two of them."""


def build(services: "Services", _: None) -> "StatisticsScreen":
    """Return the screen."""
    return StatisticsScreen(services.store)


class ModeTable(DataTable[Text], can_focus=False):
    """A row for each mode."""


class StatisticsScreen(MenuScreen):
    """The statistics."""

    NODE = Node.STATISTICS
    KEYS = (
        SCROLL,
        KeyRow(
            "M D",
            "choose mode and date",
            (("M", "mode"), ("D", "date")),
            {"m": "filter('mode')", "d": "filter('span')"},
        ),
        KeyRow("B", "count the games of bots", (("B", "bots"),), {"b": "count_bots"}),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "statistics.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._with_bots = False

    def compose(self) -> ComposeResult:
        """Lay out the figures, what rose, and the modes."""
        with Vertical(classes="page"):
            yield Static("Statistics", classes="heading")
            with Horizontal(id="filters"):
                yield Filter("mode", mode_titles(self._store.games))
                yield Filter("span", SPANS)
            with VerticalScroll(id="all"):
                with Center():
                    yield Static(id="figures")
                yield Static(classes="caption", id="each-caption")
                yield PlainSparkline(id="each", summary_function=max)
                yield Static(classes="caption", id="best-caption")
                yield PlainSparkline(id="best", summary_function=max)
                yield ModeTable(show_cursor=False)
            yield Static(id="hint", markup=False)
        yield self.key_line()

    def on_mount(self) -> None:
        """Show everything."""
        self._show()
        self.query_one("#all").focus()

    def on_resize(self) -> None:
        """Use the room there is."""
        self._show()

    def on_select_changed(self) -> None:
        """Show what was chosen."""
        if self.is_current:
            self._show()
            self.query_one("#all").focus()

    def action_filter(self, name: str) -> None:
        """Open the list of a filter."""
        choice = self.query_one(f"#{name}", Filter)
        choice.focus()
        choice.action_show_overlay()

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

    def _show(self) -> None:
        try:
            self._show_figures()
            self._show_course()
        except StorageError as error:
            self.query_one("#hint", Static).update(str(error))

    def _show_figures(self) -> None:
        query = replace(self._query, since=since(self._chosen("span"), datetime.now(UTC)))
        rows = self._store.statistics.totals(query)
        whole = sum_of(rows)
        self.query_one("#figures", Static).update(figure_table(_played(whole), _done(whole)))
        table = self.query_one(ModeTable)
        table.clear(columns=True)
        titles, *lines = _fitting([_COLUMNS, *map(_cells, rows)], self.query_one("#all").size.width)
        table.add_columns(*titles)
        table.add_rows([Text(cell) for cell in line] for line in lines)
        table.display = len(rows) > 1
        counted = "Games of bots are counted too." if self._with_bots else "Games of bots are not counted."
        self.query_one("#hint", Static).update(counted if rows else "No games here yet.")

    def _show_course(self) -> None:
        if self._mode:
            self._show_mode(self._mode)
            return
        streaks = self._store.statistics.streaks(query=self._query)
        counts = self._store.statistics.daily(_DAYS, self._query)
        self._draw("each", f"Games a day, the last {_DAYS} days", [float(count) for count in counts], max)
        sentence = f"Days in a row: {streaks.days} now, {streaks.most_days} at most"
        self._draw("best", sentence if streaks.most_days else "", [], max)

    def _show_mode(self, mode: str) -> None:
        headline = mode_headline(mode)
        # Where less is better, only a game that was won tells something.
        course = [point for point in self._store.statistics.course(mode) if point.won or headline != "time"][-_LAST:]
        now, most = self._store.statistics.wins_in_a_row(self._query)
        won = f"   Won in a row: {now} now, {most} at most" if most else ""
        told = f"The best so far, now {_result(headline, course[-1].best)}" if course else ""
        captions = {"value": f"{headline.capitalize()} of each game{won}", "best": told}
        for name, field in (("each", "value"), ("best", "best")):
            values = _values(course, field)
            self._draw(name, captions[field], values, best_highest(values, less_is_better=headline == "time"))

    def _draw(self, name: str, caption: str, values: list[float], summary: Summary) -> None:
        self.query_one(f"#{name}-caption", Static).update(caption)
        line = self.query_one(f"#{name}", Sparkline)
        line.summary_function = summary
        line.data = values
        line.display = len(values) > 1

    def _chosen(self, name: str) -> str:
        return self.query_one(f"#{name}", Filter).chosen

    @property
    def _mode(self) -> str:
        return self._chosen("mode")

    @property
    def _query(self) -> GameQuery:
        return GameQuery(mode=self._mode or None, by_player=not self._with_bots)


def best_highest(values: Sequence[float], *, less_is_better: bool) -> Summary:
    """Return what draws the best of some values at full height and the worst at `_LEAST` of it.

    It stands for the function that a sparkline sums up the values of one column with; the sparkline itself draws the
    least of all values at no height.
    """
    low, high = min(values, default=0.0), max(values, default=0.0)
    extent = high - low

    def summary(part: Sequence[float]) -> float:
        better = high - min(part) if less_is_better else max(part) - low
        return low + (extent or 1.0) * (_LEAST + (1 - _LEAST) * (better / extent if extent else 1.0))

    return summary


def _values(course: list[CoursePoint], name: str) -> list[float]:
    return [float(getattr(point, name)) for point in course]


def _result(name: str, value: int) -> str:
    return clock_text(value) if name == "time" else f"{value} {name}"


def _hours(time_ns: int) -> str:
    minutes = time_ns // (_HOUR_NS // 60)
    return f"{minutes // 60} h {minutes % 60:02} min"


def _played(whole: Totals) -> Iterator[Figure]:
    yield "Games", str(whole.games)
    yield "Won", str(whole.won)
    yield "Time", _hours(whole.time)
    yield "Pieces", str(whole.pieces)
    yield "Lines", str(whole.lines)
    yield "Pieces/s", f"{whole.pieces_per_second:.2f}"
    yield "at best", f"{whole.best_pieces_per_second:.2f}"
    yield "Keys/piece", f"{whole.presses_per_piece:.2f}"
    if whole.finesse is not None:
        yield "Finesse", finesse_text(whole.finesse)


def _done(whole: Totals) -> Iterator[Figure]:
    yield from feats(whole.counts)
    if whole.judged_pieces:
        yield "Finesse faults", str(whole.counts.faults)


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
