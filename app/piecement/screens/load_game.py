"""The slots from which a game can be played on."""

from typing import TYPE_CHECKING

from piecement.locations import STYLES
from piecement.menu_graph import Node
from piecement.menus.deed_list import Deed
from piecement.menus.slot_rows import slot_facts
from piecement.menus.slot_screen import SlotScreen
from piecement.messages import LeftGameChosen
from piecement.playing.left_game import LeftGame
from piecement.storage.savepoints import SLOTS, Savepoint

if TYPE_CHECKING:
    from piecement.application import Piecement


def build(app: "Piecement") -> "LoadGameScreen":
    """Return the screen."""
    return LoadGameScreen(app.store)


class LoadGameScreen(SlotScreen):
    """Goes on with a game that was saved."""

    NODE = Node.LOAD_GAME
    CSS_PATH = STYLES / "load_game.tcss"
    HEADING = "Load, for practice"

    def first(self) -> str:
        """Begin on the game that was saved last."""
        saved = sorted((point.saved, slot) for slot in SLOTS if (point := self.point(slot)))
        return saved[-1][1] if saved else SLOTS[0]

    def deed(self, slot: str, label: str, point: Savepoint | None) -> Deed:
        """Tell more of the game."""
        return Deed(slot, label, slot_facts(point) if point else "Nothing is saved here.")

    def take(self, slot: str) -> None:
        """Go on with the game, unless there is none."""
        if self.point(slot) is not None:
            game, origin = self._store.savepoints.load(slot)
            self.post_message(LeftGameChosen(LeftGame.of(game, origin)))
