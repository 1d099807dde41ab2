"""What both ends of a game have in common: the figures, and what to do next."""

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Center
from textual.widgets import OptionList, Static

from piecement.session.result import FinishedGame
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.menu_graph import Edge, Node
from piecement.ui.messages import SeedKept
from piecement.ui.texts.result_message import result_message
from piecement.ui.texts.result_table import reason, result_table
from piecement.ui.widgets.keep_seed import SEED_KEPT, keep_seed_entry
from piecement.ui.widgets.key_line import HELP_KEY, LOAD_KEY, MENU_KEYS, KeyLine

if TYPE_CHECKING:
    from piecement.ui.application import Piecement


class ResultScreen(MenuScreen):
    """The result of a game under a headline."""

    HEADLINE: ClassVar[str]

    VERTICAL_BREAKPOINTS = [(0, "-short"), (26, "-tall")]  # noqa: RUF012 - Textual declares it

    def __init__(self, host: "Piecement", result: FinishedGame) -> None:
        super().__init__()
        self._host = host
        self._result = result

    def compose(self) -> ComposeResult:
        """Lay out the headline, the figures and the menu."""
        yield Static(self.HEADLINE, id="headline")
        yield Static(f"{self._result.plan.mode.title}: {reason(self._result)}", id="reason")
        yield Static(result_message(self._result), id="result-message")
        with Center(classes="figures"):
            yield Static(result_table(self._result), id="figures")
        with Center():
            yield self.menu(actions={Node.SETTINGS: keep_seed_entry()})
        yield Static(id="hint")
        yield KeyLine(*MENU_KEYS, LOAD_KEY, HELP_KEY)

    def action_keep_seed(self) -> None:
        """Have New game offer the pieces of this game."""
        self.post_message(SeedKept(self._result.recording.setup.seed))
        self.query_one("#hint", Static).update(SEED_KEPT)

    @on(OptionList.OptionSelected)
    def choose_game(self) -> None:
        """Choose this very game, if it is to be watched where the entry leads."""
        if self._result.placing is not None:
            self._host.chosen_game = self._result.placing.id

    def offers(self, edge: Edge) -> bool:
        """Return whether a way can be gone: a game that could not be kept cannot be watched."""
        return edge.target is not Node.REPLAY or self._result.placing is not None
