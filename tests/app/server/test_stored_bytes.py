"""What is stored is counted, by address and by account; who has stored too much begins nothing new."""

import json

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.limits import Rate, ServerLimits
from piecement_net.messages.accounts import Queue
from piecement_net.messages.base import Numbered
from piecement_net.messages.from_client import AskRooms, Open
from piecement_net.messages.leaderboards import Solo, Submit
from piecement_net.messages.rooms import RoomRules
from piecement_net.rate_limits import CostLedger
from piecement_server.rooms.effects import StoreMatch
from tests.app.server.near_server import NearClient, NearServer, codes
from tests.app.server.stored_matches import stored_match

MANY = Rate(a_second=1000, at_once=1000)
LIMITS = ServerLimits(stored_bytes=1000, messages=MANY, requests=MANY, tries_an_address=MANY)
DAY_NS = 24 * 3600 * SECOND
OPEN = Open(name="Cellar", rules=RoomRules(preset="guideline"))


def test_a_round_is_paid_by_its_players() -> None:
    desk = NearServer(LIMITS)
    anna, bert = NearClient(desk, "anna", "192.0.2.1"), NearClient(desk, "bert", "192.0.2.2")
    anna.say(OPEN)
    record = stored_match()[1].model_copy(update={"room": desk.lobby.rooms[0].id})
    assert record.round is not None
    for _ in range(1 + LIMITS.stored_bytes // record.round.size):
        desk.lobby.effects.add(StoreMatch(record.room, record))
    anna.say(AskRooms())

    assert desk.dispatcher.stored_bytes > LIMITS.stored_bytes
    assert codes(anna.say(OPEN)) == ["too_much_stored"]
    assert codes(bert.say(OPEN)) == []


@pytest.mark.parametrize(
    "message", [OPEN, Queue(), Solo(mode="marathon"), Submit(after=0, length=1, text="x")], ids=lambda one: one.t
)
def test_who_has_stored_too_much_begins_nothing(message: Numbered) -> None:
    desk = NearServer(LIMITS)
    anna, bert = NearClient(desk, "anna", "192.0.2.1"), NearClient(desk, "bert", "192.0.2.2")
    desk.dispatcher.ledger.spend("stored_byte", ["192.0.2.1"], desk.now_ns, 1001, on_credit=True)
    told, others = codes(anna.say(message)), codes(bert.say(message))
    desk.now_ns += DAY_NS

    assert told == ["too_much_stored"]
    assert "too_much_stored" not in (*others, *codes(NearClient(desk, "cleo", "192.0.2.1").say(message)))
    assert desk.dispatcher.ledger.refusals["too_much_stored"] == 1
    assert [json.loads(line)["event"] for line in desk.said.getvalue().splitlines()] == ["too much stored"]


def test_all_of_it_is_back_within_thirty_days() -> None:
    ledger = CostLedger(LIMITS)
    ledger.spend("stored_byte", ["192.0.2.1"], 0, 1000)

    assert not ledger.spend("stored_byte", ["192.0.2.1"], 29 * DAY_NS, 1000)
    assert ledger.spend("stored_byte", ["192.0.2.1"], 30 * DAY_NS, 1000)
