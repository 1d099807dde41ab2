"""Widgets of the board editor: the letters to draw with, and a prompt."""

from dataclasses import dataclass
from typing import Final

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Static

from piecement.render.pen import Pen
from piecement.session.drawing import EMPTY, GREY
from piecement.storage.named_texts import LONGEST_NAME
from piecement.ui.appearance import Appearance
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement_base.language import N_, _
from piecement_engine import GREY as GREY_TILE
from piecement_engine import TETROMINOES
from piecement_engine.modes.custom import MOST_PIECES

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

    brush: reactive[str] = reactive(GREY)
    """The letter that is drawn with."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance: Final = appearance

    def render(self) -> Text:
        pen = Pen(self._appearance.look)
        text = Text(no_wrap=True, end="")
        for letter in BRUSHES:
            tile = TETROMINOES[letter].tile if letter in TETROMINOES else GREY_TILE
            left, right = "[]" if letter == self.brush else "  "
            text.append(f"{left}{letter}{right}", pen.preview_style(tile, is_faint=letter == EMPTY))
        return text

    def on_click(self, event: events.Click) -> None:
        index = event.x // _CELL
        if 0 <= index < len(BRUSHES):
            self.post_message(self.Chosen(BRUSHES[index]))


_ASKED: Final = {
    "comment": N_("A comment beside the board. Enter uses it."),
    "queue": N_("Letters of the first pieces, such as TSZ. Empty: random."),
    "name": N_("A name for the saved board."),
    "fumen": N_("A fumen: v115@…, or a link with one."),
}
"""Label of the line for each question."""


class BoardPrompt(Vertical):
    """Input line for one text at a time; hidden otherwise."""

    DEFAULT_CSS = "BoardPrompt { height: auto; display: none; }"

    @dataclass
    class Entered(Message):
        """Posted for an accepted text."""

        question: str
        text: str

    @dataclass
    class Refused(Message):
        """Posted for a refused text; the line stays open."""

        problem: str

    def __init__(self) -> None:
        super().__init__()
        self.asked: str = ""
        """The open question; empty while the line is hidden."""

    def compose(self) -> ComposeResult:
        yield Static(id="asked", markup=False)
        yield Input(compact=True, id="line", disabled=True)

    def ask(self, question: str, text: str) -> None:
        """Ask for a comment, a queue, a name or a fumen; `text` is there to begin with."""
        self.asked, self.display = question, True
        self.query_one("#asked", Static).update(plain_hint(_(_ASKED[question]), ascii_only=wants_ascii(self)))
        line = self.query_one(Input)
        line.disabled, line.value = False, text
        line.focus()

    def close(self) -> None:
        self.asked, self.display = "", False
        self.query_one(Input).disabled = True
        self.screen.set_focus(None)

    @on(Input.Submitted)
    def enter(self, event: Input.Submitted) -> None:
        event.stop()
        text, question = event.value.strip(), self.asked
        if problem := _problem(question, text):
            self.post_message(self.Refused(problem))
        else:
            self.close()
            self.post_message(self.Entered(question, text))


def _problem(question: str, text: str) -> str:
    """Return the reason why a typed text is refused, or an empty one."""
    if question == "name" and not (0 < len(text) <= LONGEST_NAME and text.isprintable()):
        return _("A name has 1 to {most} characters.").format(most=LONGEST_NAME)
    if question == "queue" and not (len(text) <= MOST_PIECES and set(text.upper()) <= TETROMINOES.keys()):
        return _("Use up to {most} of the letters {letters}.").format(most=MOST_PIECES, letters="".join(TETROMINOES))
    return ""
