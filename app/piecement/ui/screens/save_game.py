"""The slots in which the game under this screen can be saved."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from textual.app import ComposeResult
from textual.widgets import Static

from piecement.language import _
from piecement.storage.autosave import Autosave
from piecement.storage.saved_games import SLOTS
from piecement.storage.store import Store
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, CHOOSE, DELETE, MOUSE, MOVE, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.widgets.menu_list import Entry, MenuList
from piecement.ui.widgets.page import ScreenPage
from piecement.ui.widgets.slots import game_text, saved_games, slot_entry

if TYPE_CHECKING:
    from piecement.ui.services import Services

_NEW: Final = "new"


class ShowsMoment(Protocol):
    """A screen with a game that can be saved."""

    def moment(self) -> Autosave:
        """Return the game as it is now. Raises `StorageError` where there is nothing that can be saved."""
        ...

    def announce(self, *texts: str) -> None:
        """Show texts beside the game."""
        ...


def build(services: "Services", shown: ShowsMoment) -> "SaveGameScreen":
    return SaveGameScreen(services.store, shown)


class SaveGameScreen(MenuScreen):
    """A new slot, and those with a game in them."""

    NODE = Node.SAVE_GAME
    KEYS = (
        replace(CHOOSE, line=(("Enter", _("save")),)),
        DELETE,
        MOVE,
        KeyRow(_("1 to 9"), _("choose a slot")),
        MOUSE,
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "save_game.tcss"

    def __init__(self, store: Store, shown: ShowsMoment) -> None:
        super().__init__()
        self._store = store
        self._shown = shown
        self.menu_list = MenuList(self._entries(), has_sentences=False)

    def compose(self) -> ComposeResult:
        current = self.menu_list.current
        yield ScreenPage(
            _("Save"), self.menu_list, Static(current.sentence if current else "", id="hint", classes="card")
        )
        yield self.key_line()

    def action_delete(self) -> None:
        """Ask whether the game under the cursor is to be deleted."""
        entry, saved = self.menu_list.current, saved_games(self._store)
        if entry is not None and entry.id is not None and entry.id in saved and not self.menu_list.is_asking:
            question = _("Delete {game} for good?").format(game=entry.label)
            self.menu_list.confirm(question, _("Yes, delete it"), partial(self._delete, entry.id))

    def _entries(self) -> Iterator[Entry]:
        saved = saved_games(self._store)
        lasting = "" if self._store.stores_games else _(" Only until you quit.")
        free = next((slot for slot in SLOTS if slot not in saved), None)
        if free is not None:
            sentence = _("Saves the game here, and it goes on.{lasting}").format(lasting=lasting)
            yield Entry(_NEW, _("New slot"), partial(self._save, free), sentence=sentence, key="+")
        for name, slot in saved.items():
            yield slot_entry(slot, partial(self._ask, name), self._store.now())

    def _ask(self, slot: str) -> None:
        question = _("Overwrite {game}?").format(game=game_text(saved_games(self._store)[slot]))
        self.menu_list.confirm(question, _("Yes, overwrite it"), partial(self._save, slot))

    def _save(self, slot: str) -> None:
        moment = self._shown.moment()
        self._store.save_slots.save(slot, moment.game, moment.origin)
        self.leave()
        self._shown.announce(_("Saved in slot {slot}.").format(slot=slot))

    def _delete(self, slot: str) -> None:
        self._store.save_slots.delete(slot)
        self.menu_list.show(self._entries())
