"""Whole matches in virtual time: the server, its clients and a judge who hears all of it come to the same."""

from typing import Final

import pytest

from piecement.online.messages import Desync, Error, Handicap, MatchEnd, Ready, RoomRules
from tests.app.online.agreement import check_client, check_judged_again, check_recordings
from tests.app.online.virtual_server import Latency, Server, VirtualClient, World, between, stalling, steady

NAMES = ("anna", "bert", "cleo", "dirk", "edda", "finn", "gero", "hede")


QUICK: Final = {"start_level": 15, "messiness": 100}
HANDICAP: Final = 300
"""What makes rounds short: each clear makes three times the rows."""


def start_match(
    world: World, latency: Latency, players: int = 2, first_to: int = 1, **changed: object
) -> tuple[Server, list[VirtualClient]]:
    """Return a server, and clients in one room that get ready by themselves."""
    server = Server(world)
    host = VirtualClient(world, server, NAMES[0], latency)
    host.rules = RoomRules.model_validate(
        {"preset": "guideline", "players": players, "first_to": first_to, "options": QUICK, **changed}
    )
    host.is_done = True
    world.run(lambda: host.room is not None)
    others = [VirtualClient(world, server, name, latency) for name in NAMES[1:players]]
    for other in others:
        other.room = host.room
    world.run(lambda: host.state is not None and len(host.state.players) == players)
    for seat in range(players):
        host.send(Handicap(p=seat, percent=HANDICAP))
    host.is_done = False
    host.send(Ready())
    return server, [host, *others]


def play(
    seed: int, latency: Latency, players: int = 2, first_to: int = 1, **changed: object
) -> tuple[Server, list[VirtualClient]]:
    """Play a match to its end."""
    world = World(seed)
    server, clients = start_match(world, latency, players, first_to, **changed)
    world.run(lambda: all(client.of(MatchEnd) for client in clients))
    return server, clients


def check_match(server: Server, clients: list[VirtualClient], *, punctual: bool) -> None:
    """Check all rounds that were stored, and the last one with what the clients have."""
    for record in server.rounds:
        check_recordings(record)
        if punctual:
            check_judged_again(record)
    for client in clients:
        check_client(server.rounds[-1], client)

        assert client.of(Desync) == []


@pytest.mark.parametrize(
    ("players", "latency"),
    [(2, steady(5)), (2, between(5, 80)), (3, between(30, 120)), (5, between(5, 100))],
    ids=["lan", "jitter", "three", "five"],
)
def test_all_agree_where_messages_are_quick(players: int, latency: Latency) -> None:
    server, clients = play(players, latency, players)

    check_match(server, clients, punctual=True)
    assert [len(client.of(Error)) for client in clients] == [0] * players


@pytest.mark.parametrize("seed", [1, 2])
def test_all_agree_where_messages_are_slow(seed: int) -> None:
    server, clients = play(seed, stalling(between(5, 800), 0.002, 1500))

    check_match(server, clients, punctual=False)


@pytest.mark.parametrize("targets", ["random", "turns", "back"])
def test_whom_attacks_go_to_is_judged_the_same_again(targets: str) -> None:
    server, clients = play(1, steady(20), 3, targets=targets)

    check_match(server, clients, punctual=True)
