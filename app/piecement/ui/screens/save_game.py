"""The slots in which the game under this screen can be saved."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

from piecement.language import _
from piecement.storage.autosave import Autosave
from piecement.storage.errors import StorageError
from piecement.storage.saved_games import SLOTS
from piecement.ui.bases.saved_games_screen import SavedGamesScreen
from piecement.ui.key_rows import CHOOSE, DELETE, LAST_KEYS, MOUSE, MOVE, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.slots import saved_games, slot_entry

_NEW: Final = "new"


class ShowsMoment(Protocol):
    """A screen with a game that can be saved."""

    def moment(self) -> Autosave:
        """Return the game as it is now. Raises `StorageError` where there is nothing that can be saved."""
        ...

    def announce(self, *texts: str) -> None:
        """Show texts beside the game."""
        ...


class SaveGameScreen(SavedGamesScreen):
    """A new slot, and those with a game in them."""

    NODE = Node.SAVE_GAME
    KEYS = (
        replace(CHOOSE, line=(("Enter", _("save")),)),
        DELETE,
        MOVE,
        KeyRow(_("1 to 9"), _("choose a slot")),
        MOUSE,
        *LAST_KEYS,
    )

    def __init__(self, services: Services, shown: ShowsMoment) -> None:
        self._shown = shown
        super().__init__(services, _("Save"))

    def entries(self) -> Iterator[Entry]:
        saved = saved_games(self.store)
        lasting = "" if self.store.stores_games else _(" Only until you quit.")
        free = next((slot for slot in SLOTS if slot not in saved), None)
        if free is not None:
            sentence = _("Saves the game here. You play on.{lasting}").format(lasting=lasting)
            yield Entry(_NEW, _("New slot"), partial(self._save, free), sentence=sentence, key="+")
        for name, slot in saved.items():
            yield slot_entry(slot, partial(self._ask, name), self.store, sentence=_("Overwrites it; asks first."))

    def show_no_game(self) -> None:
        """Show the game to be saved beside the new slot."""
        super().show_no_game()
        with suppress(StorageError):
            self.board.show_last(self._shown.moment().game.view)

    def _ask(self, slot: str) -> None:
        current = self.menu_list.current
        question = _("Overwrite {game}?").format(game=current.label if current else slot)
        self.menu_list.confirm(question, _("Yes, overwrite it"), partial(self._save, slot))

    def _save(self, slot: str) -> None:
        moment = self._shown.moment()
        self.store.save_slots.save(slot, moment.game, moment.origin)
        self.leave()
        self._shown.announce(_("Saved in slot {slot}.").format(slot=slot))
