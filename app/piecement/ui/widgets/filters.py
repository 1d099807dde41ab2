"""Filters of lists: a line of values that open a list each, and such a line for stored games."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Offset, Size
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from piecement.settings.choices import titles_of
from piecement.storage.game_query import GameQuery
from piecement.storage.games import Games
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.list_popups import ChoiceMenu, Closed
from piecement.ui.widgets.questions import Choose
from piecement_base.errors import StorageError
from piecement_base.language import N_, _
from piecement_base.modes import mode_title
from piecement_base.origin import Owner

Filters = Mapping[str, tuple[str, Mapping[str, str]]]
"""Title of each filter and titles of its values, by name and untranslated."""

ANY: Final = ""
"""The value of a filter that leaves nothing out."""

_MINE: Final = "mine"
_SPANS: Final = titles_of("games")
"""Choices of games: the player's, also of the last days, imported ones of others, or all with those of bots."""

_META: Final = "filter"
"""The style's metadata with the name of the filter that a click opens."""

_GAP: Final = "   "


class FilterChosen(Message):
    """A value of a filter was chosen."""


class FilterLine(Widget):
    """Filters in one line, such as `Mode ‹ 40 Lines ›   Games ‹ all ›`; without names, or in more lines, if narrow.

    Once the list of values is closed, the widget that has the focus at first gets it back.
    """

    DEFAULT_CSS = "FilterLine { width: 100%; height: auto; }"

    def __init__(self, filters: Filters, chosen: Mapping[str, str]) -> None:
        """Make the line; `chosen` are the values at first, by default the first one of a filter."""
        super().__init__(id="filters")
        self.menu: Final = ChoiceMenu()
        """The list of values that is open, if any."""
        self._filters = filters
        self._chosen = {
            name: value if (value := chosen.get(name, ANY)) in titles else next(iter(titles))
            for name, (_title, titles) in filters.items()
        }

    def compose(self) -> ComposeResult:
        yield self.menu

    def chosen(self, name: str) -> str:
        """Return the value of a filter."""
        return self._chosen[name]

    def choose(self, name: str, value: str) -> None:
        """Choose a value without a message."""
        self._chosen[name] = value
        self.refresh(layout=True)

    def open(self, name: str) -> None:
        """Offer the values of a filter below it."""
        titles, (lines, gap) = self._titles(name), self._laid_out(self.size.width)
        y, line = next((y, line) for y, line in enumerate(lines) if name in line)
        x = sum(line[before].cell_length + len(gap) for before in list(line)[: list(line).index(name)])
        ask = Choose(titles, self._chosen[name], {}, partial(self._take, name))
        self.menu.ask(ask, self.screen.region, self.region.offset + Offset(x, y + 1))

    def on_click(self, event: events.Click) -> None:
        if (name := event.style.meta.get(_META)) is not None:
            self.open(str(name))

    def on_closed(self, event: Closed) -> None:
        event.stop()
        self.screen.query_one(str(self.screen.AUTO_FOCUS)).focus()

    def _take(self, name: str, value: str) -> None:
        if self._chosen[name] != value:
            self.choose(name, value)
            self.post_message(FilterChosen())

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._laid_out(width)[0])

    def render(self) -> Content:
        lines, gap = self._laid_out(self.size.width)
        return Content("\n").join(Content(gap).join(line.values()) for line in lines)

    def _laid_out(self, width: int) -> tuple[list[dict[str, Content]], str]:
        """Return the filters of each line by name, with their names if there is room, and the blanks between them."""
        for is_named in (True, False):
            parts = {name: self._part(name, is_named=is_named) for name in self._filters}
            if Content(_GAP).join(parts.values()).cell_length <= width:
                return [parts], _GAP
        lines: list[dict[str, Content]] = [{}]
        for name, part in parts.items():
            if lines[-1] and Content(" ").join([*lines[-1].values(), part]).cell_length > width:
                lines.append({})
            lines[-1][name] = part
        return lines, " "

    def _titles(self, name: str) -> dict[str, str]:
        return {value: _(title) for value, title in self._filters[name][1].items()}

    def _part(self, name: str, *, is_named: bool) -> Content:
        title, titles = _(self._filters[name][0]), self._titles(name)
        ascii_only = wants_ascii(self)
        left, right = plain_hint("‹", ascii_only=ascii_only), plain_hint("›", ascii_only=ascii_only)
        label = (f"{title} ", "$muted") if is_named else ""
        value = Content.assemble(label, (left, "$key"), f" {titles[self._chosen[name]]} ", (right, "$key"))
        return value.stylize(Style.from_meta({_META: name}))


class GameFilterLine(FilterLine):
    """Filters of stored games: by mode, by player and days, and between them by other values."""

    def __init__(self, games: Games, chosen: Mapping[str, str], more: Filters) -> None:
        """Make the line from the games, at first with those of the player, and from more filters."""
        modes = {ANY: N_("all")}
        with suppress(StorageError):
            modes |= {name: mode_title(name) for name in games.modes()}
        filters = {"mode": (N_("Mode"), modes), **more, "games": (N_("Games"), _SPANS)}
        super().__init__(filters, {"games": _MINE, **chosen})

    def game_query(self, now: datetime) -> GameQuery:
        """Return the query for the chosen mode and games."""
        mode, games = self.chosen("mode"), self.chosen("games")
        since = now - timedelta(days=int(games)) if games.isdecimal() else None
        owner = Owner(games) if games in tuple(Owner) else Owner.OWN if games != ANY else None
        return GameQuery(mode=mode or None, since=since, owner=owner)
