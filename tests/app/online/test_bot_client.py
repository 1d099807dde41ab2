"""A bot that sits in: it joins a room, is marked as a bot, and plays rounds."""

import asyncio
from collections.abc import Callable

import pytest

from piecement.online.address import Address
from piecement.online.bot_client import BotClient, NoRoomError
from piecement.online.client import Client
from piecement.online.client_state import Contact
from piecement.online.messages import RoomRules
from piecement.session.bots.loaded_bot import LoadedBot
from piecement_engine.bots.bot import Habits, SearchingBot
from piecement_engine.bots.search import Search
from tests.app.online.server_in_process import ADDRESS, Rival, ServerInProcess
from tests.app.stand_ins import ManualClock
from tests.patience import PATIENCE_S

_STEP_MS = 20


def quick_bot(seed: int) -> LoadedBot:
    """Return a bot that thinks little."""
    return LoadedBot("Quick", SearchingBot(Habits(search=Search("attack", 1, 1)), seed))


class Table:
    """A server, somebody who opens rooms there, and a bot that is asked to join one."""

    def __init__(self, room: str) -> None:
        """Begin."""
        self.server = ServerInProcess()
        self.clock = ManualClock()
        self.server.clock = self.clock
        self.ann = Rival(self.server, "Ann")
        self.said: list[str] = []
        self.bot = BotClient(
            room,
            lambda seed: LoadedBot("Quick", SearchingBot(Habits(search=Search("attack", 1, 1)), seed)),
            20,
            self.clock,
            self.said.append,
        )
        address = Address.parse(ADDRESS)
        self.client = Client(
            address, "Quick", clock=self.clock, notify=self.bot.hear, connect=self.server.connect, bot=True
        )

    def step(self) -> None:
        """Let a moment pass."""
        self.clock.pass_ms(_STEP_MS)
        self.server.run()
        self.ann.client.tick()
        self.client.tick()

    async def until(self, *conditions: Callable[[], bool]) -> None:
        """Let time pass until each of some conditions was true."""
        async with asyncio.timeout(PATIENCE_S):
            for condition in conditions:
                while not condition():
                    self.step()
                    await asyncio.sleep(0.001)


async def test_a_bot_joins_is_ready_plays_and_is_marked() -> None:
    table = Table("Ann's room")
    state = table.ann.client.state
    await table.until(lambda: state.contact is Contact.CONNECTED)
    table.ann.open(RoomRules(preset="guideline", first_to=1))
    await table.until(lambda: state.room is not None)
    playing = asyncio.create_task(table.bot.play(table.client))
    await table.until(lambda: state.room is not None and len(state.room.players) == 2)
    table.ann.get_ready()
    await table.until(lambda: state.round is not None and state.round.others[1].view.pieces >= 3)
    table.ann.give_up()
    await table.until(lambda: "Round 1 goes to Quick." in table.said)
    marks = [(player.name, player.bot) for player in state.room.players] if state.room else []
    table.client.close()
    await playing
    await table.ann.leave()

    assert marks == [("Ann", False), ("Quick", True)]
    assert table.said[1:3] == ["Joined Ann's room.", "Round 1 begins."]


async def test_a_bot_says_once_that_there_is_no_server_however_often_it_tries() -> None:
    table = Table("Cellar")
    table.server.is_reachable = False
    playing = asyncio.create_task(table.bot.play(table.client))
    for _ in range(20):
        await table.until(lambda: table.client.state.contact is Contact.LOST)
        table.client.state.contact = Contact.CONNECTING
        await asyncio.sleep(0.005)
    table.client.close()
    await playing
    await table.ann.leave()

    assert table.said[0].endswith("nobody answers.")
    assert len(table.said) == 2  # and once more at the end


async def test_a_bot_that_finds_no_such_room_says_so() -> None:
    table = Table("Nowhere")
    playing = asyncio.create_task(table.bot.play(table.client))
    await table.until(playing.done)
    await table.ann.leave()

    with pytest.raises(NoRoomError, match="No room is called 'Nowhere' here"):
        playing.result()
