"""The settings of bots: who plays when you watch, and how."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.widgets.option_list import Option

from piecement.language import _
from piecement.settings.computer import Computer
from piecement.ui.bases.command_keys_screen import CommandKeysScreen
from piecement.ui.game.game_keys import RESERVED_KEYS
from piecement.ui.key_rows import ANYWHERE, BACK, SETTINGS_LIST, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.widgets.setting_rows import grouped

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", _: None) -> "ComputerScreen":
    return ComputerScreen(services)


class ComputerScreen(CommandKeysScreen):
    NODE = Node.COMPUTER
    RESERVED = RESERVED_KEYS
    KEYS = (*SETTINGS_LIST, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "computer.tcss"
    HEADING = _("Computer")

    def rows(self) -> Iterator[Option]:
        return grouped(Computer.specs(), self.row)
