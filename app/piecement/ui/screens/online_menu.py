"""The menu over a round that goes on meanwhile."""

from collections.abc import Callable
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Region, Size
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from piecement.language import _
from piecement.net.messages.from_client import Leave
from piecement.ui.bases.chat_screen import CHAT, ChatScreen
from piecement.ui.key_rows import ANYWHERE, LIST, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.messages import GoBack, OnlineChanged
from piecement.ui.services import Services
from piecement.ui.widgets.menu_list import ActionOption, BackOption, EdgeOption, MenuList

PlaceFor = Callable[[Size], Region]
"""Returns where a menu of some size hides the least."""

_SIZE: Final = Size(36, 10)
_NARROW: Final = 26
"""The columns where the field leaves no more."""


class OnlineMenuScreen(ChatScreen, ModalScreen[None]):
    """Menu of a player beside the round."""

    NODE = Node.ONLINE_MENU
    KEYS = (*LIST, CHAT, KeyRow("Esc", _("resume"), (), {"escape": "back"}), *ANYWHERE)

    def __init__(self, services: Services, place_for: PlaceFor) -> None:
        super().__init__(services)
        self._place_for: Final = place_for

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("Round in progress")
            yield self.menu_list
            yield Static(id="hint")
            yield self.chat_input

    def chat_menu(self) -> MenuList:
        give_up = ActionOption(_("Give up"), "give_up", _("You lose this round."))
        return self.menu(back=BackOption(_("Resume"), _("Nothing is paused.")), actions={Node.PEOPLE: give_up})

    def on_mount(self) -> None:
        self._online.changed.subscribe(self, self._online_changed)
        self._place_box(self.app.size)

    def on_screen_resume(self) -> None:
        if self._is_done:
            self.post_message(GoBack(self.NODE))

    @property
    def _is_done(self) -> bool:
        """Whether the round was broken off."""
        state = self._online.state
        return state is None or state.room is None or state.is_called_off

    def on_resize(self, event: events.Resize) -> None:
        self._place_box(event.size)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = event.option
        if isinstance(chosen, EdgeOption) and chosen.edge.target is Node.ONLINE:
            self._online.send(Leave())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Resume once it is sent."""
        event.stop()
        self.leave()

    def action_give_up(self) -> None:
        self._online.give_up()
        self.post_message(GoBack(self.NODE))

    def _online_changed(self, message: OnlineChanged) -> None:
        """Make way for what follows the match."""
        if message.change in {"match", "left"} or self._is_done:
            self.leave()
        elif message.change == "end":
            self.query_one(Vertical).border_title = _("The round is over")

    def _place_box(self, screen: Size) -> None:
        """Set the box beside the player's field, which is played on."""
        box = self.query_one(Vertical)
        beside = screen.width - self._place_for(Size(_NARROW, 1)).x
        place = self._place_for(Size(max(_NARROW, min(_SIZE.width, beside)), min(_SIZE.height, screen.height)))
        box.styles.width, box.styles.height = min(place.width, screen.width), place.height
        box.styles.offset = place.offset
