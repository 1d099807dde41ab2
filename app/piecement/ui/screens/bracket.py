"""The bracket of a room, seen between the matches of its tournament."""

from collections.abc import Iterator

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.ui.bases.chat_screen import CHAT, LEAVE_CHAT, READY, ChatScreen
from piecement.ui.key_rows import LIST, ON_MENUS
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.services import Services
from piecement.ui.settling import Settling
from piecement.ui.texts.bracket import bracket_text, tournament_headline
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.screen_page import ScreenPage, heading_text
from piecement_base.language import _


class BracketScreen(ChatScreen):
    """The matches above, and the chat and the menu below."""

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
        lines, title = str(self._tree.content).splitlines(), tournament_headline(self._connection.state)[0]
        if title in lines:
            self._scroll.scroll_to(y=lines.index(title), animate=False)
