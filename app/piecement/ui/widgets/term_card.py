"""A term of the glossary, over any menu: a sentence and a board that moves. Any key closes it."""

from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from piecement.ui.services import Services
from piecement.ui.texts.glossary import GLOSSARY, TERM_BOARDS
from piecement.ui.widgets.board_picture import BoardPicture
from piecement_base.language import _

_FRAME_S: Final = 0.8


class TermCard(ModalScreen[bool]):
    """Shows a term; without motion its board is the last frame. It returns whether the key of the help closed it."""

    DEFAULT_CSS: ClassVar[str] = """
    TermCard { align: center middle; }
    TermCard > Vertical { width: 50; height: auto; max-height: 100%; padding: 1 2; background: $panel; }
    TermCard BoardPicture { width: 100%; height: 9; margin: 1 0 0 0; content-align: center middle; }
    TermCard .hint { color: $muted; }
    """

    def __init__(self, services: Services, term: str, hint: str = "") -> None:
        super().__init__()
        self._term: Final = term
        self._hint: Final = hint
        self._frames: Final = TERM_BOARDS[term].frames()
        self._may_move: Final = services.appearance.may_move
        self._at = 0 if self._may_move else len(self._frames) - 1
        self._picture: Final = BoardPicture(self._frames[self._at], services)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(_(self._term).upper(), classes="heading", markup=False)
            yield Static(_(GLOSSARY[self._term]), markup=False)
            yield self._picture
            if self._hint:
                yield Static(self._hint, classes="hint", markup=False)

    def on_mount(self) -> None:
        if self._may_move:
            self.set_interval(_FRAME_S, self._step)

    def dismiss(self, result: bool | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()  # or the screen below would close

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.dismiss(False)

    def use_help_key(self) -> bool:
        """Close the card, after which its screen may show the help."""
        self.dismiss(True)
        return True

    def on_click(self) -> None:
        self.dismiss(False)

    def _step(self) -> None:
        self._at = (self._at + 1) % len(self._frames)
        self._picture.show(self._frames[self._at])
