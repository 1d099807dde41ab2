"""What both ends of a game have in common: the figures, and what to do next."""

from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.widgets import Digits, Static

from piecement.language import _
from piecement.session.result import FinishedGame
from piecement.ui.bases.retry_screen import RetryScreen
from piecement.ui.key_rows import AGAIN, ANYWHERE, LIST, LOAD_ROW, bindings_of
from piecement.ui.menu_graph import Edge, Node
from piecement.ui.texts.result_message import large_figure, result_message
from piecement.ui.texts.result_table import reason, result_table
from piecement.ui.widgets.final_board import FinalBoard
from piecement.ui.widgets.menu_list import SEED_KEPT, keep_seed_entry

if TYPE_CHECKING:
    from piecement.ui.services import Services

_RESULT_WIDTH: Final = 56
"""The columns of the result, and what lies between it and the board."""

_KEY_LINE: Final = 1


class ResultScreen(RetryScreen):
    """The result of a game under a headline."""

    HEADLINE: ClassVar[str]
    RETRIES = Node.GAME
    KEYS = (*LIST, AGAIN, LOAD_ROW, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)

    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-short"), (26, "-tall")]  # noqa: RUF012 - Textual declares it

    def __init__(self, services: "Services", result: FinishedGame) -> None:
        super().__init__(services)
        self.result = result

    def compose(self) -> ComposeResult:
        """Lay out the last board beside the headline, the large figure, the others, and the menu."""
        figure, unit = large_figure(self.result)
        with Horizontal(id="end"):
            yield FinalBoard(self.result.view, self._services.appearance)
            with Vertical(id="result"):
                yield Static(self.HEADLINE, id="headline")
                yield Static(f"{_(self.result.plan.mode.title)}: {reason(self.result)}", id="reason")
                yield Digits(figure, id="digits")
                yield Static(figure, id="figure")
                yield Static(unit, id="unit")
                yield Static(result_message(self.result), id="result-message")
                with Horizontal(id="told"):
                    with Container(classes="figures"):
                        yield Static(result_table(self.result), id="figures")
                    with Container(classes="menu"):
                        yield self.menu(actions={Node.SETTINGS: keep_seed_entry()})
                yield Static(id="hint")
        yield self.key_line()

    def on_mount(self) -> None:
        """Draw the board anew in another look."""
        self._services.settings.changed.subscribe(self, lambda _: self._draw_board())

    def on_resize(self) -> None:
        """Draw the board as large as there is room for."""
        self._draw_board()

    def _draw_board(self) -> None:
        room = Size(max(0, self.size.width - _RESULT_WIDTH), max(0, self.size.height - _KEY_LINE))
        self.query_one(FinalBoard).draw(room)

    def action_keep_seed(self) -> None:
        """Have New game offer the pieces of this game."""
        self._services.games.offered_seed = self.result.recording.setup.seed
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
