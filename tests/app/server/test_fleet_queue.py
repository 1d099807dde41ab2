"""The queue of a fleet: one server pairs all, whoever it is; who is paired meets, or waits on with the time kept."""

from collections.abc import Iterable
from itertools import count
from random import Random

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.messages.accounts import Queue, Queued
from piecement_net.messages.base import Message
from piecement_net.messages.from_server import Moved, RoomState
from piecement_server.fleet_news import PEER_TIMEOUT_NS, Directory, News, QueuePairing, WaitingLine
from piecement_server.fleet_queue import FleetQueue
from piecement_server.match_maker import MatchMaker
from piecement_server.match_queue import RESERVATION_NS
from piecement_server.rooms.effects import Send
from piecement_server.rooms.lobby import Lobby

NOW_NS = 100 * SECOND


def news(name: str, *ratings: float, waited_s: int = 0, has_place: bool = True, queues: bool = True) -> News:
    lines = (
        WaitingLine(member=number, who=f"{name}{number}", rating=rating, waited_ms=waited_s * 1000)
        for number, rating in enumerate(ratings)
    )
    return News(name=name, address=f"{name}:1", waiting=tuple(lines), has_place=has_place, queues=queues)


def queue_of(name: str, told: Iterable[News], now_ns: int = NOW_NS) -> FleetQueue:
    directory, tickets = Directory(), count(1)
    queue = FleetQueue(name, directory, lambda: f"{next(tickets):032x}")
    for one in told:
        if one.name == name:
            queue.published(one, now_ns)
        else:
            directory.apply(one.model_copy(update={"rooms": ()}), now_ns)
    return queue


def sides(pairings: Iterable[QueuePairing]) -> list[set[str]]:
    return [{f"{side.server}{side.member}" for side in pairing.sides} for pairing in pairings]


def test_the_first_server_by_name_pairs_waiters_anywhere() -> None:
    told = [news("alpha", 1500), news("beta", 1510, 1900), news("gamma", 1890)]
    queues = {name: queue_of(name, told) for name in ("alpha", "beta", "gamma")}

    assert [name for name, queue in queues.items() if queue.is_pairing_server(NOW_NS)] == ["alpha"]
    assert sides(queues["alpha"].make_pairings(NOW_NS)) == [{"alpha0", "beta0"}, {"beta1", "gamma0"}]
    assert queues["beta"].make_pairings(NOW_NS) == []
    assert queues["beta"].waiting_elsewhere(NOW_NS) == 2


def test_next_leader_goes_on_with_all_waiting_elsewhere() -> None:
    queue = queue_of("beta", [news("alpha", 1500), news("beta", 1510), news("gamma", 1520)])
    later_ns = NOW_NS + PEER_TIMEOUT_NS
    queue.published(news("beta", 1510, waited_s=5), later_ns)

    assert queue.is_pairing_server(later_ns)
    assert queue.make_pairings(later_ns) == [], "gamma is silent too"
    queue = queue_of("beta", [news("beta", 1510, waited_s=5), news("gamma", 1900, waited_s=30)])
    (pairing,) = queue.make_pairings(NOW_NS)
    assert sides([pairing]) == [{"beta0", "gamma0"}], "by the time that was waited under the other one"
    assert pairing.waited_ms == 5000


def test_paired_players_are_left_to_their_servers() -> None:
    queue = queue_of("alpha", [news("alpha", 1500), news("beta", 1510)])

    assert sides(queue.make_pairings(NOW_NS)) == [{"alpha0", "beta0"}]
    assert queue.make_pairings(NOW_NS + RESERVATION_NS - 1) == []


@pytest.mark.parametrize(
    ("places", "host"), [((True, True, True), "beta"), ((True, False, True), "gamma"), ((True, False, False), "alpha")]
)
def test_match_goes_to_a_waiting_players_server_or_a_free_one(places: tuple[bool, bool, bool], host: str) -> None:
    told = [
        news("alpha", has_place=places[0]),
        news("beta", 1500, waited_s=1, has_place=places[1]),
        news("gamma", 1500, has_place=places[2]),
    ]
    (pairing,) = queue_of("alpha", told).make_pairings(NOW_NS)

    assert (pairing.host, pairing.address) == (host, f"{host}:1")


def test_where_there_is_no_place_all_wait() -> None:
    told = [news("alpha", 1500, has_place=False), news("beta", 1500, has_place=False)]

    assert queue_of("alpha", told).make_pairings(NOW_NS) == []


def test_draining_server_pairs_nobody_and_takes_no_waiters() -> None:
    told = [news("alpha", queues=False), news("beta"), news("gamma")]

    assert not queue_of("alpha", told).is_pairing_server(NOW_NS)
    assert queue_of("beta", told).is_pairing_server(NOW_NS)
    assert queue_of("gamma", told).other_server(NOW_NS) == "beta:1"
    assert queue_of("beta", [news("beta")]).other_server(NOW_NS) == ""


class Server:
    """A lobby of the fleet with its match maker."""

    def __init__(self, name: str) -> None:
        self.lobby = Lobby(Random(1), server=name)
        self.maker = MatchMaker(self.lobby)
        self.maker.is_pairing = False

    def wait(self, name: str, now_ns: int, ticket: str = "") -> tuple[int, list[Message]]:
        member = self.lobby.enter(name, account=name)
        self.maker.receive(self.lobby.members[member], Queue(ticket=ticket), now_ns)
        return member, self.told(member)

    def say(self, now_ns: int, member: int) -> list[Message]:
        self.maker.advance(now_ns)
        return self.told(member)

    def told(self, member: int) -> list[Message]:
        effects = self.lobby.effects.pop()
        return [effect.message for effect in effects if isinstance(effect, Send) and effect.member == member]


@pytest.fixture
def servers() -> tuple[Server, Server]:
    return Server("alpha"), Server("beta")


def paired(alpha: Server, beta: Server, now_ns: int) -> QueuePairing:
    """Pair the players who wait at both servers; the match is at the first one."""
    told = [
        News(name=name, address=f"{name}.example:1", waiting=server.maker.lines(now_ns))
        for name, server in (("alpha", alpha), ("beta", beta))
    ]
    (pairing,) = queue_of("alpha", told, now_ns).make_pairings(now_ns)
    for server in (alpha, beta):
        server.maker.apply_pairing(pairing, now_ns)
    return pairing


def test_two_of_different_servers_play_for_their_ratings_at_one(servers: tuple[Server, Server]) -> None:
    alpha, beta = servers
    ann, _ = alpha.wait("ann", NOW_NS)
    ben, _ = beta.wait("ben", NOW_NS)
    pairing = paired(alpha, beta, NOW_NS)

    assert beta.say(NOW_NS, ben) == [Moved(address="alpha.example:1", ticket=pairing.ticket)]
    _, told = alpha.wait("ben", NOW_NS + SECOND, pairing.ticket)
    assert [type(message) for message in told[:2]] == [Queued, Queued]
    (room,) = alpha.lobby.rooms
    assert room.opened.rated
    assert room.opened.server == "alpha", "which goes on with it when it was killed"
    assert any(isinstance(message, RoomState) for message in told)
    assert alpha.maker.lines(NOW_NS + SECOND) == beta.maker.lines(NOW_NS + SECOND) == ()
    assert alpha.lobby.members[ann].room == room.id


def test_vain_waiting_costs_only_a_while(servers: tuple[Server, Server]) -> None:
    alpha, beta = servers
    alpha.wait("ann", NOW_NS)
    beta.wait("ben", NOW_NS)
    paired(alpha, beta, NOW_NS + SECOND)
    assert alpha.maker.lines(NOW_NS + SECOND) == (), "she is promised"
    later_ns = NOW_NS + SECOND + RESERVATION_NS
    alpha.maker.advance(later_ns)

    assert [line.waited_ms for line in alpha.maker.lines(later_ns)] == [6000]


def test_player_without_an_opponent_waits_on_with_time_kept(servers: tuple[Server, Server]) -> None:
    alpha, beta = servers
    ann, _ = alpha.wait("ann", NOW_NS)
    beta.wait("ben", NOW_NS)
    pairing = paired(alpha, beta, NOW_NS + 3 * SECOND)
    alpha.maker.receive(alpha.lobby.members[ann], Queue(on=False), NOW_NS + 3 * SECOND)
    _, told = alpha.wait("ben", NOW_NS + 4 * SECOND, pairing.ticket)

    assert {message.seconds for message in told if isinstance(message, Queued)} == {4}
    assert alpha.lobby.rooms == []


def test_a_ticket_of_ones_own_making_pairs_nobody(servers: tuple[Server, Server]) -> None:
    alpha, _ = servers
    alpha.wait("ann", NOW_NS, "a" * 32)
    alpha.wait("ben", NOW_NS, "a" * 32)
    alpha.maker.advance(NOW_NS + SECOND)

    assert alpha.lobby.rooms == []
    assert len(alpha.maker.lines(NOW_NS + SECOND)) == 2


def test_second_request_keeps_the_place_and_the_match(servers: tuple[Server, Server]) -> None:
    alpha, _ = servers
    ann, _ = alpha.wait("ann", NOW_NS)
    alpha.maker.receive(alpha.lobby.members[ann], Queue(), NOW_NS + 2 * SECOND)

    assert [line.waited_ms for line in alpha.maker.lines(NOW_NS + 2 * SECOND)] == [2000]


def test_a_draining_server_sends_its_waiters_on(servers: tuple[Server, Server]) -> None:
    alpha, _ = servers
    ann, _ = alpha.wait("ann", NOW_NS)
    alpha.maker.other_server = "beta.example:1"
    alpha.maker.close()
    (moved,) = alpha.told(ann)
    _, late = alpha.wait("late", NOW_NS)

    assert isinstance(moved, Moved)
    assert late == [moved]
