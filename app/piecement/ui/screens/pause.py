"""The menu of a paused game, beside the field."""

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.ui import STYLES
from piecement.ui.bases.retry_screen import RetryScreen
from piecement.ui.key_rows import GAME_WAITS, HELP, LIST, LOAD_ROW, QUIT, SAVE_ROW, SUSPEND, KeyRow, bindings_of
from piecement.ui.menu_graph import Edge, Node, Trigger, edge_between
from piecement.ui.screens.game import GameScreen
from piecement.ui.widgets.menu_list import SEED_KEPT, BackOption, EdgeOption, MenuList, keep_seed_entry

if TYPE_CHECKING:
    from piecement.ui.services import Services

_WIDTH: Final = 22
_NARROW_WIDTH: Final = 18
_EDGES: Final = 4
"""The columns of the box and of its margins."""
_BORDERS: Final = 2
_WIDE: Final = 60
"""The columns from which on a terminal counts as wide, for each of the fields in it."""

_RESTART: Final = KeyRow(_("R or Ctrl+R"), _("restart"), (), {"r,ctrl+r": "retry"})
_RETRY_HINT: Final = _("R restarts")
_PLAY_ON: Final = BackOption(_("Play on"), _("After a countdown."))


def build(services: "Services", game: GameScreen) -> "PauseScreen":
    return PauseScreen(services, game)


class PauseScreen(RetryScreen, ModalScreen[None]):
    """The menu of a paused game."""

    NODE = Node.PAUSE
    KEYS = (
        *LIST,
        SAVE_ROW,
        LOAD_ROW,
        KeyRow("Esc", _("play on"), (), {"escape": "back"}),
        _RESTART,
        SUSPEND,
        HELP,
        GAME_WAITS,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "pause.tcss"

    def __init__(self, services: "Services", game: GameScreen) -> None:
        super().__init__(services)
        self._game = game
        self._has_asked = False
        """Whether the next press restarts a long game."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("Paused")
            box.border_subtitle = _RETRY_HINT
            yield self.menu(back=_PLAY_ON, actions={Node.SETTINGS: keep_seed_entry()} if self._game.keeps else None)
            yield Static(id="hint")

    def on_mount(self) -> None:
        self._place_box(self.app.size)

    def on_resize(self, event: events.Resize) -> None:
        self._place_box(event.size)

    def offers(self, edge: Edge) -> bool:
        """Return whether an edge is offered: a match can be neither saved nor given up."""
        if edge.target is Node.ROOM:
            return self._services.online.in_room
        return edge.target not in {Node.SAVE_GAME, Node.GAME_OVER} or self._game.keeps

    def sentence(self, option: Option) -> str:
        match option:
            case EdgeOption(edge=Edge(target=Node.PLAY | Node.TITLE | Node.QUIT)) if not self._game.keeps:
                return _("Ends this match.")
            case EdgeOption(edge=Edge(target=Node.QUIT)) if not self._game.outlives_program:
                return _("Ends it for good.")
            case _:
                return super().sentence(option)

    def key_rows(self) -> Iterator[KeyRow]:
        """Yield the keys: a match cannot be saved, and is not played on later."""
        for row in self.KEYS:
            if self._game.keeps:
                yield row
            elif row is not SAVE_ROW:
                yield QUIT if row is GAME_WAITS else row

    def payload(self, edge: Edge) -> object:
        """Return the result of a game that is given up, or the screen of the game to save or load."""
        match edge.target:
            case Node.GAME_OVER:
                return self._game.give_up()
            case Node.SAVE_GAME | Node.LOAD_GAME:
                return self._game
            case _:
                return super().payload(edge)

    def action_retry(self) -> None:
        """Give the game up for another of its kind; a long one when it is pressed again."""
        if self._game.is_long and not self._has_asked:
            self._has_asked = True
            self.show_hint(self._game.restart_question)
            return
        if edge := edge_between(self.NODE, self._game.NODE, Trigger.KEY):
            self.follow(edge, lambda: self._game.restarted(edge))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Forget the question, as the sentence of the entry takes its place."""
        self._has_asked = False

    def action_keep_seed(self) -> None:
        """Offer the pieces of this game in New game."""
        self._services.games.offered_seed = self._game.session.view.seed
        self.show_hint(SEED_KEPT)

    def _place_box(self, screen: Size) -> None:
        """Set the box beside the field if there is room, only as high as its texts: the clock stays in sight."""
        box, menu = self.query_one(Vertical), self.query_one(MenuList)
        width = _WIDTH
        if screen.width < _WIDE * len(self._game.sides):
            beside = self._game.place_for(Size(_NARROW_WIDTH, 1)).x
            width = max(_NARROW_WIDTH, min(_WIDTH, screen.width // len(self._game.sides) - beside))
        place = self._game.place_for(Size(width, 1))
        sentences = [SEED_KEPT, *(self.sentence(option) for option in menu.options)]
        if self._game.is_long:
            sentences.append(self._game.restart_question)
        lines = max(len(wrap(sentence, place.width - _EDGES)) for sentence in sentences)
        height = min(screen.height, _BORDERS + menu.option_count + lines)
        place = self._game.place_for(Size(width, height))
        self.query_one("#hint").styles.height = lines
        box.styles.width, box.styles.height = place.width, height
        box.styles.offset = place.offset
