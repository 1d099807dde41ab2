"""Base of the menus of a room, with a chat line."""

from collections.abc import Iterator
from typing import ClassVar, Final

from textual import events
from textual.widgets import Input, OptionList, Static

from piecement.client.recorded_round import to_client_round
from piecement.language import _
from piecement.net.messages.from_client import Leave
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import KeyRow
from piecement.ui.menu_graph import Edge, Node
from piecement.ui.services import Services
from piecement.ui.widgets.chat_input import ChatInput
from piecement.ui.widgets.menu_list import Entry, MenuList

CHAT: Final = KeyRow("T", _("chat"), ((_("T"), _("chat")),), {"t": "chat"})
LEAVE_CHAT: Final = KeyRow("Esc", _("close chat; leave"), (("Esc", _("leave")),), {"escape": "leave_chat"})


class ChatScreen(MenuScreen):
    """A menu with a `ChatInput`. Who types as another screen makes way for this one types on."""

    HAS_SENTENCES: ClassVar[bool] = False
    """Whether tall terminals show the sentences of the entries."""
    LEAVES: ClassVar[frozenset[str]] = frozenset({Node.ONLINE})
    """The entries that leave the room."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._online = services.online
        self.chat_input: Final = ChatInput(self._online.draft)
        self.chat_label: Final = Static(classes="label")
        """Name of the chat, for screens that have room for it."""
        self._name_chat()
        self.menu_list: Final = MenuList(self.entries(), has_sentences=self.HAS_SENTENCES)

    def takes_key(self) -> bool:
        """Return whether a key is taken: not one of a round that has just ended, unless it goes on with a line."""
        return self._online.is_typing or super().takes_key()

    def entries(self) -> Iterator[Entry]:
        """Return the entries of the menu beside the chat."""
        return self.offered_entries()

    def offers(self, edge: Edge) -> bool:
        """Return whether an edge is offered: watching only where the last round is stored."""
        return edge.target is not Node.ROUND_REPLAY or bool(self._online.last_round)

    def payload(self, edge: Edge) -> object:
        if edge.target is Node.ROUND_REPLAY and self._online.last_round is not None:
            return to_client_round(self._online.last_round, self._services.clock)
        return super().payload(edge)

    def on_mount(self) -> None:
        (self.chat_input if self._online.is_typing else self.menu_list).focus()
        self._online.changed.subscribe(self, lambda _change: self._name_chat())

    def _name_chat(self) -> None:
        """Name the chat: that of all, or that of the watchers of a round."""
        state = self._online.state
        apart = state is not None and state.chats_apart
        self.chat_input.show_readers(apart=apart)
        self.chat_label.update(_("WATCHERS' CHAT") if apart else _("CHAT"))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._online.is_typing = event.widget is self.chat_input

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id in self.LEAVES:
            self._online.send(Leave())

    def on_input_changed(self, event: Input.Changed) -> None:
        self._online.draft = event.value

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._online.send_chat(event.value)
        event.input.clear()
        self.menu_list.focus()

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
        self.leave()
