"""The trainers, each with what the player has done there."""

from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.storage.errors import StorageError
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, LIST, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.widgets.menu_list import EdgeOption, MenuList

if TYPE_CHECKING:
    from piecement.ui.services import Services

_WITHOUT_EXERCISES: Final = frozenset({Node.KICK_EXPLORER})
"""Trainers without exercises."""


def build(services: "Services", __: None) -> "PracticeScreen":
    return PracticeScreen(services)


class PracticeScreen(MenuScreen):
    """The menu of the trainers: its edges are all of them."""

    NODE = Node.PRACTICE
    KEYS = (*LIST, KeyRow(_("1 to 9"), _("choose by number")), BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "practice.tcss"

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._services = services

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(_("Practice"), classes="heading")
            yield Static(_("One thing at a time, with your own keys."), id="about")
            with Center():
                yield self.menu(is_numbered=True)
            yield Static(id="hint", markup=False)
        yield self.key_line()

    def on_screen_resume(self) -> None:
        if (option := self.query_one(MenuList).highlighted_option) is not None:
            self.show_hint(self.sentence(option))

    def sentence(self, option: Option) -> str:
        """Return what a trainer is good for, and what the player has done there."""
        sentence = super().sentence(option)
        if not isinstance(option, EdgeOption) or option.edge.target in _WITHOUT_EXERCISES:
            return sentence
        return f"{sentence}\n{self._figures(option.edge.target)}"

    def _figures(self, trainer: Node) -> str:
        """Return what the player has done with a trainer."""
        try:
            totals = self._services.store.trainer_attempts.totals(trainer.value)
        except StorageError as error:
            return str(error)
        if not totals.attempts:
            return _("Not tried yet.")
        return _("{solved} of {attempts} solved, best streak {row}.").format(
            solved=totals.solved, attempts=totals.attempts, row=totals.in_a_row
        )
