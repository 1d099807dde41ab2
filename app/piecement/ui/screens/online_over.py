"""The result of a match over a network."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static

from piecement.client.state import ClientState
from piecement.render.still_board import StillBoard
from piecement.ui.bases.chat_screen import CHAT, LEAVE_CHAT, ChatScreen
from piecement.ui.key_rows import LIST, ON_MENUS
from piecement.ui.menu_graph import Node
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.settling import Settling
from piecement.ui.texts.accounts import change_text
from piecement.ui.texts.rounds import accounts_text, match_headline
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.screen_page import ScreenPage, size_class
from piecement_net.messages.from_client import Ready

_FIGURES: Final = 72
"""The columns of the figures beside the actions."""
_LEAST_ROWS: Final = 10
"""The rows of a last board that are seen where lines are few."""
_BOARDS: Final = 2
"""The boards that have room below the figures."""


class OnlineOverScreen(ChatScreen, Showing[ClientState]):
    """The result of a match."""

    NODE = Node.ONLINE_OVER
    LEAVES = frozenset({Node.ONLINE, Node.TITLE, Node.QUIT})
    KEYS = (*LIST, CHAT, LEAVE_CHAT, *ON_MENUS)

    def __init__(self, services: Services, state: ClientState) -> None:
        super().__init__(services)
        self._settling = Settling(services.clock)
        self._headline, self._has_won = match_headline(state)
        self._ended = replace(state)
        """State at the end of the match: the next one may begin behind this screen."""

    def contents(self) -> ComposeResult:
        chat = Vertical(self.chat_label, Static(id="said", markup=False), self.chat_input, classes="chat framed")
        actions = Vertical(self.menu_list, self.hint, classes="actions")
        result = Vertical(Static(id="rating"), Static(id="figures"), *self._boards(), classes="result framed")
        page = ScreenPage(self._headline, result, Horizontal(Vertical(*self._boards(), chat, classes="talk"), actions))
        page.heading.add_class("-won" if self._has_won else "-lost")
        yield page

    def on_mount(self) -> None:
        self._show_state()

    def online_changed(self, change: str) -> None:
        super().online_changed(change)
        self._show_state()

    def on_resize(self, event: events.Resize) -> None:
        columns = _FIGURES if size_class(event.size) == "-roomy" else event.size.width - 4
        self.query_one("#figures", Static).update(accounts_text(self._ended, columns))
        self._show_state()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id == Node.ROOM.value and self._connection.state.you is not None:
            self._connection.send(Ready(hand=self._connection.hand))

    def _boards(self) -> Iterator[Horizontal]:
        """Yield the last boards of a match of two, the player's first.

        They are in two places of the page, of which the style sheet shows the one with room.
        """
        last = self._ended.round
        if last is not None and len(last.players) == _BOARDS:
            seats = sorted(last.players, key=lambda seat: seat != last.you)
            names = (Static(last.players[seat].name, markup=False) for seat in seats)
            views = (last.session(seat).view for seat in seats)
            boards = [StillBoard.of_view(view)._replace(cells=()).cut_above() for view in views]
            least = min(_LEAST_ROWS, max(board.least for board in boards))  # both at one size
            pictures = (BoardPicture(board._replace(least=least), self._services) for board in boards)
            yield Horizontal(*map(Vertical, names, pictures), classes="boards")

    def _show_state(self) -> None:
        state = self._connection.state
        rating = self.query_one("#rating", Static)
        change = change_text(state.profile)
        rating.update(change)
        rating.display = bool(change)
        self.query_one("#said", Static).update(self.recent_chat(3, roomy=20))
