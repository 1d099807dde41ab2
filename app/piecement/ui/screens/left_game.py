"""The offer to play on a game that was left before its end, as when its terminal was closed."""

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from piecement.language import _
from piecement.session.formatting import clock_text, to_local_text
from piecement.session.plan import mode_title
from piecement.storage.autosave import Autosave, AutosaveSummary
from piecement.storage.errors import StorageError
from piecement.storage.store import Store
from piecement.ui import STYLES
from piecement.ui.bases.action_screen import ActionScreen
from piecement.ui.key_rows import ANYWHERE, BACK, LIST, bindings_of
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.widgets.action_list import Action, ActionList

if TYPE_CHECKING:
    from piecement.ui.services import Services

_ACTIONS = (
    Action("resume", _("Play on"), _("Continue exactly where you left, after a countdown.")),
    Action("next", _("Next one"), _("You left more games than this one.")),
    Action("later", _("Decide later"), _("The game waits under Play on, on the title screen.")),
    Action("drop", _("Delete it"), _("Delete this game."), _("Delete this game for good?")),
)


def build(services: "Services", _: None) -> "LeftGameScreen":
    return LeftGameScreen(services.store)


class LeftGameScreen(ActionScreen, ModalScreen[None]):
    """A game that was left."""

    NODE = Node.LEFT_GAME
    KEYS = (*LIST, replace(BACK, does=_("decide later")), *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "left_game.tcss"

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._all = _left(store)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(_("Unfinished game"), classes="heading")
            yield Static(self._facts, id="facts", markup=False)
            yield ActionList(self.actions())
            yield Static(id="hint", markup=False)

    def run(self, name: str) -> None:
        if self._left is not None and name == "resume":
            game, origin = self._store.autosaves.resume(self._left.origin.token)
            self.navigate(Node.GAME, Trigger.CHOICE, Autosave.of(game, origin))
            return
        if self._left is not None and name == "drop":
            self._store.autosaves.delete(self._left.origin.token)
            del self._all[0]
        elif name == "next":
            self._all.append(self._all.pop(0))
        if name == "later" or self._left is None:
            self.leave()
        else:
            self.query_one("#facts", Static).update(self._facts)
            self.refresh_actions(name)

    def actions(self) -> list[Action]:
        games = {"resume": 1, "next": 2, "drop": 1}
        return [action for action in _ACTIONS if len(self._all) >= games.get(action.name, 0)]

    @property
    def _facts(self) -> str:
        left = self._left
        if left is None:
            return _("It no longer exists.")
        return _("{mode}, {time}, left {when}").format(
            mode=mode_title(left.origin.mode),
            time=clock_text(left.time_ns),
            when=to_local_text(left.saved),
        )

    @property
    def _left(self) -> AutosaveSummary | None:
        """The game that is shown."""
        return self._all[0] if self._all else None


def _left(store: Store) -> list[AutosaveSummary]:
    try:
        return store.autosaves.waiting()
    except StorageError:
        return []
