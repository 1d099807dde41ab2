"""A round that was played over a network, with all boards in step."""

from piecement.client.round import ClientRound
from piecement.ui.game.round_director import RoundDirector
from piecement.ui.game.round_screen import RoundScreen
from piecement.ui.key_rows import LAST_KEYS
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services


def build(services: Services, shown: ClientRound) -> "RoundReplayScreen":
    return RoundReplayScreen(services, RoundDirector(services, None, shown))


class RoundReplayScreen(RoundScreen):
    """A recorded round."""

    NODE = Node.ROUND_REPLAY
    KEYS = LAST_KEYS
