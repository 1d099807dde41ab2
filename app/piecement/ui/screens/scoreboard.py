"""All games that are kept, in any order."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from piecement.language import _, ngettext
from piecement.session.records import StoredGame
from piecement.storage.errors import StorageError
from piecement.storage.game_query import GameQuery, Listing
from piecement.terminal.canvas.canvas import FlushScreen
from piecement.ui import STYLES
from piecement.ui.bases.filter_screen import FilterScreen
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, MOVE, KeyRow, bindings_of
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.texts.games import LEGEND, SORTED, GameColumn, marks, order_text
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.canvases import RowScrollbar, TextCanvas
from piecement.ui.widgets.game_table import SPANS, Filter, GameTable, HeaderClicked, mode_titles, preset_titles, since

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", _: None) -> "ScoreboardScreen":
    """Return the screen."""
    return ScoreboardScreen(services)


class ScoreboardScreen(FlushScreen[None], FilterScreen, MenuScreen):
    """The scoreboard. What a key changes of it is painted in the same turn."""

    NODE = Node.SCOREBOARD
    KEYS = (
        MOVE,
        KeyRow("PgUp PgDn", _("by a page")),
        KeyRow("Home End", _("first and last")),
        KeyRow("Enter", _("open a game"), (("Enter", _("open")),)),
        KeyRow(
            _("← → or H L"),
            _("sort by another column"),
            (("←→", _("sort")),),
            {"left,h": "sort(-1)", "right,l": "sort(1)"},
        ),
        KeyRow("R", _("reverse the order"), (("R", _("reverse")),), {"r": "reverse"}),
        KeyRow(
            "M P D",
            _("mode, preset, date"),
            (("M P D", _("filter")),),
            {"m": "filter('mode')", "p": "filter('preset')", "d": "filter('span')"},
        ),
        KeyRow("I", _("hand in to the server"), (), {"i": "hand_in"}),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "scoreboard.tcss"

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._store = services.store
        self._online = services.online
        self._sort = next(column for column in SORTED if column.sort == "rank")
        self._is_reversed = False
        self._listing = Listing()
        self._shown_filters: tuple[str, ...] = ()
        self._is_outdated = False
        self._bests: frozenset[int] = frozenset()
        """The best games; what is deleted on another screen may be among them."""

        self._complaint = ""
        """Why there are no games to be seen."""

        self._order = TextCanvas(id="order", classes="heading")
        self._table = GameTable(self._read, self._follow_table)
        self._scrollbar = RowScrollbar(self._table.scroll_rows)
        self._rows = Horizontal(self._table, self._scrollbar, id="listing")
        self._hint = TextCanvas(id="hint")

    def compose(self) -> ComposeResult:
        """Lay out the filters over the table."""
        with Vertical(classes="page"):
            yield self._order
            with Horizontal(id="filters"):
                yield Filter("mode", mode_titles(self._store.games))
                yield Filter("preset", preset_titles(self._store.games))
                yield Filter("span", SPANS)
            yield self._rows
            yield self._hint
        yield self.key_line()

    def on_mount(self) -> None:
        """Show the games."""
        self._show()
        self._table.focus()

    def on_screen_suspend(self) -> None:
        """Games may be deleted meanwhile."""
        self._is_outdated = True

    def on_screen_resume(self) -> None:
        """Show the games that are left, unless they were never hidden."""
        if self._is_outdated:
            self._bests = frozenset[int]()
            self._show(self._table.index)

    def on_select_changed(self) -> None:
        """Show the games of the filters, which report their first values, too."""
        if self.is_current:
            if self._filters() != self._shown_filters:
                self._show()
            self._table.focus()

    def on_game_opened(self) -> None:
        """Show the game under the cursor."""
        if (game := self._table.game) is not None:
            self.navigate(Node.DETAILS, Trigger.CHOICE, game.id)

    def on_header_clicked(self, event: HeaderClicked) -> None:
        """Sort by the column of a header that was clicked; the same again turns the order round."""
        same = next(column for column in SORTED if column.sort == event.column.sort)
        self._is_reversed = same is self._sort and not self._is_reversed
        self._sort = same
        self._show()

    def action_sort(self, step: int) -> None:
        """Sort by the next column."""
        self._sort = SORTED[(SORTED.index(self._sort) + step) % len(SORTED)]
        self._is_reversed = False
        self._show()
        self._table.show_column(self._sort)

    def action_reverse(self) -> None:
        """Turn the order round."""
        self._is_reversed = not self._is_reversed
        self._show()

    def action_hand_in(self) -> None:
        """Hand the game in for the boards of the server that the player is at."""
        if (game := self._table.game) is not None:
            self.notify(self._online.hand_in_game(game.id if game.has_recording else None))

    def action_back(self) -> None:
        """Leave a filter for the table, or the screen."""
        if self._table.has_focus or not self._listing:
            super().action_back()
        else:
            self._table.focus()

    def _show(self, index: int = 0) -> None:
        sort, descends = self._sort, self._sort.descends != self._is_reversed
        complaint = _("No games here yet.")
        self._shown_filters, self._is_outdated = self._filters(), False
        try:
            games, query = self._store.games, self._query(sort, descends=descends)
            self._listing = games.by_place(query) if sort.sort == "rank" else games.listing(query)
            self._listing.page(index, 1)  # read with what is shown soon, to learn now whether it can be
            self._bests = self._bests or self._store.games.bests()
        except StorageError as error:
            self._listing = Listing()
            complaint = str(error)
        self._rows.display = bool(self._listing)
        order = order_text(sort, descends=descends)
        self._order.say(
            _("Scoreboard: {order}").format(order=order) if self._listing else _("Scoreboard"),
        )
        self._complaint = "" if self._listing else complaint
        self._table.show(self._listing, self._bests, sort, descends=descends, index=index)

    def _follow_table(self) -> None:
        """Show where the table is, and paint what has changed."""
        self._scrollbar.show(1 + self._table.length, 1 + self._table.seen, self._table.top)
        place = self._place_text() if self._listing else ""  # may find that games cannot be read
        self._hint.say(self._complaint or place)
        canvases = (self._order, self._table, self._scrollbar, self._hint)
        if not self.flush(*canvases):  # as where the terminal is slower than the keys: no frame comes later
            for canvas in canvases:
                canvas.refresh()

    def _query(self, sort: GameColumn, *, descends: bool) -> GameQuery:
        return GameQuery(
            mode=self.chosen("mode") or None,
            preset=self.chosen("preset") or None,
            since=since(self.chosen("span"), datetime.now(UTC)),
            sort=sort.sort,
            descending=descends,
        )

    def _read(self, start: int, count: int) -> list[StoredGame | None]:
        try:
            ids = self._listing.page(start, count)
            games = {game.id: game for game in self._store.games.read(ids)}
        except StorageError as error:
            self._complaint = str(error)
            return []
        return [games.get(game) for game in ids]

    def _filters(self) -> tuple[str, ...]:
        return tuple(map(self.chosen, ("mode", "preset", "span")))

    def _place_text(self) -> str:
        """Return how far down the cursor is, why its game is not ranked, what is hidden, and what the signs mean."""
        place = (
            _("{place:,} of {count:,}").format(place=self._table.index + 1, count=len(self._listing)).replace(",", " ")
        )
        game, hidden = self._table.game, self._table.hidden
        unranked = _("unranked: {marks}").format(marks=marks(game)) if game and game.unranked else ""
        more = ngettext("+{count} column: ← →", "+{count} columns: ← →", hidden).format(count=hidden)
        columns = more if hidden else ""
        parts = "  ".join(filter(None, (place, unranked, columns, LEGEND)))
        return plain_hint(parts, ascii_only=wants_ascii(self))
