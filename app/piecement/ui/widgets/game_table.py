"""The table of games: as long as the listing it shows, each row read and drawn when it comes into sight."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from piecement.language import _
from piecement.session.records import StoredGame
from piecement.storage.game_query import Listing
from piecement.ui.texts.game_columns import COLUMNS, Column
from piecement.ui.texts.game_signs import sign_of
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.cursor_sign import needs_sign, with_sign

_PLACE: Final = Column("place", "#", lambda _: "", "rank", 5)
_SHOWN: Final = (_PLACE, *COLUMNS)
_PADDING: Final = 1
"""Blanks on both sides of a cell."""

_ENDS: Final = tuple(sum(column.width + 2 * _PADDING for column in _SHOWN[: n + 1]) for n in range(len(_SHOWN)))
_STARTS: Final = (0, *_ENDS[:-1])
_WIDTH: Final = _ENDS[-1]
_LEAST_WORDS: Final = 7
"""How much of a column of words is worth to be seen."""

_HEADER: Final = 1
_REMEMBERED: Final = 1000
"""How many rows are remembered at most."""

Read = Callable[[int, int], Sequence[StoredGame | None]]
"""Returns the games of a listing from an index on, so many, None for those that are gone."""


class GameOpened(Message):
    """The game under the cursor was chosen."""


class HeaderClicked(Message):
    """The header of a column was clicked."""

    def __init__(self, column: Column) -> None:
        super().__init__()
        self.column = column


class GameTable(ScrollView, can_focus=True, inherit_bindings=False):
    """Games in an order, one to a row, moved through by arrows, J and K, or the mouse."""

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

    index: reactive[int] = reactive(0, repaint=False)
    """The place in the listing that the cursor is on."""

    hidden: reactive[int] = reactive(0, repaint=False)
    """How many columns there is no room for."""

    def __init__(self, read: Read) -> None:
        super().__init__(id="games")
        self._read = read
        self._length = 0
        self._bests: frozenset[int] = frozenset()
        self._sort: Column = _PLACE
        self._descends = False
        self._place = Listing().place
        self._rows: dict[int, StoredGame | None] = {}
        """The games of the rows that were seen, by index."""
        self._hovered: int | None = None

    @property
    def game(self) -> StoredGame | None:
        """The game that the cursor is on."""
        return self._row(self.index) if self._length else None

    def show(self, listing: Listing, bests: frozenset[int], sort: Column, *, descends: bool, index: int = 0) -> None:
        """Show a listing, the cursor at an index; say in the header what it is sorted by."""
        self._length, self._bests, self._sort, self._descends = len(listing), bests, sort, descends
        self._place = listing.place
        length = self._length
        self._rows.clear()
        self._hovered = None
        self.virtual_size = Size(_WIDTH, _HEADER + length)
        self.index = max(0, min(index, length - 1))
        self._follow()
        self.refresh()

    def reach(self, index: int) -> None:
        """Move the cursor to a place in the listing."""
        before, self.index = self.index, max(0, min(index, self._length - 1))
        self._follow()
        for row in {before, self.index}:
            self.refresh_line(_HEADER + row)

    def show_column(self, column: Column) -> None:
        """Bring a column into sight."""
        end = _ENDS[_SHOWN.index(column)]
        start = end - column.width - 2 * _PADDING
        self.scroll_to_region(Region(start, self.scroll_offset.y, end - start, 1), animate=False, immediate=True)

    def texts(self, index: int) -> list[str]:
        """Return what each column says of the game at an index."""
        place = str(self._place(index) or "")
        game = self._row(index)
        if game is None:
            return [place, _("gone")]
        sign = sign_of(game, is_best=game.id in self._bests)
        between = " " if len(place) + 2 <= _PLACE.width else ""
        first = plain_hint(f"{sign}{between}{place}".rstrip() if sign else place, ascii_only=wants_ascii(self))
        return [first, *(column.text(game) for column in COLUMNS)]

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
        self.reach(self._length - 1)

    def action_open(self) -> None:
        """Choose the game under the cursor."""
        if self._length:
            self.post_message(GameOpened())

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self._follow()
        self._count_hidden()

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        """Count the columns that are out of sight now."""
        super().watch_scroll_x(old_value, new_value)
        self._count_hidden()

    def on_click(self, event: events.Click) -> None:
        """Go to the game that was clicked, and choose the one that the cursor is on; or sort by the column."""
        row, place = self._row_at(event), event.get_content_offset(self)
        if row is not None:
            if row == self.index:
                self.action_open()
            self.reach(row)
        elif place is not None and place.y == 0:
            across = place.x + self.scroll_offset.x
            self._click_header(next((n for n, end in enumerate(_ENDS) if across < end), 0))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Mark the game that the mouse is over."""
        self._hover(self._row_at(event))

    def on_leave(self) -> None:
        """Take the mark of the mouse away."""
        self._hover(None)

    def render_line(self, y: int) -> Strip:
        """Return a line: the header, or a game, with a sign before the one that the cursor is on if need be."""
        left, top = self.scroll_offset
        width = self.scrollable_content_region.width
        if y < _HEADER:
            return self._line(self._titles(), self.get_component_rich_style("games--header"), left, width)
        index = top + y - _HEADER
        if index >= self._length:
            return Strip.blank(width, self.rich_style)
        strip = self._line(self.texts(index), self._style(index), left, width)
        return with_sign(strip) if index == self.index and needs_sign(self) else strip

    @property
    def seen(self) -> int:
        """How many games are seen at once."""
        return max(1, self.scrollable_content_region.height - _HEADER)

    def _count_hidden(self) -> None:
        self.hidden = len(_SHOWN) - len(_rooms(self.scroll_offset.x, self.scrollable_content_region.width))

    def _follow(self) -> None:
        """Scroll so that the cursor is seen."""
        region = Region(self.scroll_offset.x, self.index, 1, 1 + _HEADER)
        self.scroll_to_region(region, spacing=Spacing(), animate=False, immediate=True, force=True)

    def _row(self, index: int) -> StoredGame | None:
        if index not in self._rows:
            if len(self._rows) > _REMEMBERED:
                self._rows.clear()
            self._rows |= dict(enumerate(self._read(index, self._unread_from(index)), index))
        return self._rows.get(index)

    def _unread_from(self, index: int) -> int:
        """Return how many rows from an index on are to be read with it: those that may be seen with it."""
        end = min(index + self.seen, self._length)
        return next((row for row in range(index, end) if row in self._rows), end) - index

    def _titles(self) -> list[str]:
        arrow = plain_hint(" ▼" if self._descends else " ▲", ascii_only=wants_ascii(self))
        return [f"{column.title}{arrow}" if column is self._sort else column.title for column in _SHOWN]

    def _line(self, texts: Sequence[str], style: Style, left: int, width: int) -> Strip:
        blanks = " " * _PADDING
        rooms = _rooms(left, width)
        cells = (
            f"{blanks}{self._fitted(text, column, rooms.get(n, 0))}{blanks}"
            for n, (text, column) in enumerate(zip(texts, _SHOWN, strict=False))
        )
        return Strip([Segment("".join(cells), style)]).crop_extend(left, left + width, style)

    def _fitted(self, text: str, column: Column, width: int) -> str:
        """Return a text as wide as a column, with blanks beyond the width that is seen of it."""
        room = width - cell_len(text)
        if room < 0:
            cut = set_cell_size(text, width - 1) + plain_hint("…", ascii_only=wants_ascii(self)) if width else ""
            return cut + " " * (column.width - width)
        return " " * room + text if column.is_number else text + " " * (column.width - cell_len(text))

    def _style(self, index: int) -> Style:
        name = "cursor" if index == self.index else "hover" if index == self._hovered else "row"
        style = self.get_component_rich_style(f"games--{name}")
        game = self._row(index)
        if game is None:
            return style
        is_best = game.id in self._bests
        return style + Style(bold=is_best or None, dim=(bool(game.unranked) and not is_best) or None)

    def _row_at(self, event: events.MouseEvent) -> int | None:
        place = event.get_content_offset(self)
        if place is None or place.y < _HEADER:
            return None
        index = self.scroll_offset.y + place.y - _HEADER
        return index if index < self._length else None

    def _hover(self, index: int | None) -> None:
        before, self._hovered = self._hovered, index
        for row in {before, index} - {None}:
            self.refresh_line(_HEADER + (row or 0))

    def _click_header(self, number: int) -> None:
        if number:
            self.post_message(HeaderClicked(_SHOWN[number]))


def _rooms(left: int, width: int) -> dict[int, int]:
    """Return how wide each column is drawn that is seen: as it is, but one of words may be cut at the right."""
    rooms: dict[int, int] = {}
    for n, column in enumerate(_SHOWN):
        room = min(column.width, left + width - _STARTS[n] - _PADDING)
        if _STARTS[n] + _PADDING >= left and room >= (column.width if column.is_number else _LEAST_WORDS):
            rooms[n] = room
    return rooms
