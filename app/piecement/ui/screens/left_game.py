"""Games to be continued: those that were left before their end, and below them those in save slots."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.session.formatting import clock_text, day_text
from piecement.session.plan import mode_title
from piecement.storage.autosave import Autosave, AutosaveSummary
from piecement.storage.errors import StorageError
from piecement.storage.store import Store
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, CHOOSE, DELETE, MOUSE, MOVE, bindings_of
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.widgets.menu_list import Entry, MenuList, group_heading
from piecement.ui.widgets.page import ScreenPage
from piecement.ui.widgets.slots import saved_games, slot_entry

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", _: None) -> "LeftGameScreen":
    return LeftGameScreen(services.store)


class LeftGameScreen(MenuScreen):
    """The games. Del deletes the one with the cursor, after a question."""

    NODE = Node.LEFT_GAME
    KEYS = (replace(CHOOSE, line=(("Enter", _("continue")),)), DELETE, MOVE, MOUSE, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "left_game.tcss"

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self.menu_list = MenuList(self._entries(), has_sentences=False)

    def compose(self) -> ComposeResult:
        current = self.menu_list.current
        yield ScreenPage(
            _("Continue"), self.menu_list, Static(current.sentence if current else "", id="hint", classes="card")
        )
        yield self.key_line()

    def action_delete(self) -> None:
        """Ask whether the game under the cursor is to be deleted."""
        entry = self.menu_list.current
        if entry is not None and entry.choose is not None and not self.menu_list.is_asking:
            question = _("Delete {game} for good?").format(game=entry.label)
            self.menu_list.confirm(question, _("Yes, delete it"), partial(self._delete, entry.id or ""))

    def _entries(self) -> Iterator[Option]:
        left, saved = _left(self._store), saved_games(self._store)
        for game in left:
            label = f"{mode_title(game.origin.mode)}, {clock_text(game.time_ns)}"
            yield Entry(
                game.origin.token,
                label,
                partial(self._resume, game),
                figure=day_text(game.saved, self._store.now()),
                sentence=_("Resumes after 3-2-1, exactly where you left off."),
            )
        if not left:
            yield Entry("none", _("No unfinished game"), sentence=_("A game you leave waits here."))
        if saved:
            yield group_heading(_("SAVE SLOTS"))
        for slot in saved.values():
            yield slot_entry(slot, partial(self._load, slot.name), self._store.now())

    def _resume(self, game: AutosaveSummary) -> None:
        left = Autosave.of(*self._store.autosaves.resume(game.origin.token))
        self.navigate(Node.GAME, Trigger.CHOICE, left)

    def _load(self, slot: str) -> None:
        self.navigate(Node.GAME, Trigger.CHOICE, Autosave.of(*self._store.save_slots.load(slot)))

    def _delete(self, name: str) -> None:
        if name in saved_games(self._store):
            self._store.save_slots.delete(name)
        else:
            self._store.autosaves.delete(name)
        self.menu_list.show(self._entries())


def _left(store: Store) -> list[AutosaveSummary]:
    try:
        return store.autosaves.waiting()
    except StorageError:
        return []
