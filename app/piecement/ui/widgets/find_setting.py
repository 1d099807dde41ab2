"""A line to find a setting by its name, over the screen."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from piecement_base.language import _
from piecement.ui.setting_pages import SettingPlace, tab_title
from piecement.ui.widgets.choices import OPEN, close, open_at
from piecement.ui.widgets.menu_list import PlainList

_MOST: Final = 8
"""The number of places in view."""

_WIDTH: Final = 44


class _Found(Option):
    def __init__(self, place: SettingPlace) -> None:
        where = f"{tab_title(place.page)} ›" if place.is_more else tab_title(place.page)
        super().__init__(Content.assemble(place.title, f"  {where}"))
        self.place: Final = place


class FindSetting(Vertical):
    """A line to type in, and the places of settings that its words are said of, whose cursor the arrows move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down,tab,shift+tab", "move(1)", show=False),
        Binding("escape", "close", show=False),
    ]
    DEFAULT_CSS = """
    FindSetting { overlay: screen; display: none; height: auto; }
    FindSetting.-open { display: block; }
    FindSetting PlainList { height: auto; max-height: 8; }
    FindSetting .none { display: none; }
    FindSetting.-none .none { display: block; }
    FindSetting.-none PlainList { display: none; }
    """

    @dataclass
    class Chosen(Message):
        """A place was chosen."""

        place: SettingPlace

    def __init__(self, places: Callable[[], Iterable[SettingPlace]]) -> None:
        """Prepare the line; `places` returns what there is to find, in order."""
        super().__init__(id="find")
        self._places: Final = places
        self._line: Final = Input(placeholder=_("Find a setting"), compact=True, select_on_focus=False)
        self._list: Final = PlainList(list_id="found")
        self._list.can_focus = False

    def compose(self) -> ComposeResult:
        yield self._line
        yield self._list
        yield Static(_("No setting has these words."), classes="none")

    def ask(self) -> None:
        """Open, with all places."""
        width, height = self.app.size
        own = min(_WIDTH, width - 2)
        self.styles.width = own
        self._line.value = ""
        self._show("")
        open_at(self, Offset(2 if width >= own + 4 else 1, 3 if height > _MOST + 6 else 0), self._line)

    def action_close(self) -> None:
        close(self)

    def action_move(self, steps: int) -> None:
        """Move the cursor of the list."""
        if self._list.option_count:
            at = (self._list.highlighted or 0) + steps
            self._list.highlighted = max(0, min(at, self._list.option_count - 1))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._show(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._choose(self._list.highlighted_option)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._choose(event.option)

    def on_descendant_blur(self) -> None:
        self.action_close()

    def _choose(self, option: Option | None) -> None:
        if self.has_class(OPEN) and isinstance(option, _Found):
            self.action_close()
            self.post_message(self.Chosen(option.place))

    def _show(self, words: str) -> None:
        """Show the settings that these words are said of, those that fit best first."""
        ranks = [(rank, place.is_more, place) for place in self._places() if (rank := place.rank(words)) is not None]
        found = [place for *_rank, place in sorted(ranks, key=itemgetter(0, 1))]
        self.set_class(not found, "-none")
        self._list.set_options(map(_Found, found))
        self._list.highlighted = 0 if found else None
