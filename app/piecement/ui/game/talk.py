"""The chat of a round: the last line of others for some seconds, and the line to type in."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from piecement.ui.widgets.say_line import SayLine

HEARD_NS: Final = 7_000_000_000
"""How long a line is shown."""
_LEAST: Final = 20
"""The columns that it takes where the field leaves less."""


class Talk(Vertical):
    """Lies over the last lines of a round, beside the player's field; nothing of it is seen while nobody talks."""

    DEFAULT_CSS = """
    Talk { layer: over; dock: bottom; height: auto; display: none; background: $surface; }
    Talk SayLine { display: none; }
    Talk Static { height: auto; max-height: 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: Final = Static(id="heard", markup=False)
        self._line: Final = SayLine()
        self._until_ns = 0
        self._heard = Content("")
        self._most = 0
        """The columns beside the field."""
        self.is_open = False
        """Whether something is typed."""

    def compose(self) -> ComposeResult:
        yield self._said
        yield self._line

    def place(self, field_end: int, room: Size) -> None:
        """Lie beside a field that ends at a column."""
        left = max(0, min(field_end, room.width - _LEAST))
        self._most = room.width - left
        self.styles.offset = (left, 0)
        self._take_width()

    def hear(self, line: Content, now_ns: int) -> None:
        """Show what somebody says."""
        self._until_ns = now_ns + HEARD_NS
        self._heard = line
        self._said.update(line)
        self._show()

    def forget(self, now_ns: int) -> None:
        """Show a line no longer that was shown for long enough."""
        if self._until_ns and now_ns >= self._until_ns:
            self._until_ns = 0
            self._show()

    def open(self, text: str) -> None:
        """Open the chat input, prefilled with a text."""
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
        self._take_width()

    def _take_width(self) -> None:
        """Hide no more than the text needs; what is typed may be long."""
        self.styles.width = self._most if self.is_open else min(self._most, self._heard.cell_length + 1)
