"""Base of saving and loading: the slots, each with its game."""

from collections.abc import Iterator
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from piecement.language import _
from piecement.session.formatting import clock_text
from piecement.session.plan import mode_title
from piecement.storage.errors import StorageError
from piecement.storage.saved_games import SLOTS, SaveSlot
from piecement.storage.store import Store
from piecement.ui.bases.action_screen import ActionScreen
from piecement.ui.key_rows import ANYWHERE, BACK, CHOOSE, MOVE, KeyRow, bindings_of
from piecement.ui.texts.games import slot_row
from piecement.ui.widgets.action_list import Action, ActionList

_WIDE: Final = 66
"""The columns from which on a row says when its game was saved."""

_DELETE: Final = "delete "
"""The start of the names of the actions that delete a saved game; the slot follows."""


class SlotScreen(ActionScreen, ModalScreen[None]):
    """The slots, one of which is to be chosen."""

    HEADING: ClassVar[str]
    KEYS = (
        MOVE.without_line(),
        CHOOSE,
        KeyRow(_("1 to 9"), _("choose that slot"), (), {slot: f"choose('{slot}')" for slot in SLOTS}),
        KeyRow("Del", _("delete a saved game"), (("Del", _("delete")),), {"delete": "delete"}),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self.saved = self._read()
        """The saved games by slot."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.HEADING, classes="heading")
            yield ActionList(self.actions(), at=self.first_slot())
            yield Static(id="hint", markup=False)
            yield self.key_line()

    def on_resize(self) -> None:
        """Show as much of each slot as there is room for."""
        if action := self.action_list.current:
            self.refresh_actions(action.name, self.status)

    def run(self, name: str) -> None:
        if name.startswith(_DELETE):
            slot = name.removeprefix(_DELETE)
            self._store.save_slots.delete(slot)
            self.saved = self._read()
            self.refresh_actions(slot, self.status)
        else:
            self.use(name)

    def action_choose(self, slot: str) -> None:
        self.action_list.choose(slot)

    def action_delete(self) -> None:
        """Ask whether the game under the cursor is to be deleted."""
        action = self.action_list.current
        if action is not None and action.name in self.saved:
            asked = _("Delete {game} for good?").format(game=self.game_text(action.name))
            self.action_list.ask(Action(f"{_DELETE}{action.name}", "", "", asked, _("Yes, delete it")))

    def first_slot(self) -> str:
        """Return the slot that the cursor begins on."""
        raise NotImplementedError

    def slot_action(self, slot: str, label: str, saved: SaveSlot | None) -> Action:
        """Return what choosing a slot does, by the game that is in it."""
        raise NotImplementedError

    def use(self, slot: str) -> None:
        """Save to the slot, or load from it. Raises `StorageError`."""
        raise NotImplementedError

    def game_text(self, slot: str) -> str:
        """Return the mode and the time of the game in a slot."""
        saved = self.saved[slot]
        return f"{mode_title(saved.origin.mode)}, {clock_text(saved.result.time_ns)}"

    def actions(self) -> Iterator[Action]:
        narrow = self.app.size.width < _WIDE
        for slot in (*SLOTS, *sorted(self.saved.keys() - set(SLOTS))):
            saved = self.saved.get(slot)
            label = slot_row(slot if slot in SLOTS else "-", saved, narrow=narrow)
            yield self.slot_action(slot, label, saved)

    def _read(self) -> dict[str, SaveSlot]:
        try:
            return {saved.name: saved for saved in self._store.save_slots.all()}
        except StorageError as error:
            self.status = str(error)
            return {}
