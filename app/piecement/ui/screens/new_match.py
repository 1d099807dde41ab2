"""Before a match: against whom, how fast, and how clears become garbage."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.settings.computer import FRIEND, MATCH
from piecement.settings.described import described
from piecement.ui.bases.knob_screen import KnobScreen
from piecement.ui.key_rows import ANYWHERE, BACK, BY_TEN, CHANGE, MOVE, OPEN, RESTORE, TYPE, bindings_of
from piecement.ui.menu_graph import Node, Way, edges_from
from piecement.ui.style_sheets import STYLES
from piecement.ui.widgets.knob_list import HeadingOption, KnobOption
from piecement.ui.widgets.knob_texts import rows_of, value_of
from piecement.ui.widgets.menu_list import EdgeOption

if TYPE_CHECKING:
    from piecement.ui.services import Services

_NEEDS_RELEASES = "Two at one keyboard need a terminal that reports when keys are let go, and this one does not."


def build(services: "Services", _: None) -> "NewMatchScreen":
    """Return the screen."""
    return NewMatchScreen(services)


class NewMatchScreen(KnobScreen):
    """What is set about a match, and the way into it."""

    NODE = Node.NEW_MATCH
    KEYS = (
        MOVE,
        replace(OPEN, line=(("Enter", "start"),)),
        CHANGE,
        BY_TEN,
        TYPE,
        RESTORE.without_line(),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "new_match.tcss"

    def compose(self) -> ComposeResult:
        """Lay out the list over what explains it."""
        with Vertical(classes="page"):
            yield Static("New match", classes="heading")
            yield from self.knobs()
            yield Static(id="details")
        yield self.key_line()

    def rows(self) -> Iterator[Option]:
        """Return the way into the match, and what is set about it."""
        yield from (EdgeOption(edge) for edge in edges_from(self.NODE, Way.MENU))
        rows = rows_of(setting for setting in described("computer") if setting.group == MATCH)
        yield from (row for row in rows if not isinstance(row, HeadingOption))

    def explain(self, option: Option) -> Content:
        """Return what is to be known of a line, and of what it is set to."""
        if not isinstance(option, KnobOption):
            return super().explain(option)
        setting = option.setting
        told = setting.explained.get(str(value_of(self.settings, setting)), "")
        return Content(f"{setting.sentence}\n{told}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Let nobody in who cannot play."""
        if isinstance(event.option, EdgeOption) and self._lacks_releases:
            event.prevent_default()
            self.say(Content.styled(_NEEDS_RELEASES, "$warning"))

    @property
    def _lacks_releases(self) -> bool:
        return self.settings.computer.opponent == FRIEND and not self._services.keyboard.knows_releases
