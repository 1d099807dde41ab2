"""The client of a player: what it does where the network loses something."""

import asyncio
import json

import pytest

from piecement.client.client import Client
from piecement.client.state import ClientState
from piecement_engine import Button, Recording
from piecement_engine.match import Batch, Contender, LockCheck
from piecement_net.address import Address
from piecement_net.carriers import Carrier
from piecement_net.messages.base import Addition, Message
from piecement_net.messages.from_client import Join, Open
from piecement_net.messages.from_server import Error, Moved, RoomState, Welcome
from piecement_net.messages.rooms import RoomRules
from tests.app.server.server_in_process import ADDRESS, NearCarrier, Rival, ServerInProcess
from tests.app.stand_ins import ManualClock
from tests.patience import PATIENCE_S


class Forgetful(NearCarrier):
    """A connection over which the past of a round is lost, as when it is cut at that moment."""

    forgets = True

    def deliver(self, data: bytes) -> None:
        lines = data.splitlines(keepends=True)
        if not self.forgets:
            super().deliver(data)
            return
        super().deliver(b"".join(line for line in lines if not line.startswith(b'{"t":"past"')))


class Table:
    """A server, and two who play a round there."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.server = ServerInProcess()
        self.server.clock = self.clock
        self.ann, self.ben = Rival(self.server, "Ann"), Rival(self.server, "Ben")

    async def begin(self) -> None:
        await self.pass_ms(100)
        self.ann.open()
        await self.pass_ms(100)
        (room,) = self.server.lobby.rooms
        self.ben.join(room.id)
        await self.pass_ms(100)
        self.ann.get_ready()
        self.ben.get_ready()
        await self.pass_ms(4000)

    async def pass_ms(self, milliseconds: int, *others: Client) -> None:
        for _ in range(0, milliseconds, 50):
            self.clock.pass_ms(50)
            self.server.run()
            for client in (self.ann.client, self.ben.client, *others):
                client.tick()
            for _ in range(8):
                await asyncio.sleep(0)


def test_refusal_outside_a_room_is_not_in_the_chat_of_the_next() -> None:
    state = ClientState("")
    state.apply(Error(code="wrong_key", text="wrong key"))
    state.apply(RoomState(id="a", name="A", rules=RoomRules(preset="guideline"), state="waiting", players=()))

    assert not state.chat


async def test_lost_past_of_a_round_is_fetched_before_play() -> None:
    """Else a game without any moves would be sent from its start, and the player be out."""
    async with asyncio.timeout(PATIENCE_S):
        table = Table()
        await table.begin()
        table.ben.tap(Button.HARD_DROP)
        await table.pass_ms(500)
        resume = table.ben.client.resume
        carriers: list[NearCarrier] = []

        async def connect(_: Address) -> Carrier:
            kind = NearCarrier if carriers else Forgetful
            carriers.append(kind(table.server))
            table.server.carriers.append(carriers[-1])
            return carriers[-1]

        table.server.is_reachable = False  # for the program that was killed
        table.server.carriers[1].close()
        address = Address.parse(ADDRESS)
        again = Client(address, "Ben", clock=table.clock, notify=lambda _: None, connect=connect, resume=resume)
        task = asyncio.create_task(again.run())
        await table.pass_ms(200, again)
        carriers[0].close()
        while len(carriers) < 2:
            await table.pass_ms(50, again)
            await asyncio.sleep(0.01)
        await table.pass_ms(1000, again)

        assert again.state.round is not None
        assert again.state.round.own is not None
        assert again.state.round.own.view.pieces == 1
        assert table.ann.round.session(1).view.pieces == 1
        assert table.ann.round.ends == {}
        again.close()
        await task
        await table.ann.leave()


async def test_refused_request_for_the_past_of_a_round_is_repeated() -> None:
    """Else a watcher who changes rooms faster than the server lets clients would see a round that stands still."""
    async with asyncio.timeout(PATIENCE_S):
        table = Table()
        await table.begin()
        table.ben.tap(Button.HARD_DROP)
        await table.pass_ms(500)
        carrier = Forgetful(table.server)
        table.server.carriers.append(carrier)

        async def connect(_: Address) -> Carrier:
            return carrier

        watcher = Client(Address.parse(ADDRESS), "Cleo", clock=table.clock, notify=lambda _: None, connect=connect)
        task = asyncio.create_task(watcher.run())
        await table.pass_ms(100, watcher)
        (room,) = table.server.lobby.rooms
        for _ in range(6):
            watcher.send(Join(room=room.id, role="watch"))
        await table.pass_ms(200, watcher)
        refused, carrier.forgets = watcher.state.refusal, False
        await table.pass_ms(3000, watcher)

        assert "many requests" in refused
        assert watcher.state.round is not None
        watched = watcher.state.round.session(1)
        watched.advance()
        assert watched.view.pieces == 1
        watcher.close()
        await task
        await table.ann.leave()


async def test_differing_game_is_sent_to_the_server_for_its_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def batch(contender: Contender) -> Batch | None:
        sent = as_it_is(contender)
        return sent and sent._replace(check=sent.check and LockCheck(sent.check.locks, 7))

    as_it_is = Contender.batch
    async with asyncio.timeout(PATIENCE_S):
        table = Table()
        await table.begin()
        monkeypatch.setattr(Contender, "batch", batch)
        table.ben.tap(Button.HARD_DROP)
        await table.pass_ms(500)
        told = [json.loads(report.text) for report in table.server.reports]

        own = next(facts["played"] for facts in told if facts["seat"] == 1)
        assert [lock[0] for lock in own["locks"]] == [1]
        assert Recording.from_text(own["recording"]).verify() is None
        assert table.ben.round.is_out
        await table.ann.leave()


@pytest.mark.parametrize("known", [True, False], ids=["newer", "older"])
def test_a_moved_request_is_in_the_words_of_the_new_server(monkeypatch: pytest.MonkeyPatch, known: bool) -> None:
    def welcome(additions: int) -> Welcome:
        return Welcome(session="s" * 16, key="k" * 22, server="1.1.0", now=0, additions=additions)

    client = Client(Address.parse("here"), "Ann", clock=ManualClock(), notify=str, connect=lambda _: asyncio.Future())
    client._apply(welcome(0 if known else len(Addition)))
    client.send(Open(name="den", rules=RoomRules(preset="guideline", teams=2)))
    client._apply(Moved(n=1, address="there:1985"))
    client._switch_server()
    sent: list[Message] = []

    def note(message: Message, _now_ns: int) -> None:
        sent.append(message)

    monkeypatch.setattr(client._link, "send", note)
    client._apply(welcome(len(Addition) if known else 0))

    assert [message.rules.teams for message in sent if isinstance(message, Open)] == [2 if known else 0]


@pytest.mark.parametrize("steps", range(6))
async def test_client_ends_whenever_it_is_cancelled(steps: int) -> None:
    """Cancelled just after a cut, it went on and connected again."""
    server = ServerInProcess()
    client = Client(Address.parse(ADDRESS), "Ann", clock=server.clock, notify=lambda _: None, connect=server.connect)
    running = asyncio.create_task(client.run())
    for _ in range(10):
        await asyncio.sleep(0)
    server.cut()
    for _ in range(steps):
        await asyncio.sleep(0)
    running.cancel()
    await asyncio.wait((running,), timeout=PATIENCE_S)

    assert running.cancelled()
