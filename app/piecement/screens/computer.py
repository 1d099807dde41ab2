"""The computer as a player: who plays when you watch, and how."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.keyboard.names import key_label
from piecement.locations import STYLES
from piecement.menu_graph import Node
from piecement.menus.key_line import BACK_KEY, HELP_KEY, KeyLine
from piecement.menus.knob_list import KnobOption
from piecement.menus.knob_screen import KnobScreen
from piecement.menus.knob_texts import rows_of, value_of
from piecement.settings import described

if TYPE_CHECKING:
    from piecement.application import Piecement


def build(app: "Piecement") -> "ComputerScreen":
    """Return the screen."""
    return ComputerScreen(app)


class ComputerScreen(KnobScreen):
    """What is set about bots."""

    NODE = Node.COMPUTER
    CSS_PATH = STYLES / "computer.tcss"

    def compose(self) -> ComposeResult:
        """Lay out the list over what explains it, and the keys for a game."""
        keys = self._host.settings.computer
        with Vertical(classes="page"):
            yield Static("Computer", classes="heading")
            yield from self.knobs()
            yield Static(id="details")
            yield Static(
                f"In a game: {key_label(keys.watch_key)} lets the bot play, {key_label(keys.hint_key)} shows hints.",
                id="keys",
            )
        yield KeyLine(("↑↓", "move"), ("←→", "change"), BACK_KEY, ("Enter", "open"), ("Del", "restore"), HELP_KEY)

    def rows(self) -> Iterator[Option]:
        """Return the settings."""
        yield from rows_of(described("computer"))

    def explain(self, option: Option) -> Content:
        """Return what is to be known of a line, and of what it is set to."""
        if not isinstance(option, KnobOption):
            return super().explain(option)
        setting = option.setting
        told = setting.explained.get(str(value_of(self.settings, setting)), "")
        return Content(f"{setting.sentence}\n{told}".rstrip())
