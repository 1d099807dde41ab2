"""The queue: like strength first, then wider, then anybody; nobody the same one for ever."""

from random import Random

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.limits import ServerLimits
from piecement_net.messages.accounts import Queue
from piecement_net.messages.from_server import Error
from piecement_net.rate_limits import CostLedger
from piecement_server.fleet_news import PairedSide, QueuePairing
from piecement_server.match_maker import MatchMaker
from piecement_server.match_queue import BOT_AFTER_NS, RESERVATION_NS, MatchQueue, Waiting
from piecement_server.rooms.effects import Send
from piecement_server.rooms.lobby import Lobby
from tests.sampling import together


def pairs_of(queue: MatchQueue[int], now_s: float) -> list[set[str]]:
    return [{waiting.identity for waiting in pair} for pair in queue.take_pairs(round(now_s * SECOND))]


def queue_of(*waiting: tuple[str, float, float]) -> MatchQueue[int]:
    queue = MatchQueue[int]()
    for number, (who, rating, since_s) in enumerate(waiting):
        queue.add(Waiting(number, who, rating, round(since_s * SECOND)))
    return queue


@together(
    ("apart", "before_s", "after_s"),
    [(60, 0.3, 0.4), (100, 1.9, 2), (400, 13.9, 14), (401, 14, 14.1), (3000, 14, 14.1)],
)
def test_the_window_widens_until_anybody_will_do(apart: int, before_s: float, after_s: float) -> None:
    queue = queue_of(("anna", 1500, 0), ("bert", 1500 + apart, 0))
    before = pairs_of(queue, before_s)

    assert (before, pairs_of(queue, after_s)) == ([], [{"anna", "bert"}])
    assert len(queue) == 0


def test_the_longest_wait_is_that_of_the_queue() -> None:
    lobby = Lobby(Random(1))
    maker = MatchMaker(lobby)
    maker.is_pairing = False
    waits_ns = [maker.longest_wait_ns(SECOND)]
    for number, name in enumerate(("anna", "bert"), 1):
        maker.receive(lobby.members[lobby.enter(name)], Queue(), number * SECOND)
    waits_ns.append(maker.longest_wait_ns(5 * SECOND))
    maker.leave(1)
    waits_ns.append(maker.longest_wait_ns(5 * SECOND))

    assert waits_ns == [0, 4 * SECOND, 3 * SECOND]


def test_unused_reservation_ends_in_an_empty_queue() -> None:
    lobby = Lobby(Random(1), server="here")
    maker = MatchMaker(lobby)
    sides = (PairedSide(server="there", member=1), PairedSide(server="there", member=2))
    pairing = QueuePairing(ticket="0" * 32, host="here", address="here:1985", sides=sides, waited_ms=9000)
    maker.apply_pairing(pairing, 10 * SECOND)
    maker.advance(10 * SECOND + RESERVATION_NS)
    maker.receive(lobby.members[lobby.enter("anna")], Queue(ticket=pairing.ticket), 60 * SECOND)

    assert maker.longest_wait_ns(60 * SECOND) == 0


def test_the_longest_waiting_chooses_the_nearest() -> None:
    queue = queue_of(("anna", 1500, 0), ("bert", 1540, 1), ("carl", 1490, 2), ("dora", 1545, 3))

    assert pairs_of(queue, 3) == [{"anna", "carl"}, {"bert", "dora"}]


def test_same_two_meet_three_times_then_get_someone_else() -> None:
    def meet(queue: MatchQueue[int], *names: str) -> list[set[str]]:
        for number, name in enumerate(names):
            queue.add(Waiting(number, name, 1500, 0))
        found = pairs_of(queue, 50)
        queue.clear()
        return found

    queue = MatchQueue[int]()
    both = [{"anna", "bert"}]

    assert [meet(queue, "anna", "bert") for _ in range(4)] == [both, both, both, []]
    assert meet(queue, "anna", "carl") == [{"anna", "carl"}]
    assert meet(queue, "anna", "bert") == []  # for bert nobody was in between
    assert meet(queue, "bert", "carl") == [{"bert", "carl"}]
    assert meet(queue, "anna", "bert") == both


def test_two_waiting_long_for_someone_else_meet_once_more() -> None:
    queue = MatchQueue[int]()
    for _ in range(3):
        queue.add(Waiting(1, "anna", 1500, 0))
        queue.add(Waiting(2, "bert", 1500, 0))
        pairs_of(queue, 0)
    queue.add(Waiting(1, "anna", 1500, 0))
    queue.add(Waiting(2, "bert", 1500, 10 * SECOND))

    assert (pairs_of(queue, 69.9), pairs_of(queue, 70)) == ([], [{"anna", "bert"}])
    queue.add(Waiting(1, "anna", 1500, 0))
    queue.add(Waiting(2, "bert", 1500, 0))
    assert pairs_of(queue, 59) == []


def test_nobody_plays_oneself_from_two_machines() -> None:
    queue = queue_of(("anna", 1500, 0), ("anna", 1500, 0))

    assert pairs_of(queue, 1000) == []


def test_a_bot_is_offered_after_a_while() -> None:
    (waiting,) = queue_of(("anna", 1500, 1)).values()

    assert not waiting.is_offered_bot(SECOND + BOT_AFTER_NS - 1)
    assert waiting.is_offered_bot(SECOND + BOT_AFTER_NS)


def test_of_very_many_each_is_paired_once() -> None:
    random = Random(2)
    queue = queue_of(*((str(number), random.gauss(1500, 300), number / 100) for number in range(500)))
    found = [who for second in range(60) for pair in pairs_of(queue, second) for who in pair]

    assert len(found) == len(set(found)) == 500


@pytest.mark.parametrize(
    ("peers", "within", "rated", "told"),
    [
        (("192.0.2.1", "192.0.2.2"), False, True, []),
        (("192.0.2.1", "192.0.2.1"), False, False, ["same_address"]),
        (("192.0.2.1", "192.0.2.1"), True, True, []),
        (("", ""), False, True, []),
    ],
    ids=["two", "one", "allowed", "unknown"],
)
def test_matches_within_an_address_are_not_rated(
    peers: tuple[str, str], within: bool, rated: bool, told: list[str]
) -> None:
    """Ratings were farmed by second accounts at one address."""
    lobby = Lobby(Random(1), CostLedger(ServerLimits(rated_within_address=within)))
    maker = MatchMaker(lobby)
    members = [lobby.enter(name, account=name, peer=peer) for name, peer in zip(("a", "b"), peers, strict=True)]
    for member in members:
        maker.receive(lobby.members[member], Queue(), 0)
    sent = [effect for effect in lobby.effects.pop() if isinstance(effect, Send)]

    assert [room.opened.rated for room in lobby.rooms] == [rated]
    for member in members:
        heard = [effect.message for effect in sent if effect.member == member]
        assert [message.code for message in heard if isinstance(message, Error)] == told
