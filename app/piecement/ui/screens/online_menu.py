"""The menu of a player beside a round over a network, which goes on."""

from collections.abc import Callable, Iterator
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Region, Size
from textual.screen import ModalScreen
from textual.widgets import Input
from textual.widgets.option_list import Option

from piecement.ui.bases.chat_screen import CHAT, ChatScreen
from piecement.ui.key_rows import LIST, ON_MENUS, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.messages import GoBack
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.widgets.menu_list import Entry
from piecement_base.language import N_, _

PlaceFor = Callable[[Size], Region]
"""Returns where a menu of some size hides the least."""

_SIZE: Final = Size(36, 10)
_NARROW: Final = 26
"""Columns of the menu where the field leaves less room than it needs."""
_SLIVER: Final = 6
"""Columns beside the menu in which nothing could be read whole; the menu takes them too."""


class OnlineMenuScreen(ChatScreen, Showing[PlaceFor], ModalScreen[None]):
    """Menu of a player beside the round."""

    NODE = Node.ONLINE_MENU
    KEYS = (*LIST, CHAT, KeyRow("Esc", N_("resume"), (), {"escape": "back"}), *ON_MENUS)

    def __init__(self, services: Services, place_for: PlaceFor) -> None:
        super().__init__(services)
        self._place_for: Final = place_for

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("Round in progress")
            yield self.menu_list
            yield self.hint
            yield self.chat_input

    def entries(self) -> Iterator[Option]:
        yield Entry("back", _("Resume"), self.leave, _("Nothing is paused."))
        yield Entry("give_up", _("Give up"), self.action_give_up, _("You lose this round."))
        yield from super().entries()

    def on_mount(self) -> None:
        self._place_box(self.app.size)
        self._show_state()

    def on_screen_resume(self) -> None:
        if self._is_done:
            self.post_message(GoBack(self.NODE))

    @property
    def _is_done(self) -> bool:
        """Whether the round was broken off."""
        state = self._connection.state
        return state.room is None or state.is_called_off

    def on_resize(self, event: events.Resize) -> None:
        self._place_box(event.size)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Resume once it is sent."""
        event.stop()
        self.leave()

    def action_give_up(self) -> None:
        self._connection.give_up()
        self.post_message(GoBack(self.NODE))

    def online_changed(self, change: str) -> None:
        """Make way for what follows the match."""
        super().online_changed(change)
        if change in {"match", "left"} or self._is_done:
            self.leave()
        else:
            self._show_state()

    def sentence(self, option: Option) -> str:
        """Return the explanation of an entry: whoever has won loses nothing by leaving."""
        state = self._connection.state
        if option.id != Node.ONLINE.value or not state.is_match_decided:
            return super().sentence(option)
        return _("The match is decided: leaving changes nothing.")

    def _show_state(self) -> None:
        state, box = self._connection.state, self.query_one(Vertical)
        if state.is_storing:
            box.border_title = _("Storing the result …")
        elif state.round_end is not None:
            box.border_title = _("The round is over")

    def _place_box(self, screen: Size) -> None:
        """Set the box beside the player's field, so that the round can be played meanwhile."""
        box = self.query_one(Vertical)
        beside = screen.width - self._place_for(Size(_NARROW, 1)).x
        width = beside if beside < _SIZE.width + _SLIVER else _SIZE.width
        place = self._place_for(Size(max(_NARROW, width), min(_SIZE.height, screen.height)))
        box.styles.width, box.styles.height = min(place.width, screen.width), place.height
        box.styles.offset = place.offset
