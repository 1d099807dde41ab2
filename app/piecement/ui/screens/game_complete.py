"""A game that was won."""

from typing import TYPE_CHECKING

from piecement.language import _
from piecement.session.records import FinishedGame
from piecement.ui import STYLES
from piecement.ui.bases.result_screen import ResultScreen
from piecement.ui.menu_graph import Node

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", result: FinishedGame) -> "GameCompleteScreen":
    """Return the screen for the game that just ended."""
    return GameCompleteScreen(services, result)


class GameCompleteScreen(ResultScreen):
    """A game that was won."""

    NODE = Node.GAME_COMPLETE
    CSS_PATH = [STYLES / "result.tcss", STYLES / "game_complete.tcss"]
    HEADLINE = _("Complete!")
