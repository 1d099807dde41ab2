"""What is stored is counted, by address and by account; who has stored too much begins nothing new."""

import io
import json
from collections.abc import Callable
from itertools import count
from random import Random

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.client_link import ClientLink
from piecement_net.cost_ledger import CostLedger
from piecement_net.limits import Rate, ServerLimits
from piecement_net.messages.accounts import Queue
from piecement_net.messages.base import Message, Numbered
from piecement_net.messages.from_client import AskRooms, Hello, Open
from piecement_net.messages.from_server import Error
from piecement_net.messages.leaderboards import Solo, Submit
from piecement_net.messages.parts import RoomRules
from piecement_server.connections import Sessions
from piecement_server.dispatcher import Dispatcher
from piecement_server.log import Log
from piecement_server.rooms.effects import StoreMatch
from piecement_server.rooms.lobby import Lobby
from tests.app.server.stored_matches import stored_match

MANY = Rate(a_second=1000, at_once=1000)
LIMITS = ServerLimits(stored_bytes=1000, messages=MANY, requests=MANY, tries_an_address=MANY)
DAY_NS = 24 * 3600 * SECOND
OPEN = Open(name="Cellar", rules=RoomRules(preset="guideline"))


class Desk:
    """A server without accounts, and who is connected to it."""

    def __init__(self) -> None:
        self.now_ns = SECOND
        self.said = io.StringIO()
        secrets = (f"secret-{number:012}" for number in count())
        self.lobby = Lobby(Random(1))
        sessions = Sessions(LIMITS, "test", secret=lambda: next(secrets))
        self.dispatcher = Dispatcher(self.lobby, sessions, Log("warning", self.said))

    def enter(self, name: str, peer: str) -> Callable[[Numbered], list[Message]]:
        """Return a function that sends a message, and returns the answers."""
        link = ClientLink(Hello(client="1", engine="1", rules_version=1, name=name), self.now_ns)
        far = self.dispatcher.connect(self.now_ns, peer)
        link.connect(self.now_ns)

        def exchange() -> list[Message]:
            self.dispatcher.receive(far, link.data_to_send(), self.now_ns)
            return list(link.receive(far.data_to_send(), self.now_ns))

        def say(message: Numbered) -> list[Message]:
            link.send(message, self.now_ns)
            return exchange()

        exchange()
        return say


def codes(answers: list[Message]) -> list[str]:
    return [answer.code for answer in answers if isinstance(answer, Error)]


def test_a_round_is_paid_by_its_players() -> None:
    desk = Desk()
    anna, bert = desk.enter("anna", "192.0.2.1"), desk.enter("bert", "192.0.2.2")
    anna(OPEN)
    record = stored_match()[1].model_copy(update={"room": desk.lobby.rooms[0].id})
    assert record.round is not None
    for _ in range(1 + LIMITS.stored_bytes // record.round.size):
        desk.lobby.effects.add(StoreMatch(record.room, record))
    anna(AskRooms())

    assert desk.dispatcher.stored_bytes > LIMITS.stored_bytes
    assert codes(anna(OPEN)) == ["too_much_stored"]
    assert codes(bert(OPEN)) == []


@pytest.mark.parametrize(
    "message", [OPEN, Queue(), Solo(mode="marathon"), Submit(after=0, length=1, text="x")], ids=lambda one: one.t
)
def test_who_has_stored_too_much_begins_nothing(message: Numbered) -> None:
    desk = Desk()
    anna, bert = desk.enter("anna", "192.0.2.1"), desk.enter("bert", "192.0.2.2")
    desk.dispatcher.ledger.spend("stored_byte", ["192.0.2.1"], desk.now_ns, 1001, on_credit=True)
    told, others = codes(anna(message)), codes(bert(message))
    desk.now_ns += DAY_NS

    assert told == ["too_much_stored"]
    assert "too_much_stored" not in (*others, *codes(desk.enter("cleo", "192.0.2.1")(message)))
    assert desk.dispatcher.ledger.refusals["too_much_stored"] == 1
    assert [json.loads(line)["event"] for line in desk.said.getvalue().splitlines()] == ["too much stored"]


def test_all_of_it_is_back_within_thirty_days() -> None:
    ledger = CostLedger(LIMITS)
    ledger.spend("stored_byte", ["192.0.2.1"], 0, 1000)

    assert not ledger.spend("stored_byte", ["192.0.2.1"], 29 * DAY_NS, 1000)
    assert ledger.spend("stored_byte", ["192.0.2.1"], 30 * DAY_NS, 1000)
