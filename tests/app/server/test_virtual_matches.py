"""Whole matches in virtual time: the server, its clients and a judge who hears all of it come to the same."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

import pytest

from piecement_engine.match import ATTACKS
from piecement_engine.rules.timing import MILLISECOND, SECOND
from piecement_net.messages.from_client import Handicap, Ready
from piecement_net.messages.from_server import Desynced, Error, Forced, Past, RoundStart
from piecement_net.messages.rooms import RoomRules
from tests.app.server.agreement import check_client, check_judged_again, check_recordings
from tests.app.server.virtual_server import Latency, Server, VirtualClient, World, between, stalling, steady

NAMES = ("anna", "bert", "cleo", "dirk", "edda", "finn", "gero", "hede")


FEW: Final = (2, 2, 3)
MANY: Final = (4, 5, 6, 7, 8)
QUICKLY: Final = between(5, 100)
QUICK: Final = {"start_level": 5, "messiness": 30}
HANDICAPS: Final = (100, 150, 400)
"""A large one makes rounds short, a small one has more attacks in a round."""


def start_match(
    world: World, latency: Latency, players: int = 2, first_to: int = 1, **changed: Any
) -> tuple[Server, list[VirtualClient]]:
    """Return a server, and clients in one room that get ready by themselves."""
    server = Server(world)
    host = VirtualClient(world, server, NAMES[0], latency)
    host.rules = RoomRules.model_validate(
        {"preset": "guideline", "options": QUICK, **changed, "players": players, "first_to": first_to}
    )
    host.is_done = True
    world.run(lambda: host.room is not None)
    others = [VirtualClient(world, server, name, latency, follows=False) for name in NAMES[1:players]]
    for other in others:
        other.room = host.room
    world.run(lambda: host.state is not None and len(host.state.players) == players)
    for seat in range(players):
        host.send(Handicap(p=seat, percent=world.random.choice(HANDICAPS)))
    host.is_done = False
    host.send(Ready())
    return server, [host, *others]


def play(
    seed: int, latency: Latency, players: int = 2, first_to: int = 1, **changed: Any
) -> tuple[Server, list[VirtualClient]]:
    """Play a match to its end."""
    world = World(seed)
    server, clients = start_match(world, latency, players, first_to, **changed)
    world.run(lambda: all(client.match_ended for client in clients))
    return server, clients


def check_match(server: Server, clients: list[VirtualClient], *, punctual: bool) -> None:
    """Check all rounds that were stored, and the last one with what the clients have.

    Who was killed and came back after its end was only told of that.
    """
    for record in server.rounds:
        check_recordings(record)
        if punctual:
            check_judged_again(record)
    for client in clients:
        if client.round is not None:
            check_client(server.rounds[-1], client)
        else:
            assert client.ended_rounds[-1] == server.rounds[-1].round
        assert client.of(Desynced) == [] or client.of(Forced) != []


@pytest.mark.parametrize(("players", "latency"), [(2, between(5, 80)), (3, steady(100))], ids=["two", "three"])
def test_all_agree_where_messages_are_quick(players: int, latency: Latency) -> None:
    """While the way up and down is shorter than the fuse, all is as if there were no way at all."""
    server, clients = play(players, latency, players)

    check_match(server, clients, punctual=True)
    assert [len(client.of(Error)) for client in clients] == [0] * players


@pytest.mark.parametrize(("players", "teams"), [(4, 2), (5, 3)])
def test_all_agree_where_teams_choose_their_targets(players: int, teams: int) -> None:
    world = World(players)
    server, clients = start_match(world, between(5, 80), players, teams=teams, choose=True)
    for client in clients:
        client.chooses = True
    world.run(lambda: all(client.match_ended for client in clients))
    check_match(server, clients, punctual=True)
    record = server.rounds[-1]
    team_of = {player.p: player.team for player in record.players}
    winners = {team_of[place.seat] for place in record.places if place.place == 1}

    assert len(record.choices) > 20
    assert len(record.attacks) > 5
    assert [attack for attack in record.attacks if team_of[attack.target] == team_of[attack.sender]] == []
    assert len(winners) == 1
    assert {place.seat for place in record.places if place.place == 1} == {p for p in team_of if team_of[p] in winners}
    assert [len(client.of(Error)) for client in clients] == [0] * players


def test_all_agree_where_messages_are_slow() -> None:
    server, clients = play(1, stalling(between(5, 800), 0.002, 1500))

    check_match(server, clients, punctual=False)


@pytest.mark.parametrize(("after_ms", "is_out"), [(900, False), (3000, True)])
def test_attacks_left_lying_too_long_put_a_player_out(after_ms: int, is_out: bool) -> None:
    world = World(9)
    server, clients = start_match(world, between(5, 20))
    cheat = clients[1]
    cheat.takes_after_ns = after_ms * MILLISECOND
    world.run(lambda: all(client.match_ended for client in clients))
    check_recordings(server.rounds[-1])
    codes = {error.code for error in cheat.of(Error) if isinstance(error, Error)}

    assert bool(codes & {"out_late", "out_overdue"}) == is_out
    assert bool(cheat.of(Forced)) == is_out
    assert clients[0].of(Error) == []


def test_player_cut_off_from_an_attack_is_not_out() -> None:
    """The player's messages arrive all the time; only those of the server do not."""
    world = World(5)
    server, clients = start_match(world, between(5, 20))
    stalled = clients[1]

    for start_s in (6, 9, 12):
        world.after(start_s * SECOND, lambda: stalled.stall_down(1900 * MILLISECOND))
    world.run(lambda: all(client.match_ended for client in clients))
    check_recordings(server.rounds[-1])

    assert stalled.of(Error) == stalled.of(Forced) == []


Mishap = Callable[[World, VirtualClient], object]


def cut(world: World, client: VirtualClient) -> None:
    client.cut()


def cut_for_long(world: World, client: VirtualClient) -> None:
    client.cut(world.random.randrange(8 * SECOND))


def kill(world: World, client: VirtualClient) -> None:
    client.kill()


def play_with(mishap: Mishap, seed: int, players: int = 2, latency: Latency = QUICKLY, **changed: Any) -> None:
    """Play a match in which something happens to somebody every few seconds, and check it."""
    world = World(seed)
    server, clients = start_match(world, latency, players, first_to=2 if players == 2 else 1, **changed)

    def happen() -> None:
        mishap(world, world.random.choice(clients))
        world.after(world.random.randrange(6 * SECOND), happen)

    world.after(3 * SECOND, happen)
    world.run(lambda: all(client.match_ended for client in clients))
    check_match(server, clients, punctual=False)


@pytest.mark.parametrize("mishap", [cut_for_long, kill])
def test_a_match_goes_on_after_cuts_and_kills(mishap: Mishap) -> None:
    play_with(mishap, 7)


def play_with_restarts(seed: int, **changed: Any) -> None:
    """Play a match whose server is killed every now and then, and started again at once."""
    world = World(seed)
    server, clients = start_match(world, QUICKLY, first_to=2, **changed)
    matches = server.matches

    def restart() -> None:
        nonlocal server
        told = [client.ended_rounds for client in clients]
        server.kill()
        server = Server(world, matches)
        for client in clients:
            client.server = server
        numbers = [record.round for record in server.rounds]
        world.after(5 * SECOND, lambda: check_back(numbers, told))

    def check_back(numbers: list[int], told: list[list[int]]) -> None:
        """Check what holds five seconds after a restart: seats are back, and what was told was stored, once."""
        assert all(client.is_seated for client in clients)
        assert numbers == list(range(1, len(numbers) + 1))
        assert all(numbers[: len(rounds)] == rounds for rounds in told)
        world.after(world.random.randrange(5 * SECOND, 20 * SECOND), restart)

    world.run(lambda: all(client.of(RoundStart) for client in clients))  # before that there is nothing to come back to
    world.after(world.random.randrange(15 * SECOND), restart)
    world.run(lambda: all(client.match_ended for client in clients))
    check_match(server, clients, punctual=False)


def test_killed_server_loses_and_doubles_no_ended_round() -> None:
    play_with_restarts(3)


@pytest.mark.parametrize("role", ["live", "late"])
def test_watcher_sees_the_played_game(role: str) -> None:
    """Somebody who comes in the middle of a round gets what was before, and then all the rest."""
    world = World(5)
    server, clients = start_match(world, QUICKLY)
    watcher = VirtualClient(world, server, "iris", between(100, 300), plays=False)
    watcher.room = clients[0].room
    if role == "late":
        watcher.cut(6 * SECOND)
    world.run(lambda: watcher.match_ended)

    check_client(server.rounds[-1], watcher)
    assert len(watcher.of(Past)) == (role == "late")
    assert watcher.ended_rounds == [1]


def drawn_rules(random: Random) -> dict[str, Any]:
    """Return rules of a room, drawn from what there is."""
    return {
        "attack": random.choice(list(ATTACKS)),
        "targets": random.choice(["least", "random", "turns", "back"]),
        "same_pieces": random.random() < 0.5,
        "options": {
            "start_level": random.choice([1, 1, 5, 12, 20]),
            "messiness": random.choice([0, 30, 100]),
            "fuse_ms": random.choice([500, 500, 1000]),
            "most_rows": random.choice([4, 8, 20]),
        },
    }


def check_many(seeds: Iterable[int]) -> None:
    """Play and check a match with each seed, from two to eight players, over networks of all kinds."""
    for seed in seeds:
        try:
            check_one(seed)
        except Exception as error:
            raise AssertionError(f"the match with the seed {seed} fails") from error


def check_one(seed: int) -> None:
    random = Random(seed)
    players = random.choice(MANY if random.random() < 0.2 else FEW)
    rules = drawn_rules(random)
    least_ms = random.choice([5, 20, 50, 150, 400])
    slow = stalling(between(least_ms, 2 * least_ms), random.choice([0, 0.001, 0.01]), 2000)
    quick = between(5, random.choice([10, 60, 150]))
    match seed % 4:
        case 0:
            server, clients = play(seed, quick, players, **rules)
            check_match(server, clients, punctual=True)
        case 1:
            server, clients = play(seed, slow, players, **rules)
            check_match(server, clients, punctual=False)
        case 2:
            play_with(random.choice([cut, cut_for_long, kill]), seed, players, random.choice([quick, slow]), **rules)
        case _:
            play_with_restarts(seed, **rules)


@pytest.mark.long
def test_simultaneous_attacks_are_stored_in_counting_order() -> None:
    """Somebody late makes several; those against the one on the first seat were stored first."""
    check_many([677])


def test_input_from_before_a_rounds_end_stays_out_of_the_next() -> None:
    """Two are cut off for long: what one of them played arrives when the next round has begun."""
    check_many([3254])


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 10_000, 500))
def test_many_matches(first: int) -> None:
    check_many(range(first, first + 500))
