"""The offer to play on in a game that was left without an end, as when its terminal was closed."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from piecement.drawing import clock_text
from piecement.locations import STYLES
from piecement.menu_graph import Node
from piecement.menus.deed_list import Deed, DeedChosen, DeedConsidered, DeedList
from piecement.menus.menu_screen import MenuScreen
from piecement.messages import GoBack, LeftGameChosen
from piecement.playing.left_game import LeftGame
from piecement.storage.checkpoints import Checkpoint
from piecement.storage.errors import StorageError
from piecement.storage.moments import to_local_text
from piecement.storage.origin import mode_title
from piecement.storage.store import Store

if TYPE_CHECKING:
    from piecement.application import Piecement

_DEEDS = (
    Deed("resume", "Play on", "Exactly where it was left, after a countdown."),
    Deed("later", "Decide later", "The game waits until the program is started again."),
    Deed("drop", "Drop it", "Forget this game.", "Forget this game for good?"),
)


def build(app: "Piecement") -> "LeftGameScreen":
    """Return the screen."""
    return LeftGameScreen(app.store)


class LeftGameScreen(MenuScreen, ModalScreen[None]):
    """A game that was left."""

    NODE = Node.LEFT_GAME
    CSS_PATH = STYLES / "left_game.tcss"

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        left = _left(store)
        self._left = left[0] if left else None

    def compose(self) -> ComposeResult:
        """Lay out what is known of the game over what can be done."""
        with Vertical(classes="box"):
            yield Static("A game was left", classes="heading")
            yield Static(_facts(self._left) if self._left else "It is not there any more.", id="facts", markup=False)
            yield DeedList(_DEEDS if self._left else _DEEDS[1:2])
            yield Static(id="hint", markup=False)

    def on_deed_considered(self, event: DeedConsidered) -> None:
        """Explain what could be done."""
        self._say(event.sentence)

    def on_deed_chosen(self, event: DeedChosen) -> None:
        """Do what was chosen."""
        try:
            self._do(event.deed.name)
        except StorageError as error:
            self._say(str(error))

    def _do(self, name: str) -> None:
        if self._left is not None and name == "resume":
            game, origin = self._store.running.resume(self._left.origin.token)
            self.post_message(LeftGameChosen(LeftGame.of(game, origin)))
            return
        if self._left is not None and name == "drop":
            self._store.running.drop(self._left.origin.token)
        self.post_message(GoBack(self.NODE))

    def _say(self, sentence: str) -> None:
        self.query_one("#hint", Static).update(sentence)


def _left(store: Store) -> list[Checkpoint]:
    try:
        return store.running.left()
    except StorageError:
        return []


def _facts(left: Checkpoint) -> str:
    return f"{mode_title(left.origin.mode)}, {clock_text(left.time_ns)}, left {to_local_text(left.saved)}"
