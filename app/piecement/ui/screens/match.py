"""A match, with your field on the left and the rival's on the right."""

from collections.abc import Iterator

from piecement.settings.computer import FRIEND
from piecement.settings.settings import Settings
from piecement.ui.game.game_keys import MATCH_KEYS, button_rows
from piecement.ui.game.match_director import MatchDirector
from piecement.ui.key_rows import KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.screen import NodeScreen
from piecement.ui.screens.game import GameScreen
from piecement.ui.services import Services


class MatchScreen(GameScreen):
    NODE = Node.MATCH
    KEYS = MATCH_KEYS  # saving and undoing are bound as in a game, to announce that they are not possible

    @classmethod
    def build(cls, services: Services, _payload: object, /) -> NodeScreen:
        return cls(services, MatchDirector(services))

    def button_rows(self, settings: Settings) -> Iterator[KeyRow]:
        """Yield the keys of the buttons, or where two play, the first ones of each side."""
        if settings.computer.opponent != FRIEND:
            return super().button_rows(settings)
        unused = self.session.unused_buttons
        return button_rows(*settings.pair.bindings, most=1, ascii_only=self.ascii_only, unused=unused)
