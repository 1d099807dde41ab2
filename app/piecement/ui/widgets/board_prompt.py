"""The line of the board editor, in which a comment, pieces, a name or a fumen is typed."""

from dataclasses import dataclass
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static

from piecement.language import _
from piecement.storage.named_texts import LONGEST_NAME
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement_engine import TETROMINOES
from piecement_engine.modes.given_queue import MOST_PIECES

_ASKED: Final = {
    "comment": _("A comment beside the board. Enter uses it."),
    "queue": _("The letters of the first pieces, such as TSZ. None: as they come."),
    "name": _("A name to store the board by."),
    "fumen": _("A fumen: v115@…, or an address with it."),
}
"""Label of the line for each question."""


class BoardPrompt(Vertical):
    """Asks for one text at a time; not seen while it does not."""

    DEFAULT_CSS = "BoardPrompt { height: auto; display: none; }"

    @dataclass
    class Entered(Message):
        """A text was entered that can be."""

        what: str
        text: str

    @dataclass
    class Refused(Message):
        """A text was entered that cannot be; the line stays open."""

        problem: str

    def __init__(self) -> None:
        super().__init__()
        self.asked: str = ""
        """The open question; empty while the line is hidden."""

    def compose(self) -> ComposeResult:
        yield Static(id="asked", markup=False)
        yield Input(compact=True, id="line", disabled=True)

    def ask(self, what: str, text: str) -> None:
        """Ask for a comment, a queue, a name or a fumen; `text` is there to begin with."""
        self.asked, self.display = what, True
        self.query_one("#asked", Static).update(plain_hint(_ASKED[what], ascii_only=wants_ascii(self)))
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
        text, what = event.value.strip(), self.asked
        if problem := _problem(what, text):
            self.post_message(self.Refused(problem))
        else:
            self.close()
            self.post_message(self.Entered(what, text))


def _problem(what: str, text: str) -> str:
    """Return the reason why a typed text is refused, or an empty one."""
    if what == "name" and not (0 < len(text) <= LONGEST_NAME and text.isprintable()):
        return _("A name has 1 to {most} letters.").format(most=LONGEST_NAME)
    if what == "queue" and not (len(text) <= MOST_PIECES and set(text.upper()) <= TETROMINOES.keys()):
        return _("The pieces are up to {most} of the letters {letters}.").format(
            most=MOST_PIECES, letters="".join(TETROMINOES)
        )
    return ""
