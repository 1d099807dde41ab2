"""A game that was lost."""

from typing import TYPE_CHECKING

from piecement.language import _
from piecement.session.records import FinishedGame
from piecement.ui import STYLES
from piecement.ui.bases.result_screen import ResultScreen
from piecement.ui.menu_graph import Node

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", result: FinishedGame) -> "GameOverScreen":
    """Return the screen for the game that just ended."""
    return GameOverScreen(services, result)


class GameOverScreen(ResultScreen):
    """A game that was lost."""

    NODE = Node.GAME_OVER
    CSS_PATH = [STYLES / "result.tcss", STYLES / "game_over.tcss"]
    HEADLINE = _("Game over")
