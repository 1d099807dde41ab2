"""The list of a menu's entries."""

from collections.abc import Iterable
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from piecement.ui.menu_graph import Edge
from piecement.ui.widgets.cursor_sign import signed_line

NUMBER_KEYS: Final = "1234567890"
"""The keys of the first ten entries."""

LIST_KEYS: list[BindingType] = [
    Binding("j", "cursor_down", show=False),
    Binding("k", "cursor_up", show=False),
]
"""The keys of a list besides those that Textual gives it."""


class PlainList(OptionList):
    """A list moved through by arrows, J and K, or the mouse, that ends at its ends.

    A key that was meant for the game before it, or is held down, so never comes to the last entry from the first. Where
    there are no colours, a sign stands before the entry with the cursor, as a terminal may not show other marks either.
    """

    BINDINGS: ClassVar[list[BindingType]] = LIST_KEYS

    def __init__(self, *entries: Option, list_id: str) -> None:
        """Prepare the list. Text is shown as it is, for brackets in it are a player's own."""
        super().__init__(*entries, id=list_id, compact=True, markup=False)

    def action_cursor_up(self) -> None:
        """Go to the entry before, if there is one."""
        if any(not option.disabled for option in self.options[: self.highlighted or 0]):
            super().action_cursor_up()

    def action_cursor_down(self) -> None:
        """Go to the entry after, if there is one."""
        after = 0 if self.highlighted is None else self.highlighted + 1
        if any(not option.disabled for option in self.options[after:]):
            super().action_cursor_down()

    def render_line(self, y: int) -> Strip:
        """Return a line, with a sign before the cursor's entry if that could not be seen otherwise."""
        return signed_line(self, super().render_line(y), y)

    # Textual cannot break text into lines of no width, so where there is no room for any, it is not asked to.

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height for a width, be it ever so narrow."""
        return super().get_content_height(container, viewport, max(width, self._padding + 1))

    def _update_lines(self) -> None:
        if self.scrollable_content_region.width > self._padding:
            super()._update_lines()

    @property
    def _padding(self) -> int:
        return self.get_component_styles("option-list--option").padding.width


class EdgeOption(Option):
    """An entry that walks an edge of the menu graph."""

    def __init__(self, edge: Edge) -> None:
        super().__init__(edge.label, id=edge.target)
        self.edge = edge


class BackOption(Option):
    """An entry that leaves a pop-up."""

    def __init__(self, label: str, sentence: str) -> None:
        super().__init__(label, id="back")
        self.sentence = sentence


class ActionOption(Option):
    """An entry that does something, and stays."""

    def __init__(self, label: str, action: str, sentence: str) -> None:
        super().__init__(label, id=action)
        self.action = action
        """The action of the screen, as Textual names it."""
        self.sentence = sentence


class MenuList(PlainList):
    """The entries of a menu."""

    def __init__(self, entries: Iterable[Option], *, is_numbered: bool = False) -> None:
        """Prepare the list; where it is numbered, the digits choose from it."""
        super().__init__(*entries, list_id="menu")
        self._is_numbered = is_numbered

    def on_key(self, event: events.Key) -> None:
        """Choose an entry by its number."""
        index = NUMBER_KEYS.find(event.key) if self._is_numbered else -1
        if len(event.key) == 1 and 0 <= index < self.option_count:
            event.stop()
            self.highlighted = index
            self.action_select()

    def offer(self, edges: Iterable[Edge]) -> None:
        """Show other entries, the cursor where it was if that is still there."""
        options = [EdgeOption(edge) for edge in edges]
        chosen = self.highlighted_option
        places = [place for place, option in enumerate(options) if chosen is not None and option.id == chosen.id]
        if [option.id for option in options] != [option.id for option in self.options]:
            self.set_options(options)
            self.highlighted = places[0] if places else 0

    @staticmethod
    def sentence(option: Option) -> str:
        """Return what a player should know before choosing an entry."""
        match option:
            case EdgeOption():
                return option.edge.sentence
            case BackOption() | ActionOption():
                return option.sentence
            case _:
                return ""
