"""A round over a network: the player's own board as always, and those of the others beside it.

The round does not wait for anybody: whatever lies over this screen, the own game goes on. Each round has a screen of
its own, which shows how the round ended until the next one begins.
"""

from typing import TYPE_CHECKING, Final

from textual import events

from piecement.language import _
from piecement.online.client import Client
from piecement.online.messages import Ready
from piecement.ui.game.phases import Cause
from piecement.ui.game.round_director import RoundDirector
from piecement.ui.game.round_screen import RoundScreen
from piecement.ui.key_rows import HELP, QUIT, KeyRow, bindings_of
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.messages import OnlineChanged
from piecement.ui.style_sheets import STYLES

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", _: None) -> "OnlineMatchScreen":
    client = services.online.client
    if client is None or client.state.round is None:
        raise ValueError("no round is being played")
    return OnlineMatchScreen(services, client, RoundDirector(services, client, client.state.round))


class OnlineMatchScreen(RoundScreen):
    """A round at a server."""

    NODE = Node.ONLINE_MATCH
    KEYS = (
        KeyRow("due", _("rows that rise soon: the bar")),
        KeyRow("Esc", _("menu; the round goes on"), (), {"escape": "menu"}),
        KeyRow("Enter", _("between rounds: ready")),
        HELP,
        QUIT,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "online_match.tcss"

    def __init__(self, services: "Services", client: Client, director: RoundDirector) -> None:
        super().__init__(services, director)
        self._client: Final = client

    def on_mount(self) -> None:
        self._services.online.changed.subscribe(self, self._online_changed)
        self._client.on_tick = self._frames.wake

    def on_unmount(self) -> None:
        self._client.on_tick = lambda: None

    def on_key(self, event: events.Key) -> None:
        """Be ready for the next round."""
        state = self._client.state
        if event.key == "enter" and self._shown.round.is_over and state.you is not None:
            self._client.send(Ready(on=not state.you.ready, hand=self._services.online.hand()))

    def action_menu(self) -> None:
        self.navigate(Node.ONLINE_MENU, Trigger.KEY)

    def _online_changed(self, message: OnlineChanged) -> None:
        state = self._client.state
        self._frames.wake()
        if message.change == "start":
            self._change_phase(Cause.STOPPED)  # the round has a screen of its own
        elif message.change == "say" and state.chat:
            line = state.chat[-1]
            self.announce(f"{line.name}: {line.text}")
        elif message.change == "past" and self._shown.is_stale:
            self.navigate(Node.ONLINE_MATCH, Trigger.EVENT)
        elif state.room is None:
            self.navigate(Node.ONLINE, Trigger.EVENT)
        elif state.room.state == "waiting" and state.round_end is None and not self._shown.round.ends:
            self.navigate(Node.ROOM, Trigger.EVENT)  # the countdown was called off
