"""Chat: the line to type in, and an overlay that shows the last line over a round for a while."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Region, Size
from textual.widgets import Input, Static

from piecement_base.language import _
from piecement_net.clean_texts import LONGEST_LINE


class ChatInput(Input):
    """Line to type in, which names its readers while it is empty."""

    DEFAULT_CSS = "ChatInput { background: $surface; width: 100%; }"

    def __init__(self, text: str = "") -> None:
        super().__init__(text, placeholder=_("T: chat"), max_length=LONGEST_LINE, compact=True, select_on_focus=False)

    def show_readers(self, *, apart: bool) -> None:
        """Name the readers in the empty line: all in the room, or only the watchers of a round."""
        self.placeholder = _("T: chat with watchers") if apart else _("T: chat")


HEARD_NS: Final = 7_000_000_000
"""Time for which a line is shown."""

LEAST_COLUMNS: Final = 20
"""Minimum width of a free line for the chat (columns)."""

_NARROW: Final = 8
"""Minimum width of the typed text (columns)."""


class ChatOverlay(Vertical):
    """Chat at the bottom of a round, over no board; hidden while nobody talks."""

    DEFAULT_CSS = """
    ChatOverlay { layer: over; dock: bottom; height: auto; display: none; background: $surface; }
    ChatOverlay ChatInput { display: none; }
    ChatOverlay Static { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: Final = Static(id="heard", markup=False)
        self._line: Final = ChatInput()
        self._until_ns = 0
        self._place, self._room = Region(), Size()
        self.is_open = False
        """Whether something is typed."""

    def compose(self) -> ComposeResult:
        yield self._said
        yield self._line

    def place(self, place: Region, room: Size) -> None:
        """Occupy the lowest lines of a region at the bottom of the terminal, and more columns if it is narrow."""
        self._place, self._room = place, room
        self._take_place()

    def show_line(self, line: Content, now_ns: int) -> None:
        """Show a line of the chat."""
        self._until_ns = now_ns + HEARD_NS
        self._said.update(line)
        self._show()

    def forget(self, now_ns: int) -> None:
        """Hide the line once its time is over."""
        if self._until_ns and now_ns >= self._until_ns:
            self._until_ns = 0
            self._show()

    def open(self, text: str, *, apart: bool) -> None:
        """Open the chat input, prefilled with a text; `apart` if only watchers will read it."""
        self._line.show_readers(apart=apart)
        self.is_open = True
        self._line.value = text
        self._line.cursor_position = len(text)
        self._show()
        self._line.focus()

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._line.clear()
            self.screen.set_focus(None)
            self._show()

    def _show(self) -> None:
        self.display = self.is_open or bool(self._until_ns)
        self._line.display = self.is_open
        self._said.display = bool(self._until_ns)
        self._take_place()

    def _take_place(self) -> None:
        place, room = self._place, self._room
        width = place.width if place.width >= _NARROW else LEAST_COLUMNS
        self.styles.width = width
        self.styles.offset = max(0, min(place.x, room.width - width)), 0
        self._said.styles.max_height = max(1, place.height)
        self._said.styles.padding = (0, 0, 0, int(width > LEAST_COLUMNS))
