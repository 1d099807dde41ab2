"""All games that are kept, in any order."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import DataTable, Select, Static

from piecement.locations import STYLES
from piecement.menu_graph import Node
from piecement.menus.key_line import BACK_KEY, KeyLine
from piecement.menus.menu_screen import MenuScreen
from piecement.messages import GameChosen
from piecement.scoreboard.columns import COLUMNS, SORTED, Column
from piecement.scoreboard.game_table import GameReached, GameTable
from piecement.storage.errors import StorageError
from piecement.storage.records import StoredGame
from piecement.storage.scores import GameQuery, Listing
from piecement.storage.store import Store
from piecement_engine import MODES

if TYPE_CHECKING:
    from piecement.application import Piecement

_ANY: Final = ""
"""What is chosen where nothing is left out."""

_SPANS: Final = {_ANY: "any time", "1": "last day", "7": "last week", "30": "last month", "365": "last year"}
"""The days back that games can be chosen from."""


def build(app: "Piecement") -> "ScoreboardScreen":
    """Return the screen."""
    return ScoreboardScreen(app.store)


class Filter(Select[str]):
    """A list of what games can be chosen by."""

    def __init__(self, name: str, titles: Mapping[str, str]) -> None:
        options = [(title, value) for value, title in titles.items()]
        super().__init__(options, value=_ANY, allow_blank=False, compact=True, id=name)


class ScoreboardScreen(MenuScreen):
    """The scoreboard."""

    NODE = Node.SCOREBOARD
    CSS_PATH = STYLES / "scoreboard.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "sort(-1)", "Sort by the column to the left", show=False),
        Binding("right,l", "sort(1)", "Sort by the column to the right", show=False),
        Binding("r", "reverse", "Reverse", show=False),
        Binding("m", "filter('mode')", "Mode", show=False),
        Binding("p", "filter('preset')", "Preset", show=False),
        Binding("d", "filter('span')", "Date", show=False),
    ]

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._sort = next(column for column in SORTED if column.sort == "rank")
        self._is_reversed = False
        self._listing = Listing(())

    def compose(self) -> ComposeResult:
        """Lay out the filters over the table."""
        with Vertical(classes="page"):
            yield Static("Scoreboard", classes="heading")
            with Horizontal(id="filters"):
                yield Filter("mode", {_ANY: "all modes", **self._modes()})
                yield Filter("preset", {_ANY: "all presets", **{name: name for name in self._presets()}})
                yield Filter("span", _SPANS)
            yield GameTable(self._read)
            yield Static(id="hint")
        yield KeyLine(
            ("↑↓", "move"), ("Enter", "open"), ("←→", "sort"), ("R", "reverse"), ("M P D", "filter"), BACK_KEY
        )

    def on_mount(self) -> None:
        """Show the games."""
        self._show()
        self._table.focus()

    def on_screen_resume(self) -> None:
        """Show what is left after a game was looked at."""
        if self.is_mounted:
            self._show(self._table.index)

    def on_select_changed(self) -> None:
        """Choose other games."""
        if self.is_current:
            self._show()
            self._table.focus()

    def on_game_reached(self, event: GameReached) -> None:
        """Tell how far down the cursor is."""
        if self._listing:
            self._say(f"{event.index + 1:,} of {len(self._listing):,}".replace(",", " "))

    @on(DataTable.RowSelected)
    def open_game(self) -> None:
        """Show the game under the cursor."""
        if (game := self._table.game) is not None:
            self.post_message(GameChosen(game))

    @on(DataTable.HeaderSelected)
    def sort_by_header(self, event: DataTable.HeaderSelected) -> None:
        """Sort by the column of a header that was clicked; the same again turns the order round."""
        column = next((column for column in COLUMNS if column.name == event.column_key.value), None)
        if column is not None:
            same = next(other for other in SORTED if other.sort == column.sort)
            self._is_reversed = same is self._sort and not self._is_reversed
            self._sort = same
            self._show()

    def action_sort(self, step: int) -> None:
        """Sort by the next column."""
        self._sort = SORTED[(SORTED.index(self._sort) + step) % len(SORTED)]
        self._is_reversed = False
        self._show()
        self._table.scroll_to_region(self._table._get_column_region(1 + COLUMNS.index(self._sort)), animate=False)

    def action_reverse(self) -> None:
        """Turn the order round."""
        self._is_reversed = not self._is_reversed
        self._show()

    def action_filter(self, name: str) -> None:
        """Open the list of a filter."""
        choice = self.query_one(f"#{name}", Filter)
        choice.focus()
        choice.action_show_overlay()

    def action_back(self) -> None:
        """Leave a filter for the table, or the screen."""
        if self._table.has_focus or not self._listing:
            super().action_back()
        else:
            self._table.focus()

    def _show(self, index: int = 0) -> None:
        sort, descends = self._sort, self._sort.descends != self._is_reversed
        try:
            self._listing = self._store.games.listing(self._query(sort, descends=descends))
            bests = self._store.games.bests()
        except StorageError as error:
            self._listing, bests = Listing(()), frozenset[int]()
            self._say(str(error))
        self._table.display = bool(self._listing)
        self._table.show(
            self._listing, bests, sort, descends=descends, index=min(index, max(0, len(self._listing) - 1))
        )
        if not self._listing:
            self._say("No games here yet.")

    def _query(self, sort: Column, *, descends: bool) -> GameQuery:
        span = self._chosen("span")
        since = datetime.now().astimezone() - timedelta(days=int(span)) if span else None
        return GameQuery(
            mode=self._chosen("mode") or None,
            preset=self._chosen("preset") or None,
            since=since,
            sort=sort.sort,
            descending=descends,
        )

    def _read(self, ids: Sequence[int]) -> list[StoredGame]:
        try:
            return self._store.games.read(ids)
        except StorageError as error:
            self._say(str(error))
            return []

    def _modes(self) -> dict[str, str]:
        try:
            played = self._store.games.modes()
        except StorageError:
            return {}
        return {name: MODES[name].title if name in MODES else name for name in played}

    def _presets(self) -> tuple[str, ...]:
        try:
            return tuple(name for name in self._store.games.presets() if name)
        except StorageError:
            return ()

    def _chosen(self, name: str) -> str:
        return str(self.query_one(f"#{name}", Filter).value)

    def _say(self, sentence: str) -> None:
        self.query_one("#hint", Static).update(sentence)

    @property
    def _table(self) -> GameTable:
        return self.query_one(GameTable)
