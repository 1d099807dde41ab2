"""The base of menus at a server: each with a chat line."""

from typing import ClassVar, Final

from textual import events
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from piecement.client.recorded_round import to_client_round
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import KeyRow
from piecement.ui.menu_graph import Edge, Node, Trigger
from piecement.ui.services import Services
from piecement.ui.texts.rooms import chat_text
from piecement.ui.widgets.chat import ChatInput
from piecement.ui.widgets.screen_page import size_class
from piecement_base.language import N_, _
from piecement_net.messages.from_client import Leave

READY: Final = KeyRow("R", N_("ready, or not yet"), (("r", N_("ready")),), {"r": "ready"})
CHAT: Final = KeyRow("T", N_("chat"), (("t", N_("chat")),), {"t": "chat"})
LEAVE_CHAT: Final = KeyRow("Esc", N_("close chat; leave"), (("escape", N_("leave")),), {"escape": "leave_chat"})


class ChatScreen(MenuScreen):
    """A menu with a `ChatInput`, which continues a line that was begun on another screen."""

    HAS_SENTENCES = False
    LEAVES: ClassVar[frozenset[str]] = frozenset({Node.ONLINE})
    """The entries that leave the room."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._online = services.online
        self._connection = services.online.connection
        self.chat_input: Final = ChatInput(self._online.chat.draft)
        self.chat_label: Final = Static(classes="label")
        """Name of the chat, for screens that have room for it."""
        self._name_chat()

    def admit_key(self) -> bool:
        """Return whether a key is taken: not one of a round that has just ended, unless it goes on with a line."""
        return self._online.chat.is_typing or super().admit_key()

    def offers(self, edge: Edge) -> bool:
        """Return whether an edge is offered: watching only where the last round is stored."""
        return edge.target is not Node.ROUND_REPLAY or bool(self._online.matches.last_round)

    def payload_of(self, edge: Edge) -> object:
        if edge.target is Node.ROUND_REPLAY and self._online.matches.last_round is not None:
            return to_client_round(self._online.matches.last_round, self._services.clock)
        return super().payload_of(edge)

    def on_mount(self) -> None:
        (self.chat_input if self._online.chat.is_typing else self.menu_list).focus()

    def online_changed(self, change: str) -> None:
        self._name_chat()

    def _name_chat(self) -> None:
        """Name the chat: that of all, or that of the watchers of a round."""
        apart = self._connection.state.chats_apart
        self.chat_input.show_readers(apart=apart)
        self.chat_label.update(_("WATCHERS' CHAT") if apart else _("CHAT"))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._online.chat.is_typing = event.widget is self.chat_input

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id in self.LEAVES:
            self._connection.send(Leave())

    def on_input_changed(self, event: Input.Changed) -> None:
        self._online.chat.draft = event.value

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._online.chat.send(event.value)
        event.input.clear()
        self.menu_list.focus()

    def action_ready(self) -> None:
        self._connection.toggle_ready()

    def action_chat(self) -> None:
        self.chat_input.focus()

    def action_leave_chat(self) -> None:
        """Leave the line, or else the screen."""
        if self.focused is self.chat_input:
            self.menu_list.focus()
        else:
            self.go_back()

    def go_back(self) -> None:
        """Go where Esc leads from the menu."""
        self.navigate(Node.ROOM, Trigger.KEY)

    def recent_chat(self, count: int, *, roomy: int) -> Content:
        """Return the last lines of the chat: `count`, or `roomy` in a roomy terminal."""
        lines = roomy if size_class(self.app.size) == "-roomy" else count
        return chat_text(tuple(self._connection.state.chat)[-lines:])
