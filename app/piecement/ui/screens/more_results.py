"""More actions on the game that has just ended."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.render.still_board import StillBoard
from piecement.session.drawing import EMPTY, GREY
from piecement.session.records import FinishedGame
from piecement.ui import STYLES
from piecement.ui.bases.game_actions import GameActionsScreen, stored_recording
from piecement.ui.key_rows import COPY_LINE, LAST_KEYS, LIST
from piecement.ui.menu_graph import Edge, Node, Trigger, edges_from
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.texts.games import main_result
from piecement.ui.texts.label_lines import figure_lines
from piecement.ui.texts.results import attack_figures
from piecement.ui.texts.shared_results import share_text
from piecement.ui.texts.verdicts import heading, verdict
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.language import _
from piecement_engine import TETROMINOES, Recording
from piecement_engine.fumen import Page as FumenPage
from piecement_engine.fumen import encode
from piecement_engine.fumen.page import HEIGHT, WIDTH


class MoreResultsScreen(GameActionsScreen, Showing[FinishedGame]):
    NODE = Node.MORE_RESULTS
    KEYS = (*LIST, COPY_LINE, *LAST_KEYS)
    CSS_PATH = STYLES / "details.tcss"
    HAS_SENTENCES = True

    def __init__(self, services: Services, result: FinishedGame) -> None:
        super().__init__(services)
        self._result = result

    def contents(self) -> ComposeResult:
        result, services = self._result, self._services
        board = StillBoard.of_view(result.view) if result.view else None
        card = Vertical(
            self.hint,
            Static(heading(result), id="result"),
            Static(verdict(result), id="verdict", markup=False),
            Static(figure_lines(attack_figures(result.statistics, result.result.time_ns)), id="attack"),
            BoardPicture(board, services, "board"),
            classes="card",
        )
        yield ScreenPage(_("More"), self.menu_list, card)

    def card_title(self, of_row: str) -> str:
        return _("Result")

    def offers(self, edge: Edge) -> bool:
        """Return whether an edge is offered: watching only a stored game."""
        return edge.target is not Node.REPLAY or self._result.placing is not None

    def payloads(self) -> Mapping[Node, object]:
        """Return this game for what looks at it again, and the plan of one with the same pieces."""
        result = self._result
        return {
            Node.REPLAY: result.placing and result.placing.id,
            Node.COACH: self.shared_recording,
            Node.GAME: replace(result.plan.with_new_pieces(), seed=result.recording.setup.seed),
        }

    def shared_recording(self) -> Recording:
        return stored_recording(self._services, self._result)

    def entries(self) -> Iterator[Option]:
        for edge in filter(self.offers, edges_from(self.NODE, Trigger.MENU)):
            yield self.edge_entry(edge)
            if edge.target is Node.GAME:
                yield from self._actions(edge)

    def _actions(self, again: Edge) -> Iterator[Entry]:
        result = self._result
        plan = replace(result.plan.with_new_pieces(), rival=result.recording)
        yield from self.shared_entries(partial(self.follow, again, plan), self._copy, self._submit)
        if result.view is not None and result.view.width == WIDTH:
            yield Entry("board", _("Save as board"), self._save_board, _("Save the last board for the board editor."))

    def _copy(self) -> None:
        result = self._result
        is_best = result.is_new_best
        self.copy_result(share_text(result.plan.mode.name, result.result, result.statistics.counts, is_best=is_best))

    def _submit(self) -> None:
        placing = self._result.placing
        self.show_hint(self._services.online.submissions.submit_game(placing.id if placing else None))

    def _save_board(self) -> None:
        """Save the last board, up to the highest row that a board has, under the mode and the result.

        Raises `StorageError`.
        """
        view = self._result.view
        if view is None:
            return
        letters = {0: EMPTY, **{shape.tile: name for name, shape in TETROMINOES.items()}}
        rows = tuple("".join(letters.get(tile, GREY) for tile in row) for row in view.rows[:HEIGHT] if row)
        name = f"{_(self._result.plan.mode.title)} {main_result(self._result.plan.mode.name, self._result.result)}"
        self._services.store.boards.put(name, encode([FumenPage(field=rows)]))
        self.show_hint(_("Saved as {name}.").format(name=name))
