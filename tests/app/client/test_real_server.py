"""The real server: over all carriers at once, and under attack."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Literal

import pytest

from piecement.client.client import Client
from piecement.client.state import ConnectionState
from piecement_net.address import Address
from piecement_net.endpoints import connect
from piecement_net.messages.from_client import Join, Leave, Open, Ready, Target, Team
from piecement_net.messages.from_server import RoomState, RoundStart, Tick
from piecement_net.messages.rooms import RoomRules
from piecement_net.messages.rounds import WireChoice
from piecement_net.network_clock import clock_ns
from piecement_server.program import ServerSettings, run
from tests.app.net import certificates
from tests.app.net.echoing import Player
from tests.app.net.served import answer_times, attacked, serving


@asynccontextmanager
async def server_at(folder: Path, *addresses: Address) -> AsyncGenerator[list[Address]]:
    """Start a server at some addresses: by default TCP, a unix socket and WebSockets with TLS."""
    listening: asyncio.Future[list[Address]] = asyncio.get_running_loop().create_future()
    settings = ServerSettings(
        addresses=addresses
        or (
            Address("tcp", "127.0.0.1", 0),
            Address("unix", path=f"{folder}/socket"),
            Address("wss", "127.0.0.1", 0, "/"),
        ),
        folder=folder / "server",
        tls=None if addresses else certificates.for_server(),
    )
    task = asyncio.create_task(run(settings, lambda places: listening.set_result(list(map(Address.parse, places)))))
    async with asyncio.timeout(15):
        yield await listening
    task.cancel()
    await asyncio.wait([task])


async def test_tcp_unix_and_websocket_players_share_a_round(tmp_path: Path) -> None:
    async with server_at(tmp_path) as places:
        first, second, third = (Player(place) for place in places)
        async with first.playing(), second.playing(), third.playing():
            rules = RoomRules(preset="guideline", players=3)
            first.send([Open(name="A room", rules=rules)])
            room = await first.first(RoomState)
            for player in (second, third):
                player.send([Join(room=room.id)])
                await player.first(RoomState)
            for player in (first, second, third):
                player.send([Ready()])

            starts = [await player.first(RoundStart) for player in (first, second, third)]
            told = [start.model_copy(update={"n": 0, "a": 0}) for start in starts]

    assert [place.kind for place in places] == ["tcp", "unix", "wss"]
    assert told == told[:1] * 3


@pytest.mark.long
async def test_attackers_keep_nobody_waiting_and_leave_nothing(tmp_path: Path) -> None:
    """The processor time that other programs take meanwhile does not matter."""
    async with serving(tmp_path) as served, asyncio.timeout(400):
        for seed in range(9):  # until as many sessions are forgotten as are new
            await attacked(served, 12, seed)
        before = served.memory
        attack = asyncio.create_task(attacked(served, 17, seed=9))
        await asyncio.sleep(2)
        took = await answer_times(served.addresses[0], 14, served.kept_waiting_ns)
        await attack
        await asyncio.sleep(3)
        more = served.memory - before

    assert len(took) > 250
    assert took[len(took) * 99 // 100] < 20
    assert more < 1_000_000


@pytest.mark.parametrize(
    ("kind", "place", "sentence"),
    [
        ("tcp", 2, "No reply over TCP"),
        ("ws", 0, "is not a WebSocket"),
        ("wss", 0, "is not a WebSocket"),
        ("ws", 2, "is no"),
    ],
)
async def test_a_wrong_port_is_one_sentence_at_once(
    tmp_path: Path, kind: Literal["tcp", "ws", "wss"], place: int, sentence: str
) -> None:
    """The client used to wait 25 s without a message."""
    pytest.importorskip("websockets")
    said: asyncio.Queue[str] = asyncio.Queue()

    def hear(_: str) -> None:
        said.put_nowait(client.state.sentence)

    async with server_at(tmp_path) as places:
        client = Client(
            Address(kind, "localhost", places[place].port, "" if kind == "tcp" else "/"),
            "anna",
            clock=clock_ns,
            notify=hear,
            connect=lambda address: connect(address, tls=certificates.for_client()),
        )
        running = asyncio.create_task(client.run())
        first = await said.get()
        client.close()
        await running

    assert sentence in first


async def _state(player: Player, condition: Callable[[RoomState], bool]) -> None:
    """Wait for a state of the room that meets a condition."""
    states = 1
    while not condition((await player.count(RoomState, states))[states - 1]):
        states += 1


async def test_real_server_has_teams_and_chosen_targets(tmp_path: Path) -> None:
    async with server_at(tmp_path, Address("tcp", "127.0.0.1", 0)) as (place,):
        first, second, third = (Player(place) for _ in range(3))
        async with first.playing(), second.playing(), third.playing():
            rules = RoomRules(preset="guideline", players=3, teams=2, choose=True)
            first.send([Open(name="A room", rules=rules)])
            room = await first.first(RoomState)
            for player in (second, third):
                player.send([Join(room=room.id)])
                await player.first(RoomState)
            third.send([Team(p=2, team=2)])  # which clears who is ready
            await _state(third, lambda room: room.players[2].team == 2)
            for player in (first, second, third):
                player.send([Ready()])
            start = await second.first(RoundStart)
            await _state(first, lambda room: room.state == "playing")
            first.send([Target(at=0, to=2)])
            tick = await second.first(Tick)

    assert [player.team for player in start.players] == [1, 2, 2]
    assert start.rules == rules
    assert tick.c == (WireChoice(0, 0, 2),)


async def test_real_server_plays_a_tournament(tmp_path: Path) -> None:
    """Three players: one leaves before a match, and one in the midst of the final."""
    async with server_at(tmp_path, Address("tcp", "127.0.0.1", 0)) as (place,):
        changed = asyncio.Event()
        anna, bert, cleo = clients = [
            Client(place, name, clock=clock_ns, notify=lambda _: changed.set(), connect=connect)
            for name in ("anna", "bert", "cleo")
        ]
        running = [asyncio.create_task(client.run()) for client in clients]

        async def until(condition: Callable[[], object]) -> None:
            while not condition():
                changed.clear()
                await changed.wait()

        await until(lambda: all(client.state.contact is ConnectionState.CONNECTED for client in clients))
        anna.send(Open(name="Cup", rules=RoomRules(preset="guideline", players=16, first_to=1, tournament=True)))
        await until(lambda: anna.state.room)
        for client in (bert, cleo):
            client.send(Join(room=anna.state.room.id if anna.state.room else ""))
            await until(partial(getattr, client.state, "room"))
        for client in clients:
            client.send(Ready())
        await until(
            lambda: anna.state.room and anna.state.room.bracket and bert.state.plays_next and not anna.state.plays_next
        )
        cleo.send(Leave())
        await until(lambda: anna.state.plays_next and bert.state.plays_next)
        for client in (anna, bert):
            client.send(Ready())
        await until(lambda: anna.state.room and anna.state.room.state == "playing")
        bert.send(Leave())
        await until(lambda: anna.state.room and anna.state.room.state == "waiting")
        bracket = anna.state.room.bracket if anna.state.room is not None else None
        for client in clients:
            client.close()
        await asyncio.wait(running)

    assert bracket is not None
    assert bracket.champion is not None
    assert bracket.champion.name == "anna"
    assert [pairing.walkover for pairing in bracket.pairings] == [False, True, False]
