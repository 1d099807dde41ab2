"""The lists of saved games: to be continued, to be loaded as practice, and the slots to save in.

The game with the cursor shows its board and its figures beside the list.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.storage.autosave import Autosave, AutosaveSummary
from piecement.storage.autosaves import Autosaves
from piecement.storage.recorder import FEW_PIECES
from piecement.storage.save_slots import SLOTS, SaveSlot, SaveSlots
from piecement.storage.store import Store
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import CHOOSE, DELETE, LAST_KEYS, LAST_KEYS_OF_LIST, MOUSE, MOVE, number_keys
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screen import Showing
from piecement.ui.screens.game import GameScreen
from piecement.ui.services import Services
from piecement.ui.texts.label_lines import Figure, figure_lines
from piecement.ui.widgets.board_picture import LastBoardPicture
from piecement.ui.widgets.menu_list import Action, Entry, static_line
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.errors import StorageError
from piecement_base.formatting import clock_text, grouped
from piecement_base.language import N_, _
from piecement_base.modes import mode_title
from piecement_base.timestamps import day_text
from piecement_engine import GameView, Result

if TYPE_CHECKING:
    from piecement.session.replay_player import LastBoard
    from piecement.ui.screens.replay import ReplayScreen


class SavedEntry(Entry):
    """A saved game, with what is beside it."""

    def __init__(
        self, name: str, game: AutosaveSummary | SaveSlot, store: Store, choose: Action, *, sentence: str
    ) -> None:
        """Create the entry; both reading its recording and deleting it may raise `StorageError`."""
        games: SaveSlots | Autosaves
        figures: Iterable[Figure] = ()
        if isinstance(game, SaveSlot):
            games, time_ns, figures = store.save_slots, game.result.time_ns, result_figures(game.result)
            key = name if name in SLOTS else "-"
        else:
            games, time_ns, key = store.autosaves, game.time_ns, ""
        label, day = f"{mode_title(game.origin.mode)}, {clock_text(time_ns)}", day_text(game.saved, store.now())
        super().__init__(name, label, choose, figure=day, sentence=sentence, key=key)
        self.saved: Figure = _("Saved"), f"{day} {game.saved.astimezone():%H:%M}"
        self.figures = self.saved, *figures
        """Figures known without a replay of the game."""
        self.recording, self.delete = partial(games.recording, name), partial(games.delete, name)


def saved_games(store: Store) -> Mapping[str, SaveSlot]:
    """Return the games in slots by the names of the slots; none where they cannot be read."""
    with suppress(StorageError):
        return {saved.name: saved for saved in store.save_slots.all()}
    return {}


def result_figures(result: Result) -> Iterator[Figure]:
    """Yield the figures of a game so far, besides its time."""
    yield _("Score"), grouped(result.score)
    yield _("Lines"), grouped(result.lines)
    yield _("Level"), grouped(result.level)
    yield _("Pieces"), grouped(result.pieces)


_REST_S: Final = 0.1
"""Rest of the cursor before the board of its game is looked for (s)."""

_SLOTS: Final = number_keys(9, N_("choose a slot"))

_ENDS: Final = {
    Node.GAME: N_("Ends your present game. Below {count} pieces it is not saved."),
    Node.MATCH: N_("Ends this match for good."),
}
"""Effect of loading on the game under the screen."""


class SavedGamesScreen(MenuScreen):
    """The games. Enter chooses one, Del deletes it after a question."""

    HAS_SENTENCES = False

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.store = services.store
        self.board = LastBoardPicture(services, "board", found=self._show_figures)
        self._figures = Static(id="figures")

    def contents(self) -> ComposeResult:
        self.hint.update(self.menu_list.current.sentence if self.menu_list.current else "")
        left = Vertical(self.menu_list, self.hint, self._figures, id="left")
        yield ScreenPage(self.heading(), left, Vertical(self.board, id="game", classes="card"))

    def on_mount(self) -> None:
        self.show_card()

    def heading(self) -> str:
        return _(self.NODE.heading)

    def show_card(self) -> None:
        """Show the game with the cursor, which stays beside a question about it."""
        entry = self.menu_list.current
        if isinstance(entry, SavedEntry):
            self._figures.update(figure_lines(entry.figures))
            self.board.find(entry.recording, _REST_S)
        elif not self.menu_list.is_asking:
            self.show_no_game()

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


class LeftGameScreen(SavedGamesScreen):
    """The games that were left resume where they were; those in slots below them are practice."""

    NODE = Node.LEFT_GAME
    KEYS = (CHOOSE.labelled(N_("continue")), DELETE, *LAST_KEYS_OF_LIST)

    def entries(self) -> Iterator[Option]:
        left: list[AutosaveSummary] = []
        with suppress(StorageError):
            left = self.store.autosaves.waiting()
        for game in left:
            token, sentence = game.origin.token, _("Resumes after 3-2-1, exactly where you left off.")
            yield SavedEntry(token, game, self.store, partial(self._resume, token), sentence=sentence)
        if not left:
            yield Entry("none", _("No unfinished game"), sentence=_("A game you leave waits here."))
        if saved := saved_games(self.store):
            yield static_line(_("SAVE SLOTS"))
        for name, slot in saved.items():
            yield SavedEntry(name, slot, self.store, partial(self.load, name), sentence=_("Resumes as practice."))

    def _resume(self, token: str) -> None:
        self.navigate(Node.GAME, Trigger.CHOICE, Autosave.of(*self.store.autosaves.resume(token)))


class LoadGameScreen(SavedGamesScreen, Showing["GameScreen | None"]):
    """The slots with a game in them."""

    NODE = Node.LOAD_GAME
    KEYS = (CHOOSE.labelled(N_("load")), DELETE, MOVE, _SLOTS, MOUSE, *LAST_KEYS)

    def __init__(self, services: Services, game: GameScreen | None = None) -> None:
        """Create the screen; a game is given if one is played under it."""
        self._effect = _(_ENDS[game.NODE]).format(count=FEW_PIECES) if game else _("Resumes as practice.")
        super().__init__(services)

    def first_entry(self) -> str:
        """Return the slot that was saved last."""
        newest = max(saved_games(self.store).values(), key=lambda slot: slot.saved, default=None)
        return newest.name if newest else ""

    def heading(self) -> str:
        return _("Load as practice")

    def entries(self) -> Iterator[Entry]:
        saved = saved_games(self.store)
        for name, slot in saved.items():
            yield SavedEntry(name, slot, self.store, partial(self.load, name), sentence=self._effect)
        if not saved:
            yield Entry("none", _("No saved game"), sentence=_("Ctrl+S in a game saves it."))


class SaveGameScreen(SavedGamesScreen, Showing["GameScreen | ReplayScreen"]):
    """A new slot, and those with a game in them."""

    NODE = Node.SAVE_GAME
    KEYS = (CHOOSE.labelled(N_("save")), DELETE, MOVE, _SLOTS, MOUSE, *LAST_KEYS)

    def __init__(self, services: Services, shown: "GameScreen | ReplayScreen") -> None:
        self._shown = shown
        super().__init__(services)

    def entries(self) -> Iterator[Entry]:
        saved = saved_games(self.store)
        lasting = "" if self.store.stores_games else _(" Only until you quit.")
        free = next((slot for slot in SLOTS if slot not in saved), None)
        if free is not None:
            sentence = _("Saves the game here. You play on.{lasting}").format(lasting=lasting)
            yield Entry("new", _("New slot"), partial(self._save, free), sentence, key="+")
        for name, slot in saved.items():
            sentence = _("Overwrites it; asks first.")
            yield SavedEntry(name, slot, self.store, partial(self._ask, name), sentence=sentence)

    def show_no_game(self) -> None:
        """Show the game to be saved beside the new slot."""
        super().show_no_game()
        with suppress(StorageError):
            self.board.show_last(self._shown.moment().replayer.game.view)

    def _ask(self, slot: str) -> None:
        current = self.menu_list.current
        question = _("Overwrite {game}?").format(game=current.label if current else slot)
        self.menu_list.confirm(question, _("Yes, overwrite it"), partial(self._save, slot))

    def _save(self, slot: str) -> None:
        moment = self._shown.moment()
        self.store.save_slots.save(slot, moment.replayer.game, moment.origin)
        self.leave()
        self._shown.announce(_("Saved in slot {slot}.").format(slot=slot))
