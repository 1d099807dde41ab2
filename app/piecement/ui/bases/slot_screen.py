"""What saving and loading have in common: the slots, each with the game that is in it."""

from collections.abc import Iterator
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from piecement.session.clock_text import clock_text
from piecement.session.origin import mode_title
from piecement.storage.errors import StorageError
from piecement.storage.save_slots import SLOTS, SaveSlot
from piecement.storage.store import Store
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, CHOOSE, MOVE, KeyRow, bindings_of
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.texts.slot_rows import slot_row
from piecement.ui.widgets.action_list import Action, ActionChosen, ActionConsidered, ActionList

_WIDE: Final = 66
"""The columns from which on a row says when its game was saved."""

_FORGET: Final = "forget "
"""What the name of a action begins with that forgets the game of a slot."""


class SlotScreen(MenuScreen, ModalScreen[None]):
    """The slots, one of which is to be chosen."""

    HEADING: ClassVar[str]
    KEYS = (
        MOVE.without_line(),
        CHOOSE,
        KeyRow("1 to 9", "choose that slot", (), {slot: f"choose('{slot}')" for slot in SLOTS}),
        KeyRow("Del", "forget a saved game", (("Del", "forget"),), {"delete": "forget"}),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._said = ""
        """What has to be said before anything else."""
        self._points = self._read()

    def compose(self) -> ComposeResult:
        """Lay out the slots."""
        with Vertical(classes="box"):
            yield Static(self.HEADING, classes="heading")
            yield ActionList(self._actions(), at=self.first())
            yield Static(id="hint", markup=False)
            yield self.key_line()

    def on_resize(self, _: events.Resize) -> None:
        """Say as much of each slot as there is room for."""
        current = self._list.current
        if current is not None:
            self._list.offer(self._actions(), at=current.name)

    def on_action_considered(self, event: ActionConsidered) -> None:
        """Explain what could be done, or first what was done."""
        self._say(self._said or event.sentence)
        self._said = ""

    def on_action_chosen(self, event: ActionChosen) -> None:
        """Do what was chosen."""
        name = event.action.name
        try:
            if name.startswith(_FORGET):
                self._forget(name.removeprefix(_FORGET))
            else:
                self.take(name)
        except StorageError as error:
            self._say(str(error))

    def action_choose(self, slot: str) -> None:
        """Choose a slot by its number."""
        self._list.choose(slot)

    def action_forget(self) -> None:
        """Ask whether the game under the cursor is to be forgotten."""
        action = self._list.current
        if action is not None and action.name in self._points:
            asked = f"Forget {self.called(action.name)} for good?"
            self._list.ask(Action(f"{_FORGET}{action.name}", "", "", asked, "Yes: forget it"))

    def first(self) -> str:
        """Return the slot that the cursor begins on."""
        raise NotImplementedError

    def action(self, slot: str, label: str, point: SaveSlot | None) -> Action:
        """Return what choosing a slot does, by the game that is in it."""
        raise NotImplementedError

    def take(self, slot: str) -> None:
        """Do it. Raises `StorageError` where that cannot be."""
        raise NotImplementedError

    def called(self, slot: str) -> str:
        """Return the game of a slot in words."""
        point = self._points[slot]
        return f"{mode_title(point.origin.mode)}, {clock_text(point.result.time_ns)}"

    def point(self, slot: str) -> SaveSlot | None:
        """Return the game of a slot, if there is one."""
        return self._points.get(slot)

    def _read(self) -> dict[str, SaveSlot]:
        try:
            return {point.name: point for point in self._store.save_slots.all()}
        except StorageError as error:
            self._said = str(error)
            return {}

    def _actions(self) -> Iterator[Action]:
        narrow = self.app.size.width < _WIDE
        for slot in (*SLOTS, *sorted(self._points.keys() - set(SLOTS))):
            point = self.point(slot)
            yield self.action(slot, slot_row(slot if slot in SLOTS else "-", point, narrow=narrow), point)

    def _forget(self, slot: str) -> None:
        self._store.save_slots.delete(slot)
        self._points = self._read()
        self._list.offer(self._actions(), at=slot)

    def _say(self, sentence: str) -> None:
        self.query_one("#hint", Static).update(plain_hint(sentence, ascii_only=wants_ascii(self)))

    @property
    def _list(self) -> ActionList:
        return self.query_one(ActionList)
