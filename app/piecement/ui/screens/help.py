"""The keys of the screen that one is on."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.menu_graph import PLACES, Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.keys_of import Keys, keys_of
from piecement.ui.widgets.key_line import BACK_KEY, KeyLine

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", _: None) -> "HelpScreen":
    """Return the keys of the screen under this one."""
    *below, node, _self = nodes
    over = below[-1] if below else None
    watched = (app.bot or "") if getattr(app.screen, "bot_plays", False) else None
    keys = keys_of(
        node,
        app.settings,
        ascii_only=app.ascii_only,
        over=over,
        watched=watched,
        reachable=app.reachable,
    )
    return HelpScreen(PLACES[node].title, keys)


class HelpScreen(MenuScreen, ModalScreen[None]):
    """Keys and what they do."""

    NODE = Node.HELP
    CSS_PATH = STYLES / "help.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (27, "-high")]  # noqa: RUF012 - Textual declares it

    def __init__(self, title: str, keys: Keys) -> None:
        super().__init__()
        self._heading = f"Keys: {title}"
        self._keys = keys

    def compose(self) -> ComposeResult:
        """Lay out a line for each key."""
        wide = max(len(key) for key, _ in self._keys)
        lines = (Content.assemble((f"{key:>{wide}}", "$accent"), "  ", does) for key, does in self._keys)
        with Vertical(classes="box"):
            yield Static(self._heading, classes="heading")
            with VerticalScroll(can_focus=True):
                yield Static(Content("\n").join(lines))
            yield KeyLine(BACK_KEY)
