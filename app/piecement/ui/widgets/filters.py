"""Filters of lists: a line of values that open a list each."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.style import Style
from textual.widgets import Static

from piecement_base.language import _
from piecement.ui.texts.plain_hints import app_of, plain_hint, wants_ascii
from piecement.ui.widgets.asks import Choose
from piecement.ui.widgets.choices import ChoiceMenu

ANY: Final = ""
"""The value of a filter that leaves nothing out."""

_META: Final = "filter"
"""The style's metadata with the name of the filter that a click opens."""

_GAP: Final = "   "


@dataclass
class FilterChosen(Message):
    """A value of a filter was chosen."""

    name: str


class FilterLine(Static):
    """Filters in one line, such as `Mode ‹ 40 Lines ›   Games ‹ all ›`; without their names where it is narrow.

    Its menu has to be on the screen too.
    """

    DEFAULT_CSS = "FilterLine { width: 100%; height: 1; }"

    def __init__(self, filters: Mapping[str, tuple[str, Mapping[str, str]]], chosen: Mapping[str, str]) -> None:
        """Make the line from the title of each filter and the titles of its values, by name and untranslated."""
        super().__init__(id="filters")
        self.menu: Final = ChoiceMenu(lambda _: None)
        """The list of values that is open, if any."""
        self._filters = filters
        self._chosen = {
            name: chosen.get(name, ANY) if chosen.get(name, ANY) in titles else next(iter(titles))
            for name, (_title, titles) in filters.items()
        }

    def chosen(self, name: str) -> str:
        """Return the value of a filter."""
        return self._chosen[name]

    def choose(self, name: str, value: str) -> None:
        """Choose a value without a message."""
        self._chosen[name] = value
        self._draw()

    def open(self, name: str) -> None:
        """Offer the values of a filter below it."""
        titles, (parts, gap) = self._titles(name), self._laid_out()
        x = sum(part.cell_length + len(gap) for part in parts[: list(self._filters).index(name)])
        place = self.menu.place_within(self.screen.region, self.region.offset + Offset(x, 1), titles.values())
        self.menu.ask(Choose(titles, self._chosen[name], Content, partial(self._choose, name)), place)

    def on_mount(self) -> None:
        """Keep to the characters of the skin."""
        self.watch(app_of(self), "ascii_only", self._draw, init=False)

    def on_click(self, event: events.Click) -> None:
        if (name := event.style.meta.get(_META)) is not None:
            self.open(str(name))

    def on_resize(self) -> None:
        self._draw()

    def _choose(self, name: str, value: str) -> None:
        if self._chosen[name] != value:
            self.choose(name, value)
            self.post_message(FilterChosen(name))

    def _draw(self) -> None:
        parts, gap = self._laid_out()
        self.update(Content(gap).join(parts))

    def _laid_out(self) -> tuple[list[Content], str]:
        """Return the filters with their names, if there is room for those, and the blanks between them."""
        for is_named in (True, False):
            parts = [self._part(name, is_named=is_named) for name in self._filters]
            if Content(_GAP).join(parts).cell_length <= self.size.width:
                return parts, _GAP
        return parts, " "

    def _titles(self, name: str) -> dict[str, str]:
        return {value: _(title) for value, title in self._filters[name][1].items()}

    def _part(self, name: str, *, is_named: bool) -> Content:
        title, titles = _(self._filters[name][0]), self._titles(name)
        ascii_only = wants_ascii(self)
        left, right = plain_hint("‹", ascii_only=ascii_only), plain_hint("›", ascii_only=ascii_only)
        label = (f"{title} ", "$muted") if is_named else ""
        value = Content.assemble(label, (left, "$key"), f" {titles[self._chosen[name]]} ", (right, "$key"))
        return value.stylize(Style.from_meta({_META: name}))
