"""The way to all settings, and those that are about the application as a whole."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.widgets.option_list import Option

from piecement.settings.interface import Interface
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.menu_graph import Node, Way, edges_from
from piecement.ui.style_sheets import STYLES
from piecement.ui.widgets.key_line import BACK_KEY, HELP_KEY
from piecement.ui.widgets.setting_rows import EdgeRow

if TYPE_CHECKING:
    from piecement.ui.application import Piecement


def build(app: "Piecement", _: None) -> "SettingsMenuScreen":
    return SettingsMenuScreen(app)


class SettingsMenuScreen(SettingsScreen):
    """The hub of the settings."""

    NODE = Node.SETTINGS
    CSS_PATH = STYLES / "settings.tcss"
    HEADING = "Settings"
    KEYS = (("↑↓", "move"), ("Enter", "open"), ("←→", "change"), BACK_KEY, HELP_KEY)

    def rows(self) -> Iterator[Option]:
        yield from (EdgeRow(edge, self.current_settings) for edge in edges_from(self.NODE, Way.MENU))
        yield from self.setting_rows(Interface.specs())
