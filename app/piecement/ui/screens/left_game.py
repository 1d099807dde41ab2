"""Games to be continued: those that were left before their end, and below them those in save slots."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from textual.widgets.option_list import Option

from piecement.language import _
from piecement.storage.autosave import Autosave, AutosaveSummary
from piecement.storage.errors import StorageError
from piecement.storage.store import Store
from piecement.ui.bases.saved_games_screen import SavedGamesScreen
from piecement.ui.key_rows import CHOOSE, DELETE, LAST_KEYS, MOUSE, MOVE
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.services import Services
from piecement.ui.widgets.menu_list import Entry, group_heading
from piecement.ui.widgets.slots import SavedEntry, saved_games, slot_entry


def build(services: Services, __: None) -> "LeftGameScreen":
    return LeftGameScreen(services, _("Continue"))


class LeftGameScreen(SavedGamesScreen):
    """The games that were left resume where they were; those in slots are practice."""

    NODE = Node.LEFT_GAME
    KEYS = (replace(CHOOSE, line=(("Enter", _("continue")),)), DELETE, MOVE, MOUSE, *LAST_KEYS)

    def entries(self) -> Iterator[Option]:
        left, saved = _left(self.store), saved_games(self.store)
        for game in left:
            token = game.origin.token
            yield SavedEntry(
                token,
                game.origin,
                partial(self._resume, token),
                time_ns=game.time_ns,
                saved=game.saved,
                now=self.store.now(),
                recording=partial(self.store.autosaves.recording, token),
                delete=partial(self.store.autosaves.delete, token),
                sentence=_("Resumes after 3-2-1, exactly where you left off."),
            )
        if not left:
            yield Entry("none", _("No unfinished game"), sentence=_("A game you leave waits here."))
        if saved:
            yield group_heading(_("SAVE SLOTS"))
        for slot in saved.values():
            yield slot_entry(slot, partial(self.load, slot.name), self.store, sentence=_("Resumes as practice."))

    def _resume(self, token: str) -> None:
        self.navigate(Node.GAME, Trigger.CHOICE, Autosave.of(*self.store.autosaves.resume(token)))


def _left(store: Store) -> list[AutosaveSummary]:
    try:
        return store.autosaves.waiting()
    except StorageError:
        return []
