"""The slots from which a game can be played on."""

from typing import TYPE_CHECKING, Final

from piecement.language import _
from piecement.storage.autosave import Autosave
from piecement.storage.recorder import FEW_PIECES
from piecement.storage.saved_games import SLOTS, SaveSlot
from piecement.storage.store import Store
from piecement.ui import STYLES
from piecement.ui.bases.slot_screen import SlotScreen
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screens.game import GameScreen
from piecement.ui.texts.games import slot_facts
from piecement.ui.widgets.action_list import Action

if TYPE_CHECKING:
    from piecement.ui.services import Services

_ENDS: Final = {
    Node.GAME: _("Gives up this game; with fewer than {count} pieces it is not saved.").format(count=FEW_PIECES),
    Node.MATCH: _("Ends this match for good."),
}
"""Effect of loading on the game under this screen."""


def build(services: "Services", game: GameScreen | None) -> "LoadGameScreen":
    """Return the screen; a game is given if one is played under it."""
    return LoadGameScreen(services.store, _ENDS[game.NODE] if game else "")


class LoadGameScreen(SlotScreen):
    """The slots to load from."""

    NODE = Node.LOAD_GAME
    CSS_PATH = STYLES / "load_game.tcss"
    HEADING = _("Load as practice")

    def __init__(self, store: Store, ends: str) -> None:
        """Prepare the slots; `ends` says what loading does to the game under them, if any."""
        super().__init__(store)
        self._ends = ends

    def first_slot(self) -> str:
        """Return the slot that was saved last."""
        return max(SLOTS, key=lambda slot: self.saved[slot].saved.timestamp() if slot in self.saved else 0)

    def slot_action(self, slot: str, label: str, saved: SaveSlot | None) -> Action:
        if saved is None:
            return Action(slot, label, _("This slot is empty. Ctrl+S in a game saves to it."))
        return Action(slot, label, f"{slot_facts(saved)}\n{self._ends}".rstrip())

    def use(self, slot: str) -> None:
        if slot in self.saved:
            game, origin = self._store.save_slots.load(slot)
            self.navigate(Node.GAME, Trigger.CHOICE, Autosave.of(game, origin))
