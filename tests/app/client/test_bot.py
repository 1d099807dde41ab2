"""A bot that sits in: it joins a room, is marked as a bot, and plays rounds."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from piecement.client.bot import BotClient, NoRoomError
from piecement.client.client import Client
from piecement.client.state import ConnectionState
from piecement.session.bots import BotError
from piecement.session.bots.loaded_bot import LoadedBot
from piecement_engine.bots import ExternalBotError, NoMoveError, Placement, Position
from piecement_engine.bots.bot import Habits, SearchingBot
from piecement_engine.bots.search import Search
from piecement_net.address import Address
from piecement_net.messages.base import Numbered
from piecement_net.messages.from_client import AskRooms, Join
from piecement_net.messages.rooms import RoomRules
from tests.app.server.server_in_process import ADDRESS, Rival, ServerInProcess
from tests.app.stand_ins import ManualClock
from tests.patience import PATIENCE_S

_STEP_MS = 20


def quick_bot(seed: int) -> LoadedBot:
    """Return a bot that thinks little."""
    return LoadedBot("Quick", SearchingBot(Habits(search=Search("attack", 1, 1)), seed))


class Table:
    """A server, somebody who opens rooms there, and a bot that is asked to join one."""

    def __init__(self, room: str, load: Callable[[int], LoadedBot] = quick_bot, *, opens: bool = False) -> None:
        """Begin."""
        self.server = ServerInProcess()
        self.clock = ManualClock()
        self.server.clock = self.clock
        self.ann = Rival(self.server, "Ann")
        self.said: list[str] = []
        self.bot = BotClient(room, load, 20, self.clock, self.said.append, opens=opens)
        address = Address.parse(ADDRESS)
        self.client = Client(
            address, "Quick", clock=self.clock, notify=self.bot.changes.append, connect=self.server.connect, bot=True
        )

    def step(self) -> None:
        """Advance the clock by a moment."""
        self.clock.pass_ms(_STEP_MS)
        self.server.run()
        self.ann.client.tick()
        self.client.tick()

    async def until(self, *conditions: Callable[[], bool]) -> None:
        """Advance the clock until each of some conditions was true."""
        async with asyncio.timeout(PATIENCE_S):
            for condition in conditions:
                while not condition():
                    self.step()
                    await asyncio.sleep(0.001)

    async def seated(self, first_to: int) -> asyncio.Task[None]:
        """Open a room, where the bot joins and all are ready; return the task of the bot."""
        state = self.ann.client.state
        await self.until(lambda: state.contact is ConnectionState.CONNECTED)
        self.ann.open(RoomRules(preset="guideline", first_to=first_to))
        await self.until(lambda: state.room is not None)
        playing = asyncio.create_task(self.bot.play(self.client))
        await self.until(lambda: state.room is not None and len(state.room.players) == 2)
        self.ann.get_ready()
        return playing

    async def end(self, playing: asyncio.Task[None]) -> None:
        """Disconnect both."""
        self.client.close()
        await playing
        await self.ann.leave()


async def test_a_bot_joins_is_ready_plays_and_is_marked() -> None:
    table = Table("Ann's room")
    state = table.ann.client.state
    playing = await table.seated(first_to=1)
    await table.until(lambda: state.round is not None and state.round.others[1].view.pieces >= 3)
    table.ann.give_up()
    await table.until(lambda: "Quick won round 1." in table.said)
    marks = [(player.name, player.bot) for player in state.room.players] if state.room else []
    await table.end(playing)

    assert marks == [("Ann", False), ("Quick", True)]
    assert table.said[1:3] == ["Joined Ann's room.", "Round 1 begins."]


async def test_bot_reports_a_missing_server_only_once() -> None:
    table = Table("Cellar")
    table.server.is_reachable = False
    playing = asyncio.create_task(table.bot.play(table.client))
    for _ in range(20):
        await table.until(lambda: table.client.state.contact is ConnectionState.UNANSWERED)
        table.client.state.contact = ConnectionState.CONNECTING
        await asyncio.sleep(0.005)
    await table.end(playing)

    assert table.said[0].endswith("nobody answers.")
    assert len(table.said) == 2  # and once more at the end


async def test_a_bot_that_finds_no_such_room_says_so() -> None:
    table = Table("Nowhere")
    playing = asyncio.create_task(table.bot.play(table.client))
    await table.until(playing.done)
    await table.ann.leave()

    with pytest.raises(NoRoomError, match="No room named 'Nowhere' here"):
        playing.result()


class Stubborn:
    """A bot whose only suggestion cannot be played, from its second round on; or that fails."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error
        self.rounds = 0

    def load(self, seed: int) -> LoadedBot:
        """Return the bot for the next round."""
        self.rounds += 1
        return quick_bot(seed) if self.rounds > 1 else LoadedBot("Stubborn", self)

    def think(self, position: Position) -> Iterator[Placement | None]:
        """Think of nothing that can be played."""
        raise self.error("the bot has no move that can be played: []")
        yield


@pytest.mark.parametrize("error", [NoMoveError, RecursionError], ids=lambda error: error.__name__)
async def test_a_bot_that_fails_gives_up_the_round(error: type[Exception]) -> None:
    stubborn = Stubborn(error)
    table = Table("Ann's room", stubborn.load)
    state = table.ann.client.state
    playing = await table.seated(first_to=2)
    await table.until(lambda: "Ann won round 1." in table.said)
    table.ann.get_ready()
    await table.until(lambda: state.round is not None and state.round.number == 2 and state.round.is_running)
    await table.until(lambda: state.round is not None and state.round.others[1].view.pieces >= 2)
    is_playing = not playing.done()
    await table.end(playing)

    assert is_playing
    assert [said for said in table.said if "no move that can be played" in said]


@pytest.mark.parametrize(("error", "ends"), [(NoMoveError, False), (RecursionError, True)], ids=["no move", "failed"])
async def test_a_failed_bot_leaves_after_the_match(error: type[Exception], ends: bool) -> None:
    table = Table("Ann's room", lambda _: LoadedBot("Stubborn", Stubborn(error)))
    state = table.ann.client.state
    playing = await table.seated(first_to=1)
    await table.until(lambda: state.match_end is not None)
    for _ in range(20):
        table.step()
        await asyncio.sleep(0.002)
    has_ended = playing.done()
    table.client.close()
    await asyncio.wait([playing])
    await table.ann.leave()

    assert has_ended == ends
    assert isinstance(playing.exception(), BotError) == ends


async def test_a_bot_that_cannot_be_run_gives_up_too() -> None:
    def load(_: int) -> LoadedBot:
        raise ExternalBotError("the bot 'x' cannot be run: no such file")

    table = Table("Ann's room", load)
    state = table.ann.client.state
    playing = await table.seated(first_to=1)
    await table.until(lambda: state.match_end is not None, playing.done)
    await table.ann.leave()

    with pytest.raises(BotError, match="The bot 'x' cannot be run: no such file"):
        playing.result()


async def test_a_bot_opens_a_missing_room() -> None:
    table = Table("Den", opens=True)
    state = table.ann.client.state
    playing = asyncio.create_task(table.bot.play(table.client))
    await table.until(lambda: table.client.state.room is not None)
    await table.until(lambda: state.contact is ConnectionState.CONNECTED)
    table.ann.client.send(AskRooms())
    await table.until(lambda: bool(state.rooms))
    names = [(room.name, room.players) for room in state.rooms or ()]
    await table.end(playing)

    assert names == [("Den", 1)]
    assert "Opened Den." in table.said


async def test_a_room_that_fills_up_meanwhile_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("Ann's room")
    state, send = table.ann.client.state, table.client.send
    bob = Rival(table.server, "Bob")

    def outrun(message: Numbered) -> None:
        if isinstance(message, Join):
            bob.join(message.room)
        send(message)

    monkeypatch.setattr(table.client, "send", outrun)
    await table.until(lambda: state.contact is bob.client.state.contact is ConnectionState.CONNECTED)
    table.ann.open(RoomRules(preset="guideline", first_to=1))
    await table.until(lambda: state.room is not None)
    playing = asyncio.create_task(table.bot.play(table.client))
    await table.until(playing.done)
    await bob.leave()
    await table.ann.leave()

    with pytest.raises(NoRoomError, match="This room is full"):
        playing.result()


async def test_a_bot_without_a_room_says_that_it_waits() -> None:
    table = Table("")
    playing = asyncio.create_task(table.bot.play(table.client))
    await table.until(lambda: len(table.said) > 1)
    for _ in range(20):
        table.step()
        await asyncio.sleep(0.002)
    await table.end(playing)

    assert table.said[1:2] == ["No room has a free seat for a bot: it waits for one."]
    assert len([said for said in table.said if "waits" in said]) == 1
