"""The game waits, in sight beside the menu."""

from typing import TYPE_CHECKING, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.locations import STYLES
from piecement.menu_graph import Edge, Node, Way, edges_from
from piecement.menus.menu_list import BackOption, EdgeOption
from piecement.menus.menu_screen import MenuScreen
from piecement.screens.game import GameScreen

if TYPE_CHECKING:
    from piecement.application import Piecement

_WIDTH: Final = 22
_NARROW_WIDTH: Final = 18
_HEIGHT: Final = 6
"""The lines besides those of the menu; it is no higher than it has to be: the clock above it stays in sight."""
_WIDE: Final = 60
"""The columns from which on a terminal counts as wide, for each of the fields in it."""


def build(app: "Piecement") -> "PauseScreen":
    """Return the menu for the game under it."""
    game = app.screen
    if not isinstance(game, GameScreen):
        raise LookupError("nothing to pause")
    return PauseScreen(game)


class PauseScreen(MenuScreen, ModalScreen[None]):
    """The menu of a paused game."""

    NODE = Node.PAUSE
    CSS_PATH = STYLES / "pause.tcss"

    def __init__(self, game: GameScreen) -> None:
        """Prepare the menu; where it may lie is asked whenever the size of the terminal changes."""
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        """Lay out the menu."""
        with Vertical(classes="box"):
            yield Static("Paused", classes="heading")
            yield self.menu(back=BackOption("Play on", "After a countdown."))
            yield Static(id="hint")

    def on_mount(self) -> None:
        """Stay off the field."""
        self._settle(self.app.size)

    def on_resize(self, event: events.Resize) -> None:
        """Stay off the field, wherever that is now."""
        self._settle(event.size)

    def offers(self, edge: Edge) -> bool:
        """Return whether a way can be gone: a fight is not saved, and whoever leaves it gives it up."""
        return edge.target not in {Node.SAVE_GAME, Node.GAME_OVER} or self._game.keeps

    def sentence(self, option: Option) -> str:
        """Say what becomes of the game, or of a fight."""
        match option:
            case EdgeOption(edge=Edge(target=Node.NEW_GAME | Node.TITLE | Node.QUIT)) if not self._game.keeps:
                return "Ends this fight."
            case EdgeOption(edge=Edge(target=Node.QUIT)) if not self._game.outlives_program:
                return "Ends it for good."
            case _:
                return super().sentence(option)

    def _settle(self, screen: Size) -> None:
        width = _WIDTH if screen.width >= _WIDE * self._game.FIELDS else _NARROW_WIDTH
        box = self.query_one(Vertical)
        entries = sum(map(self.offers, edges_from(self.NODE, Way.MENU)))
        place = self._game.place_for(Size(width, _HEIGHT + entries))
        box.styles.width, box.styles.height = place.size
        box.styles.offset = place.offset
