"""The slots from which a game can be played on."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.widgets import Static

from piecement.language import _
from piecement.storage.autosave import Autosave
from piecement.storage.recorder import FEW_PIECES
from piecement.storage.store import Store
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, CHOOSE, DELETE, MOUSE, MOVE, KeyRow, bindings_of
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screens.game import GameScreen
from piecement.ui.widgets.menu_list import Entry, MenuList
from piecement.ui.widgets.page import ScreenPage
from piecement.ui.widgets.slots import saved_games, slot_entry

if TYPE_CHECKING:
    from piecement.ui.services import Services

_ENDS: Final = {
    Node.GAME: _("Gives up this game; it is not saved below {count} pieces.").format(count=FEW_PIECES),
    Node.MATCH: _("Ends this match for good."),
}
"""Effect of loading on the game under this screen."""


def build(services: "Services", game: GameScreen | None) -> "LoadGameScreen":
    """Return the screen; a game is given if one is played under it."""
    return LoadGameScreen(services.store, _ENDS[game.NODE] if game else "")


class LoadGameScreen(MenuScreen):
    """The slots with a game in them."""

    NODE = Node.LOAD_GAME
    KEYS = (
        replace(CHOOSE, line=(("Enter", _("load")),)),
        DELETE,
        MOVE,
        KeyRow(_("1 to 9"), _("choose a slot")),
        MOUSE,
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "load_game.tcss"

    def __init__(self, store: Store, ends: str) -> None:
        """Prepare the slots; `ends` says what loading does to the game under them, if any."""
        super().__init__()
        self._store = store
        self._ends = ends
        saved = saved_games(store).values()
        newest = max(saved, key=lambda slot: slot.saved, default=None)
        self.menu_list = MenuList(self._entries(), at=newest.name if newest else "", has_sentences=False)

    def compose(self) -> ComposeResult:
        current = self.menu_list.current
        yield ScreenPage(
            _("Load as practice"),
            self.menu_list,
            Static(current.sentence if current else "", id="hint", classes="card"),
        )
        yield self.key_line()

    def action_delete(self) -> None:
        """Ask whether the game under the cursor is to be deleted."""
        entry = self.menu_list.current
        if entry is not None and entry.choose is not None and not self.menu_list.is_asking:
            question = _("Delete {game} for good?").format(game=entry.label)
            self.menu_list.confirm(question, _("Yes, delete it"), partial(self._delete, entry.id or ""))

    def _entries(self) -> Iterator[Entry]:
        saved = saved_games(self._store)
        for name, slot in saved.items():
            yield slot_entry(slot, partial(self._load, name), self._store.now(), sentence=self._ends)
        if not saved:
            yield Entry("none", _("No saved game"), sentence=_("Ctrl+S in a game saves it."))

    def _load(self, slot: str) -> None:
        self.navigate(Node.GAME, Trigger.CHOICE, Autosave.of(*self._store.save_slots.load(slot)))

    def _delete(self, slot: str) -> None:
        self._store.save_slots.delete(slot)
        self.menu_list.show(self._entries())
