"""A stored game: its figures, and what can be done with it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from piecement.language import _
from piecement.session.records import StoredGame
from piecement.storage.errors import StorageError
from piecement.ui import STYLES
from piecement.ui.bases.action_screen import ActionScreen
from piecement.ui.key_rows import ANYWHERE, BACK, LIST, bindings_of
from piecement.ui.menu_graph import Edge, Node, Trigger
from piecement.ui.texts.games import END_WORDS, marks, mode, when
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.texts.results import figure_table, figures
from piecement.ui.widgets.action_list import Action, ActionList

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", game: int) -> "KeptGameScreen":
    return KeptGameScreen(services, game)


class KeptGameScreen(ActionScreen, ModalScreen[None]):
    """A stored game, by its id."""

    NODE = Node.KEPT_GAME
    KEYS = (*LIST, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "kept_game.tcss"

    def __init__(self, services: "Services", game: int) -> None:
        super().__init__()
        self._store = store = services.store
        self._online = services.online
        self.game_id = game
        self._game: StoredGame | None = None
        try:
            self._game = store.games.one(game)
        except StorageError as error:
            self.status = str(error)

    def compose(self) -> ComposeResult:
        game = self._game
        with Vertical(classes="box"):
            yield Static(mode(game) if game else _("Gone"), classes="heading", markup=False)
            if game:
                origin = plain_hint(" · ".join(_origin(game)), ascii_only=wants_ascii(self))
                yield Static(origin, id="origin", markup=False)
                with Center():
                    yield Static(figure_table(*figures(game.result, game.counts)), id="figures")
            yield ActionList(self.actions())
            yield Static(id="hint", markup=False)

    def payload(self, edge: Edge) -> object:
        """Return the game, by its id or as a recording. Raises `StorageError`."""
        match edge.target:
            case Node.REPLAY:
                return self.game_id
            case Node.COACH:
                return self._store.games.recording(self.game_id)
            case _:
                return super().payload(edge)

    def run(self, name: str) -> None:
        match name:
            case "watch":
                self.navigate(Node.REPLAY, Trigger.CHOICE)
            case "coach":
                self.navigate(Node.COACH, Trigger.CHOICE)
            case "export":
                self.refresh_actions(
                    name, _("Saved as {export}.").format(export=self._store.replays.export(self.game_id))
                )
            case "fumen":
                self.refresh_actions(
                    name, _("Saved as {export}.").format(export=self._store.replays.export_fumen(self.game_id))
                )
            case "hand_in":
                self.refresh_actions(name, self._online.hand_in_game(self.game_id))
            case "forget":
                self._store.games.delete_recording(self.game_id)
                self._game = self._store.games.one(self.game_id)
                self.refresh_actions(name, _("The replay is deleted; the result stays."))
            case "delete":
                self._store.games.delete(self.game_id)
                self.leave()
            case _:
                self.leave()

    def actions(self) -> Iterator[Action]:
        if self._game and self._game.has_recording:
            yield Action("watch", _("Watch"), _("At any speed; play on from any moment."))
            yield Action("coach", _("Coach"), _("Where a bot would have done better, and why."))
            yield Action(
                "export",
                _("Export replay"),
                _("Save it as a file in {replays}.").format(replays=self._store.paths.replays),
            )
            yield Action("fumen", _("Export fumen"), _("Save its boards as a text that others can open."))
            if self._online.client is not None:
                sentence = _("For the proven games on the boards of the server that you are at.")
                yield Action("hand_in", _("Hand in"), sentence)
            yield Action(
                "forget",
                _("Delete replay"),
                _("Delete how it was played, keep the result."),
                _("Delete the replay for good?"),
            )
        if self._game:
            yield Action(
                "delete", _("Delete game"), _("Delete the result and the replay."), _("Delete this game for good?")
            )
        yield Action("back", _("Back"), _("Back to the scoreboard."))


def _origin(game: StoredGame) -> Iterator[str]:
    yield when(game)
    yield END_WORDS[game.end]
    if game.preset:
        yield _(game.preset)
    if game.unranked:
        yield marks(game)
