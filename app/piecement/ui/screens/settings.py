"""The way to all settings, and those that are about the application as a whole."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.settings.described import described
from piecement.ui.bases.knob_screen import KnobScreen
from piecement.ui.key_rows import ANYWHERE, BACK, BY_TEN, CHANGE, MOVE, OPEN, RESTORE, TYPE, bindings_of
from piecement.ui.menu_graph import Node, Way, edges_from
from piecement.ui.style_sheets import STYLES
from piecement.ui.widgets.knob_texts import rows_of
from piecement.ui.widgets.menu_list import EdgeOption

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", _: None) -> "SettingsScreen":
    """Return the screen."""
    return SettingsScreen(services)


class SettingsScreen(KnobScreen):
    """The hub of the settings."""

    NODE = Node.SETTINGS
    KEYS = (MOVE, OPEN, CHANGE, BY_TEN, TYPE, RESTORE.without_line(), BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "settings.tcss"

    def compose(self) -> ComposeResult:
        """Lay out the list over what explains it."""
        with Vertical(classes="page"):
            yield Static("Settings", classes="heading")
            yield from self.knobs()
            yield Static(id="details")
        yield self.key_line()

    def rows(self) -> Iterator[Option]:
        """Return the ways on, and what is about the whole application."""
        yield from (EdgeOption(edge) for edge in edges_from(self.NODE, Way.MENU))
        yield from rows_of(described("interface"))
