"""The slots in which the game under this screen can be saved."""

from typing import TYPE_CHECKING, Protocol

from piecement.language import _
from piecement.storage.autosave import Autosave
from piecement.storage.saved_games import SLOTS, SaveSlot
from piecement.storage.store import Store
from piecement.ui import STYLES
from piecement.ui.bases.slot_screen import SlotScreen
from piecement.ui.menu_graph import Node
from piecement.ui.texts.games import slot_facts
from piecement.ui.widgets.action_list import Action

if TYPE_CHECKING:
    from piecement.ui.services import Services


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


class SaveGameScreen(SlotScreen):
    """The slots to save in."""

    NODE = Node.SAVE_GAME
    CSS_PATH = STYLES / "save_game.tcss"
    HEADING = _("Save the game")

    def __init__(self, store: Store, shown: ShowsMoment) -> None:
        super().__init__(store)
        self._shown = shown

    def first_slot(self) -> str:
        """Return the first slot that is empty."""
        return next((slot for slot in SLOTS if slot not in self.saved), SLOTS[0])

    def slot_action(self, slot: str, label: str, saved: SaveSlot | None) -> Action:
        if saved is None:
            lasting = "" if self._store.stores_games else _(" Only until you quit.")
            return Action(slot, label, _("Save this moment here.{lasting}").format(lasting=lasting))
        return Action(
            slot,
            label,
            slot_facts(saved),
            _("Overwrite {game}?").format(game=self.game_text(slot)),
            _("Yes, overwrite it"),
        )

    def use(self, slot: str) -> None:
        moment = self._shown.moment()
        self._store.save_slots.save(slot, moment.game, moment.origin)
        self.leave()
        self._shown.announce(_("Saved in slot {slot}.").format(slot=slot))
