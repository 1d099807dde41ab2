"""The menu over a round that goes on meanwhile."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from piecement.language import _
from piecement.online.messages import Leave
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, LIST, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.messages import GoBack
from piecement.ui.style_sheets import STYLES
from piecement.ui.widgets.menu_list import ActionOption, BackOption, EdgeOption

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", _: None) -> "OnlineMenuScreen":
    return OnlineMenuScreen(services)


class OnlineMenuScreen(MenuScreen, ModalScreen[None]):
    """What a player can do besides playing the round."""

    NODE = Node.ONLINE_MENU
    KEYS = (*LIST, KeyRow("Esc", _("play on"), (), {"escape": "back"}), *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "online_menu.tcss"

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._online = services.online

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("The round goes on")
            yield self.menu(
                back=BackOption(_("Play on"), _("Nothing has stopped.")),
                actions={Node.SETTINGS: ActionOption(_("Give up"), "give_up", _("This round is lost."))},
            )
            yield Static(id="hint")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = event.option
        if isinstance(chosen, EdgeOption) and chosen.edge.target is Node.ONLINE and self._online.client is not None:
            self._online.client.send(Leave())

    def action_give_up(self) -> None:
        state = self._online.state
        if state is not None and state.round is not None and state.round.own is not None:
            state.round.own.forfeit()
        self.post_message(GoBack(self.NODE))
