"""The table of games: as long as the listing it shows, with only the rows around the cursor made."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widgets import DataTable

from piecement.menus.cursor_sign import needs_sign, with_sign
from piecement.menus.plain_hints import plain_hint, wants_ascii
from piecement.scoreboard.columns import COLUMNS, Column
from piecement.storage.records import StoredGame
from piecement.storage.scores import Listing

_ROWS: Final = 120
"""How many rows are made at once."""

_PLACE_WIDTH: Final = 7

Read = Callable[[Sequence[int]], list[StoredGame]]
"""Returns games by id, without those that are gone."""


class GameReached(Message):
    """The cursor came to a game."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self.index = index


class GameTable(DataTable[Text], inherit_bindings=False):
    """Games in an order, one to a row, moved through by arrows, J and K, or the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", "Up", show=False),
        Binding("down,j", "cursor_down", "Down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
        Binding("home", "scroll_top", "First", show=False),
        Binding("end", "scroll_bottom", "Last", show=False),
        Binding("enter", "select_cursor", "Open", show=False),
    ]

    def __init__(self, read: Read) -> None:
        super().__init__(cursor_type="row", id="games")
        self._read = read
        self._listing = Listing(())
        self._bests: frozenset[int] = frozenset()
        self._start = 0
        """The index in the listing of the first row that is made."""

    @property
    def index(self) -> int:
        """The place in the listing that the cursor is on."""
        return self._start + self.cursor_row

    @property
    def game(self) -> int | None:
        """The id of the game that the cursor is on."""
        found = self._listing.page(self.index, 1)
        return found[0] if found else None

    def show(self, listing: Listing, bests: frozenset[int], sort: Column, *, descends: bool, index: int = 0) -> None:
        """Show a listing, the cursor at an index; tell in the header what it is sorted by."""
        self._listing, self._bests = listing, bests
        self.clear(columns=True)
        self.add_column(Text("#", justify="right"), width=_PLACE_WIDTH)
        for column in COLUMNS:
            arrow = (" ▼" if descends else " ▲") if column is sort else ""
            arrow = plain_hint(arrow, ascii_only=wants_ascii(self))
            self.add_column(_aligned(f"{column.title}{arrow}", column), width=column.width, key=column.name)
        self._make(index)

    def reach(self, index: int) -> None:
        """Move the cursor to a place in the listing."""
        index = max(0, min(index, len(self._listing) - 1))
        if not self._start <= index < self._start + self.row_count:
            line = self.cursor_row - round(self.scroll_y)
            self._make(index)
            self.scroll_to(y=self.cursor_row - line, animate=False)
        else:
            self.move_cursor(row=index - self._start)

    def action_cursor_up(self) -> None:
        """Go to the game before."""
        self.reach(self.index - 1)

    def action_cursor_down(self) -> None:
        """Go to the game after."""
        self.reach(self.index + 1)

    def action_page_up(self) -> None:
        """Go up by as many games as are seen."""
        self.reach(self.index - self._seen)

    def action_page_down(self) -> None:
        """Go down by as many games as are seen."""
        self.reach(self.index + self._seen)

    def action_scroll_top(self) -> None:
        """Go to the first game."""
        self.reach(0)

    def action_scroll_bottom(self) -> None:
        """Go to the last game."""
        self.reach(len(self._listing) - 1)

    def on_data_table_row_highlighted(self) -> None:
        """Tell where the cursor is."""
        self.post_message(GameReached(self.index))

    def render_line(self, y: int) -> Strip:
        """Return a line, with a sign before the game under the cursor if that could not be seen otherwise."""
        strip = super().render_line(y)
        is_cursor = y == self.header_height + self.cursor_row - round(self.scroll_y)
        return with_sign(strip) if y and is_cursor and needs_sign(self) else strip

    @property
    def _seen(self) -> int:
        return max(1, self.scrollable_content_region.height - 2)

    def _make(self, index: int) -> None:
        """Make the rows around an index."""
        self._start = max(0, min(index - _ROWS // 2, len(self._listing) - _ROWS))
        ids = self._listing.page(self._start, _ROWS)
        games = {game.id: game for game in self._read(ids)}
        self.clear()
        for place, game_id in enumerate(ids, self._start + 1):
            self.add_row(*self._cells(place, games.get(game_id)))
        self.move_cursor(row=index - self._start)

    def _cells(self, place: int, game: StoredGame | None) -> list[Text]:
        if game is None:
            return [Text(str(place)), Text("gone")]
        is_best = game.id in self._bests
        style = "bold" if is_best else "dim" if game.marks else ""
        star = plain_hint("★ ", ascii_only=wants_ascii(self)) if is_best else ""
        first = Text(f"{star}{place}", style, justify="right")
        return [first, *(_aligned(column.text(game), column, style) for column in COLUMNS)]


def _aligned(text: str, column: Column, style: str = "") -> Text:
    return Text(text, style, justify="right" if column.is_number else "left", overflow="ellipsis", no_wrap=True)
