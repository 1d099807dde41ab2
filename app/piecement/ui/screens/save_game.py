"""The slots in which a moment of the game under this screen can be kept."""

from typing import TYPE_CHECKING, Protocol

from piecement.storage.autosave import Autosave
from piecement.storage.save_slots import SLOTS, SaveSlot
from piecement.storage.store import Store
from piecement.ui.bases.slot_screen import SlotScreen
from piecement.ui.menu_graph import Node
from piecement.ui.messages import GoBack
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.slot_rows import slot_facts
from piecement.ui.widgets.action_list import Action

if TYPE_CHECKING:
    from piecement.ui.services import Services


class ShowsMoment(Protocol):
    """A screen with a game of which a moment can be saved."""

    def moment(self) -> Autosave:
        """Return the game as it is now. Raises `StorageError` where there is nothing that can be saved."""
        ...

    def announce(self, *texts: str) -> None:
        """Tell the player something beside the game."""
        ...


def build(services: "Services", shown: ShowsMoment) -> "SaveGameScreen":
    """Return the slots for what a screen shows."""
    return SaveGameScreen(services.store, shown)


class SaveGameScreen(SlotScreen):
    """Keeps a game."""

    NODE = Node.SAVE_GAME
    CSS_PATH = STYLES / "save_game.tcss"
    HEADING = "Save in a slot"

    def __init__(self, store: Store, shown: ShowsMoment) -> None:
        super().__init__(store)
        self._shown = shown

    def first(self) -> str:
        """Begin on the first slot that is empty."""
        return next((slot for slot in SLOTS if self.point(slot) is None), SLOTS[0])

    def action(self, slot: str, label: str, point: SaveSlot | None) -> Action:
        """Ask before a game is saved over."""
        if point is None:
            lasting = "" if self._store.stores_games else " It lasts until the program ends."
            return Action(slot, label, f"Keep this moment here.{lasting}")
        return Action(slot, label, slot_facts(point), f"Save over {self.called(slot)}?", "Yes: save over it")

    def take(self, slot: str) -> None:
        """Keep the game, and go back to it."""
        moment = self._shown.moment()
        self._store.save_slots.save(slot, moment.game, moment.origin)
        self.post_message(GoBack(self.NODE))
        self._shown.announce(f"Saved in slot {slot}.")
