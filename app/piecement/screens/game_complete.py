"""A game that was won."""

from typing import TYPE_CHECKING

from piecement.locations import STYLES
from piecement.menu_graph import Node
from piecement.menus.result_screen import ResultScreen

if TYPE_CHECKING:
    from piecement.application import Piecement


def build(app: "Piecement") -> "GameCompleteScreen":
    """Return the screen for the game that just ended."""
    return GameCompleteScreen(app, app.last_result)


class GameCompleteScreen(ResultScreen):
    """A game that was won."""

    NODE = Node.GAME_COMPLETE
    CSS_PATH = STYLES / "game_complete.tcss"
    HEADLINE = "Complete!"
