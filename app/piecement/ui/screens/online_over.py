"""The end of a match over a network: who won, and the figures of the last round."""

from dataclasses import replace
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static

from piecement.client.state import ClientState
from piecement.net.messages.from_client import Leave, Ready
from piecement.ui.bases.chat_screen import CHAT, LEAVE_CHAT, ChatScreen
from piecement.ui.bases.settling import Settling
from piecement.ui.key_rows import ANYWHERE, LIST
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screen import size_class
from piecement.ui.services import Services
from piecement.ui.texts.online import accounts_text, change_text, chat_text, match_headline
from piecement.ui.widgets.page import ScreenPage

_SAID: Final = 3
_SAID_ROOMY: Final = 20
"""Numbers of chat lines shown."""
_FIGURES: Final = 72
"""The columns of the figures beside the actions."""


class OnlineOverScreen(ChatScreen):
    """The result of a match."""

    NODE = Node.ONLINE_OVER
    KEYS = (*LIST, CHAT, LEAVE_CHAT, *ANYWHERE)

    def __init__(self, services: Services, state: ClientState) -> None:
        super().__init__(services)
        self._settling: Final = Settling(services.clock)
        self._headline, self._has_won = match_headline(state)
        self._ended = replace(state)
        """State at the end of the match: the next one may begin behind this screen."""

    def takes_key(self) -> bool:
        """Return whether a key is taken: not one of the round that has just ended, unless it goes on with a line."""
        return self._online.is_typing or self._settling.takes_key()

    def contents(self) -> ComposeResult:
        chat = Vertical(self.chat_label, Static(id="said", markup=False), self.chat_input, classes="chat")
        actions = Vertical(self.menu_list, Static(id="hint"), classes="actions")
        page = ScreenPage(
            self._headline,
            Vertical(Static(id="rating"), Static(id="figures"), classes="result"),
            Horizontal(chat, actions),
        )
        page.heading.add_class("-won" if self._has_won else "-lost")
        yield page

    def on_mount(self) -> None:
        self._online.changed.subscribe(self, lambda _change: self._show_state())
        self._show_state()

    def on_resize(self, event: events.Resize) -> None:
        columns = _FIGURES if size_class(event.size) == "-roomy" else event.size.width - 4
        self.query_one("#figures", Static).update(accounts_text(self._ended, columns))
        self._show_state()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        target, state = event.option.id, self._online.state
        if target == Node.ROOM and state is not None and state.you is not None:
            self._online.send(Ready(hand=self._online.hand()))
        elif target not in {Node.ROOM, Node.ROUND_REPLAY}:
            self._online.send(Leave())

    def go_back(self) -> None:
        self.navigate(Node.ROOM, Trigger.KEY)

    def _show_state(self) -> None:
        state = self._online.state
        rating = self.query_one("#rating", Static)
        change = change_text(state.profile) if state is not None else ""
        rating.update(change)
        rating.display = bool(change)
        said = _SAID_ROOMY if size_class(self.app.size) == "-roomy" else _SAID
        lines = tuple(state.chat)[-said:] if state is not None else ()
        self.query_one("#said", Static).update(chat_text(lines))
