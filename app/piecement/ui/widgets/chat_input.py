"""The line to say something to the others of a room."""

from textual.widgets import Input

from piecement_base.language import _
from piecement_net.clean_texts import LONGEST_LINE


class ChatInput(Input):
    DEFAULT_CSS = "ChatInput { background: $surface; width: 100%; }"

    def __init__(self, text: str = "") -> None:
        super().__init__(text, placeholder=_("T: chat"), max_length=LONGEST_LINE, compact=True, select_on_focus=False)

    def show_readers(self, *, apart: bool) -> None:
        """Name the readers in the empty line: all in the room, or only the watchers of a round."""
        self.placeholder = _("T: chat with watchers") if apart else _("T: chat")
