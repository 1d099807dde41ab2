"""Widgets that open over a list, beside its cursor: a line to type in, and a list to choose from."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from piecement.ui.widgets.menu_list import PlainList

OPEN: Final = "-open"
"""The CSS class of an open one."""


class Closed(Message):
    """It was closed."""


class TextEntry(Input):
    """A line to type in; Enter uses a valid text, Esc changes nothing."""

    DEFAULT_CSS = """
    TextEntry { overlay: screen; display: none; width: 14; height: 1; }
    TextEntry.-open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    @dataclass
    class Checked(Message):
        """The text changed; the problem says what is wrong with it, or is empty."""

        problem: str

    @dataclass
    class Entered(Message):
        """The player entered a valid text."""

        text: str

    def __init__(self) -> None:
        super().__init__(compact=True, select_on_focus=False, id="entry")
        self._problem: Callable[[str], str] = lambda _: ""

    def ask(self, text: str, place: Offset, problem: Callable[[str], str]) -> None:
        """Open at a place of the screen; the function returns what is wrong with a text, or an empty one."""
        self._problem = problem
        self.value = text
        self.cursor_position = len(text)
        _open(self, place)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.has_class(OPEN):
            problem = self._problem(event.value)
            self.set_class(bool(problem), "-invalid")
            self.post_message(self.Checked(problem))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if not self._problem(event.value):
            self.post_message(self.Entered(event.value))
            self.action_close()

    def action_close(self) -> None:
        _close(self)

    def on_blur(self) -> None:
        _close(self)


_FRAME_AND_BAR: Final = 5
"""The columns of a list beside its names: the frame, the padding, and the scrollbar."""

_LEAST_WIDTH: Final = 16
_MOST_HEIGHT: Final = 14


class _Choice(Option):
    """A name to choose, with what asked for it: its event may come after another list was opened."""

    def __init__(self, asker: object, name: str, title: str) -> None:
        super().__init__(title, id=name)
        self.asker: Final = asker
        self.name: Final = name


class ChoiceMenu(PlainList):
    """A list of names; Enter chooses one, Esc changes nothing."""

    DEFAULT_CSS = """
    ChoiceMenu {
        overlay: screen; constrain: inside inside; display: none; width: auto; height: auto; max-height: 14;
    }
    ChoiceMenu.-open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    @dataclass
    class Considered(Message):
        """The cursor came to a name."""

        name: str
        asker: object
        """Asker that opened the list of the name; another one may have opened a list since."""

    @dataclass
    class Chosen(Message):
        name: str
        asker: object

    def __init__(self) -> None:
        super().__init__(list_id="choices")

    def ask(self, asker: object, titles: Mapping[str, str], current: str, place: Offset) -> None:
        """Open at a place of the screen, with the cursor on the current name."""
        self.set_options(_Choice(asker, name, title) for name, title in titles.items())
        names = list(titles)
        _open(self, place)
        self.highlighted = names.index(current) if current in names else 0

    def place_within(self, area: Region, place: Offset, titles: Iterable[str]) -> Offset:
        """Return the nearest place to one where a list of titles stays within an area, and limit its height to that."""
        widths = [cell_len(title) for title in titles]
        width = max(_LEAST_WIDTH, *widths) + _FRAME_AND_BAR
        self.styles.max_height = most = min(_MOST_HEIGHT, area.height)
        height = min(most, len(widths) + 2)
        return Offset(max(area.x, min(place.x, area.right - width)), max(area.y, min(place.y, area.bottom - height)))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self.has_class(OPEN) and isinstance(event.option, _Choice):
            self.post_message(self.Considered(event.option.name, event.option.asker))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if isinstance(event.option, _Choice):
            self.post_message(self.Chosen(event.option.name, event.option.asker))
            self.action_close()

    def action_close(self) -> None:
        _close(self)

    def on_blur(self) -> None:
        _close(self)


def _open(widget: Widget, place: Offset) -> None:
    widget.absolute_offset = place
    widget.add_class(OPEN)
    widget.focus()


def _close(widget: Widget) -> None:
    if widget.has_class(OPEN):
        widget.remove_class(OPEN)
        widget.post_message(Closed())
