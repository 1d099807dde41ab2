"""The slots whose games can be played as practice."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from piecement.language import _
from piecement.storage.recorder import FEW_PIECES
from piecement.ui.bases.saved_games_screen import SavedGamesScreen
from piecement.ui.key_rows import CHOOSE, DELETE, LAST_KEYS, MOUSE, MOVE, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement.ui.services import Services
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.slots import saved_games, slot_entry

_ENDS: Final = {
    Node.GAME: _("Gives up this game; it is not saved below {count} pieces.").format(count=FEW_PIECES),
    Node.MATCH: _("Ends this match for good."),
}
"""Effect of loading on the game under this screen."""


def build(services: Services, game: GameScreen | None) -> "LoadGameScreen":
    """Return the screen; a game is given if one is played under it."""
    return LoadGameScreen(services, _ENDS[game.NODE] if game else _("Resumes as practice."))


class LoadGameScreen(SavedGamesScreen):
    """The slots with a game in them."""

    NODE = Node.LOAD_GAME
    KEYS = (
        replace(CHOOSE, line=(("Enter", _("load")),)),
        DELETE,
        MOVE,
        KeyRow(_("1 to 9"), _("choose a slot")),
        MOUSE,
        *LAST_KEYS,
    )

    def __init__(self, services: Services, effect: str) -> None:
        """Create the screen; `effect` is that of loading."""
        self._effect = effect
        newest = max(saved_games(services.store).values(), key=lambda slot: slot.saved, default=None)
        super().__init__(services, _("Load as practice"), newest.name if newest else "")

    def entries(self) -> Iterator[Entry]:
        saved = saved_games(self.store)
        for name, slot in saved.items():
            yield slot_entry(slot, partial(self.load, name), self.store, sentence=self._effect)
        if not saved:
            yield Entry("none", _("No saved game"), sentence=_("Ctrl+S in a game saves it."))
