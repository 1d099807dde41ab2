"""Base of the lists of saved games: the one with the cursor shows its board and its figures beside the list."""

from abc import abstractmethod
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.storage.autosave import Autosave
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.services import Services
from piecement.ui.texts.results import Figure, figure_lines
from piecement.ui.widgets.last_board import LastBoardPicture
from piecement.ui.widgets.menu_list import MenuList
from piecement.ui.widgets.page import ScreenPage
from piecement.ui.widgets.slots import SavedEntry, result_figures
from piecement_engine import GameView, Result

if TYPE_CHECKING:
    from piecement.session.replay_player import LastBoard

_REST_S = 0.1
"""Rest of the cursor before the board of its game is looked for (s)."""


class SavedGamesScreen(MenuScreen):
    """The games. Enter chooses one, Del deletes it after a question."""

    CSS_PATH = STYLES / "saved_games.tcss"

    def __init__(self, services: Services, heading: str, at: str = "") -> None:
        """Create the screen; `at` names the entry that the cursor begins on, else the first."""
        super().__init__(services)
        self.store = services.store
        self._heading = heading
        self.menu_list = MenuList(self.entries(), at=at, has_sentences=False)
        self.board = LastBoardPicture(
            services.appearance, services.settings, services.clock, services.later, "board", found=self._show_figures
        )
        self._figures = Static(id="figures")

    def contents(self) -> ComposeResult:
        sentence = self.menu_list.current.sentence if self.menu_list.current else ""
        hint = Static(sentence, id="hint", markup=False)
        yield ScreenPage(self._heading, Vertical(self.menu_list, hint, self._figures, id="left"), self.board)

    def on_mount(self) -> None:
        self._show_game(self.menu_list.current)

    @abstractmethod
    def entries(self) -> Iterator[Option]:
        """Return the entries of the games, and others."""

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the game with the cursor, which stays beside a question about it."""
        if not self.menu_list.is_asking:
            self._show_game(event.option)

    def action_delete(self) -> None:
        """Ask whether the game with the cursor is to be deleted."""
        entry = self.menu_list.current
        if isinstance(entry, SavedEntry) and not self.menu_list.is_asking:
            question = _("Delete {game} for good?").format(game=entry.label)
            self.menu_list.confirm(question, _("Yes, delete it"), partial(self._delete, entry))

    def load(self, slot: str) -> None:
        """Play the game in a slot as practice. Raises `StorageError`."""
        self.navigate(Node.GAME, Trigger.CHOICE, Autosave.of(*self.store.save_slots.load(slot)))

    def show_no_game(self) -> None:
        """Show what is beside an entry that is no saved game: nothing."""
        self.board.find(None)
        self._figures.update("")

    def _show_game(self, option: Option | None) -> None:
        if isinstance(option, SavedEntry):
            self._figures.update(figure_lines(option.figures))
            self.board.find(option.recording, _REST_S)
        else:
            self.show_no_game()

    def _show_figures(self, last: "LastBoard") -> None:
        """Show the figures of a game that was replayed."""
        entry, view = self.menu_list.current, last.view
        if isinstance(entry, SavedEntry):
            self._figures.update(figure_lines([entry.saved, *result_figures(Result.of(view)), *_pieces(view)]))

    def _delete(self, entry: SavedEntry) -> None:
        entry.delete()
        self.menu_list.show(self.entries())


def _pieces(view: GameView) -> Iterator[Figure]:
    """Yield the held piece and the next ones, by their letters."""
    if view.hold is not None:
        yield _("Hold"), view.hold.shape.name
    if view.next:
        yield _("Next"), " ".join(shape.name for shape in view.next)
