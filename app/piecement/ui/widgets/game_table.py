"""The table of games, and its filters."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from piecement.language import _
from piecement.session.plan import mode_title
from piecement.session.records import StoredGame
from piecement.storage.errors import StorageError
from piecement.storage.game_query import Listing
from piecement.storage.games import Games
from piecement.terminal.canvas.canvas import StripCanvas
from piecement.ui.texts.games import COLUMNS, GameColumn, sign_of
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.choices import PlainSelect
from piecement.ui.widgets.menu_list import needs_sign, with_sign

_PLACE: Final = GameColumn("place", "#", lambda _: "", "rank", 5)
_SHOWN: Final = (_PLACE, *COLUMNS)
_PADDING: Final = 1
"""Blanks on both sides of a cell."""

_ENDS: Final = tuple(sum(column.width + 2 * _PADDING for column in _SHOWN[: n + 1]) for n in range(len(_SHOWN)))
_STARTS: Final = (0, *_ENDS[:-1])
_WIDTH: Final = _ENDS[-1]
_LEAST_WORDS: Final = 7
"""Minimum width of a column of words."""

_HEADER: Final = 1
_REMEMBERED: Final = 1000
"""Maximum number of rows to remember."""

Read = Callable[[int, int], Sequence[StoredGame | None]]
"""Returns the games of a listing from an index on, so many, None for those that are gone."""


class GameOpened(Message):
    """The game under the cursor was chosen."""


class HeaderClicked(Message):
    """The header of a column was clicked."""

    def __init__(self, column: GameColumn) -> None:
        super().__init__()
        self.column = column


class GameTable(StripCanvas, can_focus=True, inherit_bindings=False):
    """Games in an order, one to a row, moved through by arrows, J and K, or the mouse.

    It draws all of itself but its scrollbar. After each change it calls back, for whoever paints it.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"games--header", "games--cursor", "games--hover", "games--row"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "go(-1)", show=False),
        Binding("down,j", "go(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "first", show=False),
        Binding("end", "last", show=False),
        Binding("enter", "open", show=False),
    ]

    def __init__(self, read: Read, changed: Callable[[], object]) -> None:
        super().__init__(id="games")
        self.index = 0
        """The place in the listing that the cursor is on."""
        self.length = 0
        """Number of games in the listing."""
        self.top = 0
        """The first game that is seen."""
        self.left = 0
        """Number of columns of characters out of sight on the left."""
        self._read = read
        self._changed = changed
        self._bests: frozenset[int] = frozenset()
        self._sort: GameColumn = _PLACE
        self._descends = False
        self._place = Listing().place
        self._games: dict[int, StoredGame | None] = {}
        """The games of the rows that were seen, by index."""
        self._row_styles: dict[Hashable, Style] = {}
        self._hovered: int | None = None
        self._width = 0
        """Width of the lines that are drawn at once."""
        self._is_ascii = False
        """Whether they are to be in ASCII."""
        self._drawn: Hashable = ()
        """All that these lines depend on besides their games."""

    @property
    def game(self) -> StoredGame | None:
        """The game that the cursor is on."""
        return self._game(self.index) if self.length else None

    @property
    def hidden(self) -> int:
        """Number of columns that do not fit."""
        return len(_SHOWN) - len(_rooms(self.left, self.size.width))

    @property
    def seen(self) -> int:
        """Number of games in view."""
        return max(1, self.size.height - _HEADER)

    def show(
        self, listing: Listing, bests: frozenset[int], sort: GameColumn, *, descends: bool, index: int = 0
    ) -> None:
        """Show a listing, the cursor at an index; say in the header what it is sorted by."""
        self.length, self._bests, self._sort, self._descends = len(listing), bests, sort, descends
        self._place = listing.place
        self._games.clear()
        self._hovered = None
        self.index = max(0, min(index, self.length - 1))
        self._follow()
        self._clear_rows()
        self._tell_all()

    def reach(self, index: int) -> None:
        """Move the cursor to a place in the listing."""
        before, top = self.index, self.top
        self.index = max(0, min(index, self.length - 1))
        self._follow()
        if self.top == top:
            self._tell(before, self.index)
        else:
            self._tell_all()

    def scroll_rows(self, top: int) -> None:
        """Show the games from an index on, wherever the cursor is."""
        before, self.top = self.top, max(0, min(top, self.length - self.seen))
        if self.top != before:
            self._tell_all()

    def show_column(self, column: GameColumn) -> None:
        """Bring a column into sight."""
        end = _ENDS[_SHOWN.index(column)]
        start = end - column.width - 2 * _PADDING
        seen = Region(self.left, 0, self.size.width, 1)
        self._scroll_across(self.left + Region.get_scroll_to_visible(seen, Region(start, 0, end - start, 1)).x)

    def action_go(self, rows: int) -> None:
        """Go so many games down."""
        self.reach(self.index + rows)

    def action_page(self, pages: int) -> None:
        """Go down by as many games as are seen."""
        self.reach(self.index + pages * self.seen)

    def action_first(self) -> None:
        """Go to the first game."""
        self.reach(0)

    def action_last(self) -> None:
        """Go to the last game."""
        self.reach(self.length - 1)

    def action_open(self) -> None:
        """Choose the game under the cursor."""
        if self.length:
            self.post_message(GameOpened())

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self.left = self._within(self.left)
        self._follow()
        self._tell_all()

    def on_click(self, event: events.Click) -> None:
        """Go to the game that was clicked, and choose the one that the cursor is on; or sort by the column."""
        row = self._row_at(event)
        place = event.get_content_offset(self)
        if row is not None:
            if row == self.index:
                self.action_open()
            self.reach(row)
        elif place is not None and place.y == 0:
            across = place.x + self.left
            self._click_header(next((n for n, end in enumerate(_ENDS) if across < end), 0))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Mark the game that the mouse is over."""
        self._hover(self._row_at(event))

    def on_leave(self) -> None:
        """Take the mark of the mouse away."""
        self._hover(None)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._turn_wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._turn_wheel(event, -1)

    def on_mouse_scroll_right(self) -> None:
        self._scroll_across(self.left + round(self.app.scroll_sensitivity_x))

    def on_mouse_scroll_left(self) -> None:
        self._scroll_across(self.left - round(self.app.scroll_sensitivity_x))

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._row_styles.clear()

    def pending_text(self, left: int, top: int) -> str:
        self._begin_drawing()
        return super().pending_text(left, top)

    def render_lines(self, crop: Region) -> list[Strip]:
        self._begin_drawing()
        return super().render_lines(crop)

    def row_key(self, y: int) -> Hashable:
        return self._drawn, None if y < _HEADER else self._kind(self.top + y - _HEADER)

    def build_row(self, y: int) -> Strip:
        """Return a line: the header, or a game, with a sign before the one that the cursor is on if need be."""
        index = self.top + y - _HEADER
        rooms = _rooms(self.left, self._width)
        if y < _HEADER:
            return self._line(rooms, [self._title(_SHOWN[n]) for n in rooms], self._style("header"))
        if index >= self.length:
            return Strip.blank(self._width, self.rich_style)
        game = self._game(index)
        is_best = game is not None and game.id in self._bests
        is_dim = game is not None and bool(game.unranked) and not is_best
        style = self._style(self._kind(index)[1], bold=is_best, dim=is_dim)
        strip = self._line(rooms, self._shown_texts(index, game, rooms), style)
        return with_sign(strip) if index == self.index and needs_sign(self) else strip

    def _begin_drawing(self) -> None:
        self._width, self._is_ascii = self.size.width, wants_ascii(self)
        self._drawn = self.left, self._width, self._is_ascii

    def _kind(self, index: int) -> tuple[int, str]:
        return index, "cursor" if index == self.index else "hover" if index == self._hovered else "row"

    def _follow(self) -> None:
        """Scroll so that the cursor is seen."""
        top = max(min(self.top, self.index), self.index - self.seen + 1)
        self.top = max(0, min(top, self.length - self.seen))

    def _within(self, left: int) -> int:
        return max(0, min(left, _WIDTH - self.size.width))

    def _turn_wheel(self, event: events.MouseEvent, way: int) -> None:
        if event.ctrl or event.shift:
            self._scroll_across(self.left + round(way * self.app.scroll_sensitivity_x))
        else:
            self.scroll_rows(self.top + round(way * self.app.scroll_sensitivity_y))

    def _scroll_across(self, left: int) -> None:
        before, self.left = self.left, self._within(left)
        if self.left != before:
            self._tell_all()

    def _tell(self, *indexes: int) -> None:
        """Paint the lines of some games."""
        lines = {index - self.top + _HEADER for index in indexes}
        self.mark(line for line in lines if _HEADER <= line < self.size.height)
        self._changed()

    def _tell_all(self) -> None:
        self.mark_all()
        self._changed()

    def _game(self, index: int) -> StoredGame | None:
        if index not in self._games:
            if len(self._games) > _REMEMBERED:
                self._games.clear()
            self._games |= dict(enumerate(self._read(index, self._unread_from(index)), index))
        return self._games.get(index)

    def _unread_from(self, index: int) -> int:
        """Return the number of rows to read from an index on: those that may be in view with it."""
        end = min(index + self.seen, self.length)
        return next((row for row in range(index, end) if row in self._games), end) - index

    def _title(self, column: GameColumn) -> str:
        arrow = plain_hint(" ▼" if self._descends else " ▲", ascii_only=self._is_ascii)
        return f"{column.title}{arrow}" if column is self._sort else column.title

    def _shown_texts(self, index: int, game: StoredGame | None, numbers: Iterable[int]) -> list[str]:
        """Return the texts of a game by the numbers of their columns."""
        if game is None:
            gone = (str(self._place(index) or ""), _("gone"), "")
            return [gone[min(number, 2)] for number in numbers]
        return [_SHOWN[number].text(game) if number else self._first_text(index, game) for number in numbers]

    def _first_text(self, index: int, game: StoredGame) -> str:
        """Return the place of a game, and its sign."""
        place = str(self._place(index) or "")
        sign = sign_of(game, is_best=game.id in self._bests)
        between = " " if len(place) + 2 <= _PLACE.width else ""
        return plain_hint(f"{sign}{between}{place}".rstrip() if sign else place, ascii_only=self._is_ascii)

    def _line(self, rooms: Mapping[int, int], texts: Iterable[str], style: Style) -> Strip:
        """Return a line of the columns that are seen, each as wide as its room, with their texts."""
        line, end = "", 0
        for (n, room), text in zip(rooms.items(), texts, strict=True):
            start = _STARTS[n] + _PADDING - self.left
            line += " " * (start - end) + self._fitted(text, _SHOWN[n], room)
            end = start + room
        return Strip([Segment(line + " " * (self._width - end), style)], self._width)

    def _fitted(self, text: str, column: GameColumn, width: int) -> str:
        """Return a text as wide as what is seen of a column."""
        room = width - (len(text) if text.isascii() else cell_len(text))
        if room < 0:
            return set_cell_size(text, width - 1) + plain_hint("…", ascii_only=self._is_ascii)
        return " " * room + text if column.is_number else text + " " * room

    def _style(self, name: str, *, bold: bool = False, dim: bool = False) -> Style:
        key = name, bold, dim
        if key not in self._row_styles:
            style = self.get_component_rich_style(f"games--{name}")
            self._row_styles[key] = style + Style(bold=bold or None, dim=dim or None)
        return self._row_styles[key]

    def _row_at(self, event: events.MouseEvent) -> int | None:
        place = event.get_content_offset(self)
        if place is None or place.y < _HEADER:
            return None
        index = self.top + place.y - _HEADER
        return index if index < self.length else None

    def _hover(self, index: int | None) -> None:
        before, self._hovered = self._hovered, index
        if index != before:
            self._tell(*(one for one in (before, index) if one is not None))

    def _click_header(self, number: int) -> None:
        if number:
            self.post_message(HeaderClicked(_SHOWN[number]))


@lru_cache(maxsize=16)
def _rooms(left: int, width: int) -> Mapping[int, int]:
    """Return how wide each column is drawn that is seen: as it is, but one of words may be cut at the right."""
    rooms: dict[int, int] = {}
    for n, column in enumerate(_SHOWN):
        room = min(column.width, left + width - _STARTS[n] - _PADDING)
        if _STARTS[n] + _PADDING >= left and room >= (column.width if column.is_number else _LEAST_WORDS):
            rooms[n] = room
    return rooms


ANY: Final = ""
"""The value of a filter that leaves nothing out."""

SPANS: Final = {
    ANY: _("any time"),
    "1": _("last day"),
    "7": _("last week"),
    "30": _("last month"),
    "365": _("last year"),
}
"""The filters by date: how many days back."""


class Filter(PlainSelect):
    def __init__(self, name: str, titles: Mapping[str, str], chosen: str = ANY) -> None:
        options = [(Content(title), value) for value, title in titles.items()]
        super().__init__(options, value=chosen if chosen in titles else ANY, allow_blank=False, compact=True, id=name)

    @property
    def chosen(self) -> str:
        return str(self.value)


def mode_titles(games: Games) -> dict[str, str]:
    """Return the titles of the modes that were played, by name; `ANY` comes first."""
    try:
        played = games.modes()
    except StorageError:
        played = ()
    return {ANY: _("all modes"), **{name: mode_title(name) for name in played}}


def preset_titles(games: Games) -> dict[str, str]:
    """Return the presets that were played with; `ANY` comes first."""
    try:
        played = games.presets()
    except StorageError:
        played = ()
    return {ANY: _("all presets"), **{name: name for name in played if name}}


def since(span: str, now: datetime) -> datetime | None:
    """Return the date from which games of a span count, or None for all."""
    return now - timedelta(days=int(span)) if span else None
