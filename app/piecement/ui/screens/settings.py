"""The menu of the settings, and those of the application as a whole."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from piecement.language import _
from piecement.settings.interface import Interface
from piecement.ui import STYLES
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import ANYWHERE, BACK, BY_TEN, CHANGE, MOVE, OPEN, RESTORE, TABS, TYPE, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.widgets.setting_rows import Line

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", _: None) -> "SettingsMenuScreen":
    return SettingsMenuScreen(services)


class SettingsMenuScreen(SettingsScreen):
    """The menu of the settings."""

    NODE = Node.SETTINGS
    KEYS = (TABS, MOVE, OPEN, CHANGE, BY_TEN, TYPE, RESTORE.without_line(), BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "settings.tcss"
    HEADING = _("Settings")

    def rows(self) -> Iterator[Line]:
        yield from self.edge_rows()
        yield from self.setting_rows(Interface.specs())
