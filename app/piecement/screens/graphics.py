"""What the game looks like."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.locations import STYLES
from piecement.menu_graph import Node
from piecement.menus.key_line import BACK_KEY, HELP_KEY, KeyLine
from piecement.menus.knob_list import SlotOption
from piecement.menus.knob_screen import KnobScreen
from piecement.menus.knob_texts import rows_of
from piecement.settings import described

if TYPE_CHECKING:
    from piecement.application import Piecement


def build(app: "Piecement") -> "GraphicsScreen":
    """Return the screen."""
    return GraphicsScreen(app)


class GraphicsScreen(KnobScreen):
    """The looks."""

    NODE = Node.GRAPHICS
    CSS_PATH = STYLES / "graphics.tcss"

    def compose(self) -> ComposeResult:
        """Lay out the list over what explains it."""
        with Vertical(classes="page"):
            yield Static("Graphics", classes="heading")
            yield from self.knobs()
            yield Static(id="details")
        yield KeyLine(("↑↓", "move"), ("←→", "change"), BACK_KEY, ("Enter", "open"), ("Del", "restore"), HELP_KEY)

    def rows(self) -> Iterator[Option]:
        """Return the slot and what is in it."""
        yield SlotOption("graphics")
        yield from rows_of(described("graphics"))
