"""The letters that the board editor draws with."""

from dataclasses import dataclass
from typing import Final

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from piecement.render.pen import Pen
from piecement.session.drawing import EMPTY, GREY
from piecement.ui.appearance import Appearance
from piecement_engine import GREY as GREY_TILE
from piecement_engine import TETROMINOES

BRUSHES: Final = "IOSZTLJ" + GREY + EMPTY
"""The letters of all brushes, in their order on the screen."""

_CELL: Final = 3


class Brushes(Widget):
    """A line of letters in their colours, the one that is drawn with in brackets."""

    DEFAULT_CSS = "Brushes { width: 27; height: 1; }"

    @dataclass
    class Chosen(Message):
        """A letter was clicked."""

        letter: str

    def __init__(self, appearance: Appearance, brush: str) -> None:
        super().__init__()
        self._appearance: Final = appearance
        self._brush = brush

    def show(self, brush: str) -> None:
        self._brush = brush
        self.refresh()

    def render(self) -> Text:
        pen = Pen(self._appearance.look)
        text = Text(no_wrap=True, end="")
        for letter in BRUSHES:
            tile = TETROMINOES[letter].tile if letter in TETROMINOES else GREY_TILE
            left, right = "[]" if letter == self._brush else "  "
            text.append(f"{left}{letter}{right}", pen.preview(tile, is_faint=letter == EMPTY))
        return text

    def on_click(self, event: events.Click) -> None:
        index = event.x // _CELL
        if 0 <= index < len(BRUSHES):
            self.post_message(self.Chosen(BRUSHES[index]))
