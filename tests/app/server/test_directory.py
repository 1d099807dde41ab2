"""The rooms of a fleet: who is sent where, what of the others is known, and for how long."""

from random import Random

import pytest

from piecement_net.messages.from_client import AskRooms, Join, Open
from piecement_net.messages.from_server import Moved, Rooms, RoomState
from piecement_net.messages.rooms import RoomLine, RoomRules
from piecement_server.fleet_news import PEER_TIMEOUT_NS, Directory, News
from piecement_server.rooms.effects import FindPlace
from piecement_server.rooms.lobby import Lobby
from tests.app.server.near_server import NearClient, NearServer
from tests.app.server.test_lobby import Table

NOW_NS = 100_000_000_000
RULES = RoomRules(preset="guideline")
ELSEWHERE = RoomLine(id="attic", name="Attic", rules=RULES, players=1, watchers=0, state="waiting")
CELLAR = Open(name="Cellar", rules=RULES)
CELLAR_HERE = CELLAR.model_copy(update={"here": True})


def news(
    *,
    number: int = 0,
    rooms: tuple[RoomLine, ...] | None = None,
    changed: tuple[RoomLine, ...] = (),
    closed: tuple[str, ...] = (),
    ended: bool = False,
) -> News:
    return News(
        name="other",
        address="other.example:1985",
        number=number,
        rooms=rooms,
        changed=changed,
        closed=closed,
        ended=ended,
    )


@pytest.fixture
def directory() -> Directory:
    known = Directory()
    known.apply(news(rooms=(ELSEWHERE,)), NOW_NS)
    return known


@pytest.fixture
def lobby(directory: Directory) -> Lobby:
    return Lobby(Random(1), server="this", directory=directory)


@pytest.fixture
def table(lobby: Lobby) -> Table:
    return Table(lobby)


def test_the_list_has_the_rooms_of_all_servers(table: Table) -> None:
    table.say(table.enter("Ann"), CELLAR_HERE)
    (rooms,) = table.say(table.enter("Ben"), AskRooms())
    assert isinstance(rooms, Rooms)
    assert [room.name for room in rooms.rooms] == ["Cellar", "Attic"]
    assert [room.name for room in table.lobby.room_lines()] == ["Cellar"]


def test_player_joining_a_remote_room_is_sent_there(table: Table) -> None:
    assert table.say(table.enter("Ann"), Join(room="attic")) == [Moved(address="other.example:1985")]


def test_a_silent_server_is_gone_with_its_rooms(table: Table, directory: Directory) -> None:
    member = table.enter("Ann")
    assert directory.apply(news(), NOW_NS + PEER_TIMEOUT_NS // 2)
    table.wait(PEER_TIMEOUT_NS)
    assert table.say(member, Join(room="attic")) == [Moved(address="other.example:1985")]
    table.wait(PEER_TIMEOUT_NS)
    assert table.refused(member, Join(room="attic")) == "no_room"
    assert directory.lines(NOW_NS + 2 * PEER_TIMEOUT_NS) == []


def test_a_server_that_ends_is_gone_at_once(directory: Directory) -> None:
    directory.apply(news(ended=True), NOW_NS)
    assert directory.lines(NOW_NS) == []
    assert not directory.apply(news(), NOW_NS), "which has it tell of its rooms again"


def test_a_known_server_sends_only_changes(directory: Directory) -> None:
    pantry = ELSEWHERE.model_copy(update={"id": "pantry"})
    assert directory.apply(news(changed=(pantry,), number=1), NOW_NS)
    assert directory.lines(NOW_NS) == [ELSEWHERE, pantry]
    assert directory.apply(news(closed=("attic",), number=2), NOW_NS)
    assert directory.apply(news(number=2), NOW_NS)
    assert directory.lines(NOW_NS) == [pantry]


@pytest.mark.parametrize("closed", [(), ("attic",)])
def test_missed_change_makes_a_server_ask(closed: tuple[str, ...], directory: Directory) -> None:
    assert not directory.apply(news(closed=closed, number=2), NOW_NS + PEER_TIMEOUT_NS // 2)
    assert directory.lines(NOW_NS + PEER_TIMEOUT_NS) == [ELSEWHERE], "it is there all the same"


def test_a_place_is_found_for_a_new_room(lobby: Lobby) -> None:
    member = lobby.enter("Ann")
    lobby.receive(member, CELLAR, NOW_NS)
    assert lobby.effects.pop() == [FindPlace(member, CELLAR)]
    assert lobby.rooms == []


def test_opener_of_a_room_is_sent_to_its_place(lobby: Lobby) -> None:
    server = NearServer(lobby=lobby)
    client = NearClient(server)
    client.say(CELLAR)
    (task,) = server.dispatcher.pop_tasks()
    assert isinstance(task, FindPlace)
    server.dispatcher.placed(task.member, task.message, "other.example:1985", NOW_NS)
    server.dispatcher.settle(NOW_NS)

    assert client.exchange() == [Moved(n=1, a=1, address="other.example:1985")]
    assert lobby.rooms == []


def test_player_sent_here_for_a_room_opens_it_here(table: Table) -> None:
    (state, *_) = table.say(table.enter("Ann"), CELLAR_HERE)
    assert isinstance(state, RoomState)
    assert [room.opened.server for room in table.lobby.rooms] == ["this"]


def test_no_two_rooms_of_a_fleet_have_one_id() -> None:
    def opened(directory: Directory) -> str:
        lobby = Lobby(Random(1), server="this", directory=directory)
        lobby.receive(lobby.enter("Ann"), CELLAR_HERE, NOW_NS)
        return lobby.rooms[0].id

    directory = Directory()
    first = opened(directory)
    directory.apply(news(rooms=(ELSEWHERE.model_copy(update={"id": first}),)), NOW_NS)
    assert opened(directory) != first


def test_impossible_rules_are_refused_before_a_place_is_sought(table: Table) -> None:
    wrong = Open(name="Cellar", rules=RoomRules(preset="unheard_of"))
    assert table.refused(table.enter("Ann"), wrong) == "no_preset"


def test_a_server_that_drains_offers_no_place(lobby: Lobby) -> None:
    assert lobby.has_place
    lobby.drain(NOW_NS)
    assert not lobby.has_place
