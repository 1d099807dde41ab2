"""The list of a menu, and the sign before the entry with the cursor."""

from collections.abc import Iterable
from typing import ClassVar, Final, Literal

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.ui.menu_graph import Edge
from piecement.ui.messages import CursorMoved
from piecement.ui.themes import MONOCHROME

CURSOR_SIGN: Final = ">"


def needs_sign(widget: Widget) -> bool:
    return widget.app.theme == MONOCHROME.name


def with_sign(strip: Strip) -> Strip:
    """Return a line with the sign before its text."""
    start = max(0, len(strip.text) - len(strip.text.lstrip()) - len(CURSOR_SIGN) - 1)
    return Strip.join([strip.crop(0, start), Strip([Segment(CURSOR_SIGN)]), strip.crop(start + len(CURSOR_SIGN))])


def signed_line(options: OptionList, strip: Strip, y: int) -> Strip:
    """Return a line of a list, with the sign if it is needed and the cursor is there."""
    if options.highlighted is None or not needs_sign(options):
        return strip
    first = options._index_to_line.get(options.highlighted, -1) - options.scroll_offset.y
    return with_sign(strip) if y == first else strip


NUMBER_KEYS: Final = "1234567890"
"""The keys of the first ten entries."""

LIST_KEYS: list[BindingType] = [
    Binding("j", "cursor_down", show=False),
    Binding("k", "cursor_up", show=False),
]
"""The keys of a list besides those of Textual."""


class NarrowList(OptionList):
    """A list that may have no room at all. Textual cannot wrap text to a width of 0, so it is not called there."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return super().get_content_height(container, viewport, max(width, self._padding + 1))

    def _update_lines(self) -> None:
        if self.scrollable_content_region.width > self._padding:
            super()._update_lines()

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        if self._lines:
            super()._move_page(direction)

    @property
    def _padding(self) -> int:
        return self.get_component_styles("option-list--option").padding.width


class PlainList(NarrowList):
    """A list whose cursor is moved by arrows, J and K, or the mouse, and stops at the first and the last entry.

    So a key that was meant for the game, or is held, never moves it from the first entry to the last. A sign marks the
    entry with the cursor where there are no colours, as such a terminal may lack other attributes too.
    """

    BINDINGS: ClassVar[list[BindingType]] = LIST_KEYS

    def __init__(self, *entries: Option, list_id: str) -> None:
        """Prepare the list. Text is no markup, as it may be a player's own."""
        super().__init__(*entries, id=list_id, markup=False)
        # As the argument of this name, but for a class that is added before there are styles to work out.
        self.set_reactive(OptionList.compact, True)
        self.add_class("-textual-compact", update=False)

    def action_cursor_up(self) -> None:
        if any(not option.disabled for option in self.options[: self.highlighted or 0]):
            super().action_cursor_up()
            self.post_message(CursorMoved())

    def action_cursor_down(self) -> None:
        after = 0 if self.highlighted is None else self.highlighted + 1
        if any(not option.disabled for option in self.options[after:]):
            super().action_cursor_down()
            self.post_message(CursorMoved())

    def render_line(self, y: int) -> Strip:
        return signed_line(self, super().render_line(y), y)


class EdgeOption(Option):
    """An entry that leads along an edge of the menu graph."""

    def __init__(self, edge: Edge) -> None:
        super().__init__(edge.label, id=edge.target)
        self.edge = edge


class BackOption(Option):
    """An entry that leaves a pop-up."""

    def __init__(self, label: str, sentence: str) -> None:
        super().__init__(label, id="back")
        self.sentence = sentence


class ActionOption(Option):
    """An entry that runs an action of the screen."""

    def __init__(self, label: str, action: str, sentence: str) -> None:
        super().__init__(label, id=action)
        self.action = action
        self.sentence = sentence


SEED_KEPT: Final = _("Seed set for New game.")
"""Shown by the screen after the action `keep_seed`."""


def keep_seed_entry() -> ActionOption:
    return ActionOption(_("Keep seed"), "keep_seed", _("Use these pieces again."))


class MenuList(PlainList):
    def __init__(self, entries: Iterable[Option], *, is_numbered: bool = False) -> None:
        """Prepare the list; where it is numbered, the digits choose from it."""
        super().__init__(*entries, list_id="menu")
        self._is_numbered = is_numbered

    def on_key(self, event: events.Key) -> None:
        index = NUMBER_KEYS.find(event.key) if self._is_numbered else -1
        if len(event.key) == 1 and 0 <= index < self.option_count:
            event.stop()
            self.highlighted = index
            self.action_select()

    def offer(self, edges: Iterable[Edge]) -> None:
        """Show other entries, with the cursor on the same one if it is still there."""
        options = [EdgeOption(edge) for edge in edges]
        chosen = self.highlighted_option
        places = [place for place, option in enumerate(options) if chosen is not None and option.id == chosen.id]
        if [option.id for option in options] != [option.id for option in self.options]:
            self.set_options(options)
            self.highlighted = places[0] if places else 0

    @staticmethod
    def sentence(option: Option) -> str:
        """Return the explanation of an entry, shown while the cursor is on it."""
        match option:
            case EdgeOption():
                return option.edge.sentence
            case BackOption() | ActionOption():
                return option.sentence
            case _:
                return ""
