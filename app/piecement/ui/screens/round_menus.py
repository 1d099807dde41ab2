"""The menus of a match over a network: its bracket, the menu beside a round, and the result."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Region, Size
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from piecement.client.state import ClientState
from piecement.render.still_board import StillBoard
from piecement.ui.bases.chat_screen import CHAT, LEAVE_CHAT, READY, ChatScreen
from piecement.ui.bases.menu_screen import Settling
from piecement.ui.key_rows import LIST, ON_MENUS, KeyRow
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.messages import GoBack
from piecement.ui.screen import ScreenPage, Showing, heading_text, size_class
from piecement.ui.services import Services
from piecement.ui.texts.accounts import change_text
from piecement.ui.texts.bracket import bracket_text, tournament_headline
from piecement.ui.texts.rounds import accounts_text, match_headline
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.menu_list import Entry
from piecement_base.language import N_, _
from piecement_net.messages.from_client import Ready


class BracketScreen(ChatScreen):
    """Bracket of the room, seen between the matches."""

    NODE = Node.BRACKET
    KEYS = (*LIST, READY, CHAT, LEAVE_CHAT, *ON_MENUS)

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        has_ended = self._connection.state.match_end is not None
        self._settling = Settling(services.clock) if has_ended else None
        self._tree = Static(id="tree")
        self._scroll = VerticalScroll(self._tree, id="scroll")
        self._said = Static(id="said", markup=False)
        self._head = Static(classes="heading", markup=False)

    def contents(self) -> ComposeResult:
        chat = Vertical(self.chat_label, self._said, self.chat_input, classes="chat framed")
        actions = Vertical(self.menu_list, self.hint, classes="actions")
        yield ScreenPage(self._head, self._scroll, Horizontal(chat, actions))

    def entries(self) -> Iterator[Option]:
        yield Entry("ready", _("Ready"), self.action_ready, _("Your match begins when both are ready."))
        yield from super().entries()

    def on_mount(self) -> None:
        self._show_bracket()

    def on_screen_resume(self) -> None:
        if not self._connection.in_room:
            self.navigate(Node.ONLINE, Trigger.EVENT)

    def on_resize(self, _event: events.Resize) -> None:
        self._show_bracket()
        self.call_after_refresh(self._show_current_round)

    def online_changed(self, change: str) -> None:
        super().online_changed(change)
        if self._connection.in_room:
            self._show_bracket()
        else:
            self.navigate(Node.ONLINE, Trigger.EVENT)

    def _show_bracket(self) -> None:
        state = self._connection.state
        title, line = tournament_headline(state)
        if state.plays_next and state.you is not None and state.you.ready:
            line += f"   {_('You are ready.')}"
        self._head.update(heading_text(title, line))
        self._tree.update(bracket_text(state, self.app.size.width - 4, ascii_only=self.ascii_only))
        self._said.update(self.recent_chat(2, roomy=12))

    def _show_current_round(self) -> None:
        """Scroll a list of matches to the current round."""
        state = self._connection.state
        text = bracket_text(state, self.app.size.width - 4, ascii_only=self.ascii_only)
        lines, title = text.plain.splitlines(), tournament_headline(state)[0]
        if title in lines:
            self._scroll.scroll_to(y=lines.index(title), animate=False)


PlaceFor = Callable[[Size], Region]
"""Returns where a menu of some size hides the least."""

_SIZE: Final = Size(36, 10)
_NARROW: Final = 26
"""The columns where the field leaves no more."""
_SLIVER: Final = 6
"""Columns in which nothing beside the menu can be read whole."""


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
        """Set the box beside the player's field, which is played on."""
        box = self.query_one(Vertical)
        beside = screen.width - self._place_for(Size(_NARROW, 1)).x
        width = beside if beside < _SIZE.width + _SLIVER else _SIZE.width
        place = self._place_for(Size(max(_NARROW, width), min(_SIZE.height, screen.height)))
        box.styles.width, box.styles.height = min(place.width, screen.width), place.height
        box.styles.offset = place.offset


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
        """Yield the last boards of a match of two, the player's first."""
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
