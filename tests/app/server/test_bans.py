"""Bans at a server: whoever is banned is refused in one sentence, and leaves the room; all others stay."""

from collections.abc import Mapping

import pytest

from piecement_net.errors import OnlineError
from piecement_net.messages.accounts import Queue
from piecement_net.messages.base import Message
from piecement_net.messages.from_client import Join, Open
from piecement_net.messages.from_server import Refused
from piecement_net.messages.rooms import RoomRules
from piecement_server.requests import Request, handle
from piecement_server.store.bans import Ban
from piecement_server.store.database import SqliteDatabase
from piecement_server.store.stores import Stores
from tests.app.closing import closed_later
from tests.app.server.near_server import NearClient, NearServer

NOW_MS = 1_790_000_000_000
SENTENCE = "You are banned from this server until 2026-09-21 15:13 UTC: floods."
OPEN = Open(name="Cellar", rules=RoomRules(preset="guideline"))


def ban_of(*names: str) -> Mapping[str, Ban]:
    return {name: Ban(name, name, NOW_MS + 3_600_000, "floods") for name in names}


class Desk(NearServer):
    """A server with accounts, whose requests are answered when the test says so."""

    def __init__(self) -> None:
        super().__init__(has_accounts=True)
        self.stores = Stores(closed_later(SqliteDatabase(None)), lambda: NOW_MS)
        self.anna = self.stores.accounts.sign_up("anna", "anna" * 8).id

    @property
    def names(self) -> list[str]:
        return [member.name for member in self.lobby.members.values()]

    def answer(self) -> None:
        for task in self.dispatcher.pop_tasks():
            if isinstance(task, Request):
                self.dispatcher.answered(task, handle(self.stores, task), self.now_ns)


class Player(NearClient):
    """A client whose connection is closed once it is refused."""

    def connect(self) -> None:
        self.server.dispatcher.admit(self.peer, self.server.now_ns)
        super().connect()

    def exchange(self) -> list[Message]:
        try:
            heard = super().exchange()
            self.server.dispatcher.check(self.far, self.server.now_ns)
        except OnlineError:
            heard = list(self.link.receive(self.far.data_to_send(), self.server.now_ns))
            self.heard += heard
            self.drop()
            self.server.dispatcher.advance(self.server.now_ns)
        return heard

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
    anna.drop()
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
