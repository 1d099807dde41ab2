"""Widgets that open over a list: a menu of choices and a line to type in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset, Region
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from piecement.ui.widgets.drawn_list import PlainList
from piecement.ui.widgets.questions import Choose, TypeText

OPEN: Final = "-open"
"""CSS class of an open widget."""


@dataclass
class Closed(Message):
    """A widget over the list was closed."""

    further: Choose | TypeText | None = None
    """Next question, if any."""


class TextEntry(Input):
    """A line to type in; Enter uses a valid text, Esc changes nothing."""

    DEFAULT_CSS = """
    TextEntry { overlay: screen; display: none; width: 14; height: 1; }
    TextEntry.-open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, on_check: Callable[[str], None]) -> None:
        """Create the entry; `on_check` receives the problem of each text, empty if valid."""
        super().__init__(compact=True, select_on_focus=False, id="entry")
        self._on_check: Final = on_check
        self._question: TypeText | None = None

    def ask(self, question: TypeText, place: Offset) -> None:
        """Open at a place of the screen."""
        self._question = question
        self.value = question.text
        self.cursor_position = len(question.text)
        open_at(self, place)

    def type_if_open(self, text: str) -> bool:
        """Type a text at the cursor if the line is open; return whether it is."""
        if is_open := self.has_class(OPEN):
            self.insert_text_at_cursor(text)
        return is_open

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.has_class(OPEN) and self._question is not None:
            problem = self._question.problem(self.value)
            self.set_class(bool(problem), "-invalid")
            self._on_check(problem)

    async def action_submit(self) -> None:
        """Use a valid text at once: a message would arrive after another row may have asked."""
        question, text = self._question, self.value
        if question is not None and self.has_class(OPEN) and not question.problem(text):
            close(self, question.done(text))

    @on(events.Blur)
    def action_close(self) -> None:
        close(self)


_FRAME_AND_BAR: Final = 5
"""The columns of a list beside its names: the frame, the padding, and the scrollbar."""

_LEAST_WIDTH: Final = 16
_MOST_HEIGHT: Final = 14


class _Choice(Option):
    """Option with its question: its event may arrive after another menu was opened."""

    def __init__(self, question: Choose, name: str, title: str) -> None:
        super().__init__(title, id=name)
        self.question: Final = question
        self.name: Final = name


class ChoiceMenu(PlainList):
    """A list of names; Enter chooses one, Esc changes nothing."""

    DEFAULT_CSS = """
    ChoiceMenu {
        overlay: screen; constrain: inside inside; display: none; width: auto; height: auto;
    }
    ChoiceMenu.-open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, say: Callable[[Content], object] | None = None) -> None:
        """Create the menu; `say` shows the explanation of a name, if given."""
        super().__init__(list_id="choices")
        self._say: Final = say
        self._question: Choose | None = None

    def ask(self, question: Choose, area: Region, place: Offset) -> None:
        """Open at the place nearest to `place` at which the list fits an area, the cursor on the current name."""
        widths = [cell_len(title) for title in question.titles.values()]
        width = max(_LEAST_WIDTH, *widths) + _FRAME_AND_BAR
        self.styles.max_height = most = min(_MOST_HEIGHT, area.height)
        height = min(most, len(widths) + 2)
        x = max(area.x, min(place.x, area.right - width))
        self._open(question, Offset(x, max(area.y, min(place.y, area.bottom - height))))

    def _open(self, question: Choose, place: Offset) -> None:
        self._question = question
        self.set_options(_Choice(question, name, title) for name, title in question.titles.items())
        names = list(question.titles)
        open_at(self, place)
        self.highlighted = names.index(question.current) if question.current in names else 0

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self.has_class(OPEN) and isinstance(event.option, _Choice):
            question, name = event.option.question, event.option.name
            if self._say is not None:
                self._say(question.explain(name))
            if question.consider is not None:
                question.consider(name)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if isinstance(event.option, _Choice):
            further = event.option.question.done(event.option.name)
            if isinstance(further, Choose):
                self._open(further, self.absolute_offset or Offset())
            else:
                self._close(further)

    @on(events.Blur)
    def action_close(self) -> None:
        self._close()

    def _close(self, further: TypeText | None = None) -> None:
        if self.has_class(OPEN) and self._question is not None and self._question.consider is not None:
            self._question.consider(None)
        close(self, further)


def open_at(widget: Widget, place: Offset) -> None:
    """Open a widget at a place of the screen, with the focus on it."""
    widget.absolute_offset = place
    widget.add_class(OPEN)
    widget.screen.set_focus(widget)  # at once: the next key may follow closely


def close(widget: Widget, further: Choose | TypeText | None = None) -> None:
    """Close a widget over a list if it is open."""
    if widget.has_class(OPEN):
        widget.remove_class(OPEN)
        widget.post_message(Closed(further))
