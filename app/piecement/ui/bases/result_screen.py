"""What both ends of a game have in common: the figures, and what to do next."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Center
from textual.widgets import Static

from piecement.session.result import FinishedGame
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, LIST, LOAD_ROW, bindings_of
from piecement.ui.menu_graph import Edge, Node
from piecement.ui.texts.result_message import result_message
from piecement.ui.texts.result_table import reason, result_table
from piecement.ui.widgets.menu_list import SEED_KEPT, keep_seed_entry

if TYPE_CHECKING:
    from piecement.ui.game_starter import GameStarter


class ResultScreen(MenuScreen):
    """The result of a game under a headline."""

    HEADLINE: ClassVar[str]
    KEYS = (*LIST, LOAD_ROW, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)

    VERTICAL_BREAKPOINTS = [(0, "-short"), (26, "-tall")]  # noqa: RUF012 - Textual declares it

    def __init__(self, games: "GameStarter", result: FinishedGame) -> None:
        super().__init__()
        self._games = games
        self.result = result

    def compose(self) -> ComposeResult:
        """Lay out the headline, the figures and the menu."""
        yield Static(self.HEADLINE, id="headline")
        yield Static(f"{self.result.plan.mode.title}: {reason(self.result)}", id="reason")
        yield Static(result_message(self.result), id="result-message")
        with Center(classes="figures"):
            yield Static(result_table(self.result), id="figures")
        with Center():
            yield self.menu(actions={Node.SETTINGS: keep_seed_entry()})
        yield Static(id="hint")
        yield self.key_line()

    def action_keep_seed(self) -> None:
        """Have New game offer the pieces of this game."""
        self._games.offered_seed = self.result.recording.setup.seed
        self.query_one("#hint", Static).update(SEED_KEPT)

    def payload(self, edge: Edge) -> object:
        """Return the plan for another game, and this game for what looks at it again."""
        match edge.target:
            case Node.GAME:
                return self.result.plan.with_new_pieces()
            case Node.REPLAY:
                return self.result.placing and self.result.placing.id
            case Node.COACH:
                return self.result.recording
            case _:
                return super().payload(edge)

    def offers(self, edge: Edge) -> bool:
        """Return whether a way can be gone: a game that could not be kept cannot be watched."""
        return edge.target is not Node.REPLAY or self.result.placing is not None
