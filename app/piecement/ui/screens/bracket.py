"""The bracket of a room's tournament: the matches, the next pair, and at the end the winner."""

from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from piecement.language import _
from piecement.ui.bases.chat_screen import CHAT, LEAVE_CHAT, ChatScreen
from piecement.ui.bases.settling import Settling
from piecement.ui.key_rows import ANYWHERE, LIST, KeyRow
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.messages import OnlineChanged
from piecement.ui.screen import size_class
from piecement.ui.services import Services
from piecement.ui.texts.bracket import bracket_text, tournament_headline
from piecement.ui.texts.online import chat_text, heading_text
from piecement.ui.widgets.menu_list import ActionOption, MenuList
from piecement.ui.widgets.page import ScreenPage

_SAID: Final = 2
_SAID_ROOMY: Final = 12
"""Numbers of chat lines shown."""


class BracketScreen(ChatScreen):
    """Bracket of the room, seen between the matches."""

    NODE = Node.BRACKET
    KEYS = (
        *LIST,
        KeyRow("R", _("ready, or not yet"), ((_("R"), _("ready")),), {"r": "ready"}),
        CHAT,
        LEAVE_CHAT,
        *ANYWHERE,
    )

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        state = self._online.state
        has_ended = state is not None and state.match_end is not None
        self._settling: Final = Settling(services.clock) if has_ended else None
        self._tree = Static(id="tree")
        self._said = Static(id="said", markup=False)
        self._head = Static(classes="heading", markup=False)

    def takes_key(self) -> bool:
        """Return whether a key is taken: not one of the round that has just ended, unless it goes on with a line."""
        return self._settling is None or self._online.is_typing or self._settling.takes_key()

    def contents(self) -> ComposeResult:
        chat = Vertical(self.chat_label, self._said, self.chat_input, classes="chat")
        actions = Vertical(self.menu_list, Static(id="hint"), classes="actions")
        yield ScreenPage(self._head, VerticalScroll(self._tree, id="scroll"), Horizontal(chat, actions))

    def chat_menu(self) -> MenuList:
        ready = ActionOption(_("Ready"), "ready", _("Your match begins when both are ready."))
        return self.menu(actions={Node.ROOM: ready})

    def on_mount(self) -> None:
        self._online.changed.subscribe(self, self._online_changed)
        self._show_bracket()

    def on_screen_resume(self) -> None:
        if not self._online.in_room:
            self.navigate(Node.ONLINE, Trigger.EVENT)

    def on_resize(self, _event: events.Resize) -> None:
        self._show_bracket()

    def action_ready(self) -> None:
        self._online.toggle_ready()

    def go_back(self) -> None:
        self.navigate(Node.ROOM, Trigger.KEY)

    def _online_changed(self, _message: OnlineChanged) -> None:
        if self._online.in_room:
            self._show_bracket()
        else:
            self.navigate(Node.ONLINE, Trigger.EVENT)

    def _show_bracket(self) -> None:
        state = self._online.state
        if state is None:
            return
        title, line = tournament_headline(state)
        if state.plays_next and state.you is not None and state.you.ready:
            line += f"   {_('You are ready.')}"
        self._head.update(heading_text(title, line))
        self._tree.update(bracket_text(state, self.app.size.width - 4, ascii_only=self.ascii_only))
        said = _SAID_ROOMY if size_class(self.app.size) == "-roomy" else _SAID
        self._said.update(chat_text(tuple(state.chat)[-said:]))
