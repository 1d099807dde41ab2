"""Base of the menus of a room, with a chat line."""

from typing import TYPE_CHECKING, Final

from textual import events
from textual.widgets import Input

from piecement.language import _
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import KeyRow
from piecement.ui.widgets.menu_list import MenuList
from piecement.ui.widgets.say_line import SayLine

if TYPE_CHECKING:
    from piecement.ui.services import Services

TALK: Final = KeyRow("T", _("chat"), ((_("T"), _("chat")),), {"t": "talk"})
LEAVE_TALK: Final = KeyRow("Esc", _("leave chat; back"), (), {"escape": "leave_talk"})


class TalkScreen(MenuScreen):
    """A menu with a `SayLine`. Who types as another screen makes way for this one types on."""

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._online = services.online
        self.say_line: Final = SayLine(self._online.draft)

    def on_mount(self) -> None:
        (self.say_line if self._online.is_typing else self.query_one(MenuList)).focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._online.is_typing = event.widget is self.say_line

    def on_input_changed(self, event: Input.Changed) -> None:
        self._online.draft = event.value

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._online.say(event.value)
        event.input.clear()
        self.query_one(MenuList).focus()

    def action_talk(self) -> None:
        self.say_line.focus()

    def action_leave_talk(self) -> None:
        """Leave the line, or else the screen."""
        if self.focused is self.say_line:
            self.query_one(MenuList).focus()
        else:
            self.go_back()

    def go_back(self) -> None:
        """Go where Esc leads from the menu."""
        raise NotImplementedError
