"""Table of games with as many columns as fit. Navigate with arrows, J/K or the mouse."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from piecement.render.cells import pad, pad_left
from piecement.session.records import StoredGame, main_figures
from piecement.storage.game_listing import Listing
from piecement.ui.texts.games import END_WORDS, figure, marks, mode_text
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.drawn_list import needs_sign, with_sign
from piecement_base.formatting import clock_text, finesse_text, grouped
from piecement_base.language import N_, _
from piecement_base.modes import mode_headline, mode_ranking
from piecement_base.timestamps import day_text


@dataclass(frozen=True, slots=True)
class GameColumn:
    """Column of the table."""

    name: str
    title: str
    text: Callable[[StoredGame], str]
    sort: str
    """A name in `SORTS` of the store."""
    width: int
    descends: bool = False
    """Whether the first sort by it is descending."""
    is_number: bool = True


def _result(game: StoredGame) -> str:
    """Return the main result of a game, with its unit unless the headline of the mode names it."""
    name = main_figures(mode_ranking(game.mode), game.result)[0]
    if name == mode_headline(game.mode) and name != "time":
        return grouped(getattr(game.result, name))
    return figure(game.result, name)


_RESULT: Final = GameColumn("result", N_("Result"), _result, "rank", 10)
_MODE: Final = GameColumn("mode", N_("Mode"), mode_text, "mode", 14, is_number=False)
_DATE: Final = GameColumn("ended", N_("Date"), lambda _: "", "ended", 12, descends=True, is_number=False)
"""The day, in words that depend on today."""

COLUMNS: Final = (
    _DATE,
    GameColumn("pace", "PPS", lambda game: f"{game.pieces_per_second:.2f}", "pace", 5, descends=True),
    GameColumn("finesse", N_("Finesse"), lambda game: finesse_text(game.finesse), "finesse", 8),
    GameColumn("note", N_("Note"), marks, "rank", 9, is_number=False),
    GameColumn("pieces", N_("Pieces"), lambda game: grouped(game.result.pieces), "pieces", 7),
    GameColumn("presses", N_("Keys/piece"), lambda game: f"{game.presses_per_piece:.2f}", "presses", 10),
    GameColumn("time", N_("Time"), lambda game: clock_text(game.result.time_ns), "time", 9),
    GameColumn("score", N_("Score"), lambda game: grouped(game.result.score), "score", 9, descends=True),
    GameColumn("lines", N_("Lines"), lambda game: grouped(game.result.lines), "lines", 6, descends=True),
    GameColumn("outcome", N_("End"), lambda game: _(END_WORDS[game.end]), "outcome", 9, is_number=False),
)
"""The columns after the result, the most important first."""

FIRST: Final = _RESULT
"""The default sort column: by rank."""

_LEAST_PLACE_WIDTH: Final = 4
_GAP: Final = 2
_MARGIN: Final = 1
_HEADER: Final = 1
_REMEMBERED: Final = 1000
"""Maximum number of rows to remember."""

Read = Callable[[int, int], Sequence[StoredGame | None]]
"""Returns n games of a listing from an index on, with None for deleted ones."""


class GameOpened(Message):
    """The game under the cursor was chosen."""


@dataclass
class HeaderClicked(Message):
    """The header of a column was clicked."""

    column: GameColumn


class GameTable(ScrollView, can_focus=True, inherit_bindings=False):
    """Table of games with a header, which calls back after each move of the cursor."""

    ALLOW_SELECT: ClassVar[bool] = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"games--header", "games--cursor", "games--row"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "go(-1)", show=False),
        Binding("down,j", "go(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "move_to(0)", show=False),
        Binding("end", "move_to(-1)", show=False),
        Binding("enter", "open", show=False),
    ]

    def __init__(self, read: Read, changed: Callable[[], object], now: Callable[[], datetime]) -> None:
        super().__init__(id="games")
        self._now = now
        self.index = 0
        """Index of the cursor in the listing."""
        self.length = 0
        """Number of games in the listing."""
        self._read = read
        self._changed = changed
        self._bests: frozenset[int] = frozenset()
        self._mode = ""
        """Mode of all games; empty for several."""
        self._sort = FIRST
        self._descends = False
        self._place = Listing().place
        self._place_width = _LEAST_PLACE_WIDTH
        self._games: dict[int, StoredGame | None] = {}
        """The games of the rows that were seen, by index."""

    @property
    def game(self) -> StoredGame | None:
        """Game under the cursor."""
        return self._game(self.index) if self.length else None

    @property
    def cursor_place(self) -> Offset:
        """Position on the screen of the row with the cursor."""
        region = self.scrollable_content_region
        return Offset(region.x, region.y + _HEADER + self.index - self.first_visible)

    @property
    def first_visible(self) -> int:
        """Index of the first visible game."""
        return self.scroll_offset.y

    @property
    def page_length(self) -> int:
        """Number of visible games."""
        return max(1, self.size.height - _HEADER)

    @property
    def columns(self) -> tuple[GameColumn, ...]:
        """The columns that fit."""
        first = (_RESULT,) if self._mode else (_RESULT, _MODE)
        headline = mode_headline(self._mode) if self._mode else ""
        room = self.size.width - 2 * _MARGIN - self._place_width - sum(_GAP + column.width for column in first)
        shown = list(first)
        for column in COLUMNS:
            if column.name == headline:
                continue
            room -= _GAP + column.width
            if room < 0:
                break
            shown.append(column)
        return tuple(shown)

    def show(
        self,
        listing: Listing,
        bests: frozenset[int],
        sort: GameColumn,
        *,
        descends: bool,
        mode: str = "",
        index: int = 0,
    ) -> None:
        """Show a listing, of one mode or of all, the cursor at an index; the header marks the sort column."""
        self.length, self._bests, self._sort, self._descends = len(listing), bests, sort, descends
        self._mode, self._place = mode, listing.place
        self._place_width = max(_LEAST_PLACE_WIDTH, len(str(listing.last_place)))
        self._games.clear()
        self.virtual_size = Size(0, self.length + _HEADER)
        self.refresh()
        self.move_to(index)

    def move_to(self, index: int) -> None:
        """Move the cursor to a place in the listing, and scroll to it."""
        before, self.index = self.index, max(0, min(index, self.length - 1))
        for changed in (before, self.index):
            self.refresh_line(changed + _HEADER)
        top = max(min(self.first_visible, self.index), self.index - self.page_length + 1)
        self.scroll_to(y=top, animate=False, force=True)
        self._changed()

    def action_go(self, rows: int) -> None:
        self.move_to(self.index + rows)

    def action_page(self, pages: int) -> None:
        self.move_to(self.index + pages * self.page_length)

    def action_move_to(self, index: int) -> None:
        """Go to a game, counted from the end if negative."""
        self.move_to(index % max(1, self.length))

    def action_open(self) -> None:
        self.post_message(GameOpened())

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self.move_to(self.index)

    def on_click(self, event: events.Click) -> None:
        """Go to a clicked game, choose it if the cursor is there already, or sort by a clicked column."""
        place = event.get_content_offset(self)
        if place is None:
            return
        index = self.first_visible + place.y - _HEADER
        if place.y < _HEADER:
            end = _MARGIN + self._place_width
            for column in self.columns:
                end += _GAP + column.width
                if place.x < end:
                    self.post_message(HeaderClicked(column))
                    return
        elif index < self.length:
            if index == self.index:
                self.action_open()
            self.move_to(index)

    def render_line(self, y: int) -> Strip:
        """Return the header or a game, with a sign before the selected row where colours cannot mark it."""
        index, columns = self.first_visible + y - _HEADER, self.columns
        if y < _HEADER:
            return self._line(["#", *map(self._title, columns)], columns, self._style("header"))
        if index >= self.length:
            return Strip.blank(self.size.width, self.rich_style)
        game = self._game(index)
        place = str(self._place(index) or "")
        texts = (
            [_("gone")]
            if game is None
            else [day_text(game.ended, self._now()) if column is _DATE else column.text(game) for column in columns]
        )
        is_best = game is not None and game.id in self._bests
        is_cursor = index == self.index
        is_dim = game is not None and bool(game.unranked) and not is_cursor
        style = self._style("cursor" if is_cursor else "row", bold=is_best and not is_cursor, dim=is_dim)
        strip = self._line([place, *texts], columns, style)
        return with_sign(strip) if is_cursor and needs_sign(self) else strip

    def _game(self, index: int) -> StoredGame | None:
        if index not in self._games:
            if len(self._games) > _REMEMBERED:
                self._games.clear()
            end = min(index + self.page_length, self.length)
            unread = next((row for row in range(index, end) if row in self._games), end) - index
            self._games |= dict(enumerate(self._read(index, unread), index))
        return self._games.get(index)

    def _title(self, column: GameColumn) -> str:
        title = _(column.title)
        if column is _RESULT and self._mode:
            title = {"time": _("Time"), "score": _("Score"), "lines": _("Lines")}.get(mode_headline(self._mode), title)
        if column.name != self._sort.name:
            return title
        arrow = plain_hint("▼" if self._descends else "▲", ascii_only=wants_ascii(self))
        return f"{arrow} {title}" if column.is_number else f"{title} {arrow}"

    def _line(self, texts: Sequence[str], columns: Sequence[GameColumn], style: Style) -> Strip:
        """Return a line with the place and the texts of the columns."""
        cells = [_fitted(texts[0], self._place_width, is_number=True)]
        cells += [
            _fitted(text, column.width, is_number=column.is_number)
            for text, column in zip(texts[1:], columns, strict=False)
        ]
        line = " " * _MARGIN + (" " * _GAP).join(plain_hint(cell, ascii_only=wants_ascii(self)) for cell in cells)
        return Strip([Segment(set_cell_size(line, self.size.width), style)], self.size.width)

    def _style(self, name: str, *, bold: bool = False, dim: bool = False) -> Style:
        return self.get_component_rich_style(f"games--{name}") + Style(bold=bold or None, dim=dim or None)


def _fitted(text: str, width: int, *, is_number: bool) -> str:
    """Return a text as wide as its column."""
    if cell_len(text) > width:
        return f"{set_cell_size(text, width - 1)}…"
    return pad_left(text, width) if is_number else pad(text, width)
