"""The settings of bots: the one that plays while you watch, its pace, and its keys."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from piecement.language import _
from piecement.settings.computer import Computer
from piecement.ui import STYLES
from piecement.ui.bases.command_key_rows import command_key_row
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.game.game_keys import RESERVED_KEYS
from piecement.ui.key_rows import ANYWHERE, BACK, SETTINGS_LIST, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.widgets.key_setting import CommandKeyPrompt
from piecement.ui.widgets.setting_rows import Line, grouped

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", _: None) -> "ComputerScreen":
    return ComputerScreen(services)


class ComputerScreen(SettingsScreen):
    NODE = Node.COMPUTER
    PROMPT = CommandKeyPrompt
    KEYS = (*SETTINGS_LIST, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "computer.tcss"
    HEADING = _("Computer")

    def rows(self) -> Iterator[Line]:
        return grouped(Computer.specs(), lambda spec: command_key_row(spec, self, RESERVED_KEYS))
