"""Bans at a server: whoever is banned is refused in one sentence, and leaves the room; all others stay."""

import io
from collections.abc import Mapping
from itertools import count
from random import Random

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.client_link import ClientLink
from piecement_net.errors import OnlineError
from piecement_net.limits import ServerLimits
from piecement_net.messages.accounts import Queue
from piecement_net.messages.base import Message, Numbered
from piecement_net.messages.from_client import Hello, Join, Open
from piecement_net.messages.from_server import Refused
from piecement_net.messages.parts import RoomRules
from piecement_server.connections import Sessions
from piecement_server.dispatcher import Dispatcher
from piecement_server.log import Log
from piecement_server.requests import Request, handle
from piecement_server.rooms.lobby import Lobby
from piecement_server.store.bans import Ban
from piecement_server.store.database import SqliteDatabase
from piecement_server.store.stores import Stores
from tests.app.closing import closed_later

NOW_MS = 1_790_000_000_000
SENTENCE = "You are banned from this server until 2026-09-21 15:13 UTC: floods."
OPEN = Open(name="Cellar", rules=RoomRules(preset="guideline"))


def ban_of(*names: str) -> Mapping[str, Ban]:
    return {name: Ban(name, name, NOW_MS + 3_600_000, "floods") for name in names}


class Desk:
    """A server with accounts, whose requests are answered when the test says so."""

    def __init__(self) -> None:
        self.now_ns = SECOND
        self.stores = Stores(closed_later(SqliteDatabase(None)), lambda: NOW_MS)
        self.anna = self.stores.accounts.sign_up("anna", "anna" * 8).id
        self.lobby = Lobby(Random(1))
        secrets = (f"secret-{number:012}" for number in count())
        sessions = Sessions(ServerLimits(), "test", secret=lambda: next(secrets))
        self.dispatcher = Dispatcher(self.lobby, sessions, Log(stream=io.StringIO()), has_accounts=True)

    @property
    def names(self) -> list[str]:
        return [member.name for member in self.lobby.members.values()]

    def answer(self) -> None:
        for task in self.dispatcher.pop_tasks():
            if isinstance(task, Request):
                self.dispatcher.answered(task, handle(self.stores, task), self.now_ns)


class Player:
    """Somebody connected to the server, from an address."""

    def __init__(self, desk: Desk, name: str, peer: str, token: str | None = None) -> None:
        self.desk = desk
        self.heard: list[Message] = []
        self.link = ClientLink(Hello(client="1", engine="1", rules_version=1, name=name, token=token), desk.now_ns)
        self.peer = peer
        self.connect()

    def connect(self) -> None:
        self.desk.dispatcher.admit(self.peer, self.desk.now_ns)
        self.far = self.desk.dispatcher.connect(self.desk.now_ns, self.peer)
        self.link.connect(self.desk.now_ns)
        self.exchange()

    def say(self, message: Numbered) -> None:
        self.link.send(message, self.desk.now_ns)
        self.exchange()

    def exchange(self) -> None:
        """Send and receive, as a server does until it closes the connection."""
        try:
            if data := self.link.data_to_send():
                self.desk.dispatcher.receive(self.far, data, self.desk.now_ns)
            self.desk.dispatcher.check(self.far, self.desk.now_ns)
        except OnlineError:
            self.heard += self.link.receive(self.far.data_to_send(), self.desk.now_ns)
            self.cut()
        else:
            self.heard += self.link.receive(self.far.data_to_send(), self.desk.now_ns)

    def cut(self) -> None:
        self.desk.dispatcher.lost(self.far, self.desk.now_ns)
        self.desk.dispatcher.advance(self.desk.now_ns)

    @property
    def refusals(self) -> list[str]:
        return [message.sentence for message in self.heard if isinstance(message, Refused)]


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_banned_address_is_refused_before_its_first_message(desk: Desk) -> None:
    desk.dispatcher.enforce(ban_of("192.0.2.1", "2001:db8::/64"), desk.now_ns)
    for peer in ("192.0.2.1", "::ffff:192.0.2.1", "2001:db8::7"):
        with pytest.raises(OnlineError) as refused:
            desk.dispatcher.admit(peer, desk.now_ns)
        assert refused.value.sentence == SENTENCE

    desk.dispatcher.admit("192.0.2.2", desk.now_ns)
    desk.dispatcher.admit("", desk.now_ns)


def test_a_ban_of_an_address_ends_its_connections_alone(desk: Desk) -> None:
    bert, cleo = Player(desk, "bert", "192.0.2.1"), Player(desk, "cleo", "192.0.2.2")
    desk.answer()
    bert.say(OPEN)
    cleo.say(Join(room=desk.lobby.rooms[0].id))
    desk.dispatcher.enforce(ban_of("192.0.2.1"), desk.now_ns)
    for player in (bert, cleo):
        player.exchange()

    assert (bert.refusals, cleo.refusals) == ([SENTENCE], [])
    assert bert.link.ended
    assert desk.names == [player.name for player in desk.lobby.rooms[0].players] == ["cleo"]


def test_a_banned_account_is_refused_as_soon_as_it_is_known(desk: Desk) -> None:
    desk.dispatcher.enforce(ban_of(desk.anna), desk.now_ns)
    anna, guest = Player(desk, "anna", "192.0.2.1", "anna" * 8), Player(desk, "guest", "192.0.2.1")
    for player in (anna, guest):
        player.say(OPEN)  # held until the account is known
    desk.answer()
    for player in (anna, guest):
        player.exchange()

    assert (anna.refusals, guest.refusals) == ([SENTENCE], [])
    assert [room.players[0].name for room in desk.lobby.rooms] == ["guest"]


def test_a_banned_player_leaves_the_queue(desk: Desk) -> None:
    anna = Player(desk, "anna", "192.0.2.1", "anna" * 8)
    desk.answer()
    anna.say(Queue())
    desk.dispatcher.enforce(ban_of(desk.anna), desk.now_ns)
    bert = Player(desk, "bert", "192.0.2.2")
    desk.answer()
    bert.say(Queue())

    assert desk.lobby.rooms == []


def test_a_player_who_is_away_does_not_come_back(desk: Desk) -> None:
    anna = Player(desk, "anna", "192.0.2.1", "anna" * 8)
    desk.answer()
    desk.dispatcher.lost(anna.far, desk.now_ns)
    anna.link.lost(desk.now_ns)
    desk.dispatcher.enforce(ban_of(desk.anna), desk.now_ns)
    anna.connect()
    desk.answer()
    anna.exchange()
    desk.dispatcher.advance(desk.now_ns)

    assert anna.refusals == [SENTENCE]
    assert desk.names == []


def test_nothing_more_of_a_banned_player_is_read(desk: Desk) -> None:
    bert = Player(desk, "bert", "192.0.2.1")
    desk.answer()
    desk.dispatcher.enforce(ban_of("192.0.2.1"), desk.now_ns)
    bert.say(OPEN)

    assert bert.refusals == [SENTENCE]
    assert desk.lobby.rooms == []


def test_a_ban_that_was_taken_back_refuses_nobody(desk: Desk) -> None:
    desk.dispatcher.enforce(ban_of("192.0.2.1", desk.anna), desk.now_ns)
    desk.dispatcher.enforce({}, desk.now_ns)
    anna = Player(desk, "anna", "192.0.2.1", "anna" * 8)
    desk.answer()
    anna.exchange()

    assert (anna.refusals, desk.names) == ([], ["anna"])
