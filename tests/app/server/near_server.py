"""A dispatcher without sockets, on a clock that the test sets, and clients that reach it without delay."""

import io
from itertools import count
from random import Random

from piecement_engine.rules.timing import SECOND
from piecement_net.client_link import ClientLink
from piecement_net.limits import ServerLimits
from piecement_net.messages.base import Message, Numbered
from piecement_net.messages.from_client import Hello
from piecement_net.messages.from_server import Error
from piecement_server.connections import Sessions
from piecement_server.dispatcher import Dispatcher
from piecement_server.log import Log
from piecement_server.rooms.lobby import Lobby

_LIMITS = ServerLimits()


class NearServer:
    """A dispatcher, and what its log says."""

    def __init__(
        self, limits: ServerLimits = _LIMITS, *, lobby: Lobby | None = None, seed: int = 1, has_accounts: bool = False
    ) -> None:
        self.now_ns: int = SECOND
        self.said = io.StringIO()
        self.lobby = lobby or Lobby(Random(seed))
        secrets = (f"secret-{number:012}" for number in count())
        sessions = Sessions(limits, "test", secret=lambda: next(secrets))
        self.dispatcher = Dispatcher(self.lobby, sessions, Log("warning", self.said), has_accounts=has_accounts)


class NearClient:
    """A client, and all that it has heard."""

    def __init__(self, server: NearServer, name: str = "anna", peer: str = "", token: str | None = None) -> None:
        self.server = server
        self.peer = peer
        self.heard: list[Message] = []
        self.link = ClientLink(Hello(client="1", engine="1", rules_version=1, name=name, token=token), server.now_ns)
        self.connect()

    @property
    def member(self) -> int:
        assert self.far.session is not None
        assert self.far.session.member is not None
        return self.far.session.member

    def connect(self) -> None:
        self.far = self.server.dispatcher.connect(self.server.now_ns, self.peer)
        self.link.connect(self.server.now_ns)
        self.exchange()

    def say(self, *messages: Numbered) -> list[Message]:
        """Send messages, and return the answers."""
        for message in messages:
            self.link.send(message, self.server.now_ns)
        return self.exchange()

    def exchange(self) -> list[Message]:
        self.server.dispatcher.receive(self.far, self.link.data_to_send(), self.server.now_ns)
        heard = list(self.link.receive(self.far.data_to_send(), self.server.now_ns))
        self.heard += heard
        return heard

    def drop(self) -> None:
        self.server.dispatcher.lost(self.far, self.server.now_ns)


def codes(messages: list[Message]) -> list[str]:
    return [message.code for message in messages if isinstance(message, Error)]
