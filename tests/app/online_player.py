"""A player of the application at a server in the same process, with others who play as the test says."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, Self

from piecement.client.client import Client
from piecement.client.round import ClientRound
from piecement.client.state import ClientState
from piecement.ui.launch import JoinTarget, Launch
from piecement.ui.menu_graph import Node
from piecement.ui.sounds import StartSound
from piecement_net.messages.from_client import Join, Ready
from piecement_net.messages.rooms import RoomRules
from tests.app.server.server_in_process import ADDRESS, Rival, ServerInProcess
from tests.app.walking import NORMAL, ONLINE, Player, playing
from tests.patience import PATIENCE_S

_TURNS: Final = 8

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")

RULES: Final = RoomRules(preset="guideline", first_to=2)
ONE_ROUND: Final = RoomRules(preset="guideline", first_to=1)
CUP: Final = RoomRules(preset="guideline", first_to=1, players=16, tournament=True)


class OnlinePlayer(Player):
    """A player, the server, and the others there."""

    server: ServerInProcess
    rivals: list[Rival]

    @classmethod
    def at(cls, player: Player, server: ServerInProcess) -> Self:
        """Return the player with a server, which goes by the same clock."""
        online = cls(player.app, player.pilot, player.clock, player.frame_timer)
        online.server, online.rivals = server, []
        server.clock = player.clock
        return online

    @property
    def client(self) -> Client:
        """The connection to the server."""
        client = self.app.services.online.connection.client
        assert client is not None
        return client

    @property
    def state(self) -> ClientState:
        """The client's knowledge of the server."""
        return self.client.state

    @property
    def round(self) -> ClientRound:
        """The round that is played."""
        assert self.state.round is not None
        return self.state.round

    async def pass_ms(self, milliseconds: int, step_ms: int = 50) -> None:
        """Advance the clocks of the server and of all players, with a frame after each step."""
        for _ in range(0, milliseconds, step_ms):
            self.clock.pass_ms(step_ms)
            self.server.run()
            for client in (
                *(rival.client for rival in self.rivals),
                *filter(None, [self.app.services.online.connection.client]),
            ):
                client.tick()
            for _ in range(_TURNS):  # what was sent is on its way
                await asyncio.sleep(0)
            self.frame_timer.ring()
        await self.settle()

    async def pass_until(self, condition: Callable[[], bool]) -> None:
        """Advance the clocks until a condition is true, however long the program takes for it."""
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                await self.pass_ms(50)
                await self.pilot.pause(0.01)

    async def add_rival(self, name: str, *, bot: bool = False) -> Rival:
        """Connect a new client."""
        self.rivals.append(Rival(self.server, name, bot=bot))
        await self.pass_ms(100)
        return self.rivals[-1]

    async def enter_room(self, rules: RoomRules = RULES, others: int = 1) -> None:
        """Open a room by another player, and join it with the rest."""
        rivals = [await self.add_rival(name) for name in NAMES[:others]]
        rivals[0].open(rules)
        await self.pass_ms(1250, 250)
        (room,) = self.server.lobby.rooms
        for rival in rivals[1:]:
            rival.join(room.id)
        if self.app.services.online.connection.client is None:
            self.app.services.online.connection.connect(ADDRESS)
            await self.pass_ms(100)
        self.client.send(Join(room=room.id, hand=self.app.services.online.connection.hand))
        await self.pass_ms(300)

    async def begin_round(self) -> None:
        """Make all players ready, and begin the round."""
        for rival in self.rivals:
            rival.get_ready()
        if self.node in {Node.ROOM, Node.ONLINE_ROUND}:
            await self.press("r" if self.node is Node.ROOM else "enter")
        else:
            self.client.send(Ready())
        await self.pass_ms(300)
        await self.pass_ms(3500, 250)

    async def win(self, milliseconds: int, step_ms: int = 50) -> None:
        """Make the first of the others give up, and let time pass."""
        self.rivals[0].give_up()
        await self.pass_ms(milliseconds, step_ms)

    async def begin_without(self, rules: RoomRules, others: int) -> str:
        """Begin a round of others, and return the id of their room."""
        rivals = [await self.add_rival(name) for name in NAMES[:others]]
        rivals[0].open(rules)
        await self.pass_ms(250, 250)
        (room,) = self.server.lobby.rooms
        for rival in rivals[1:]:
            rival.join(room.id)
        for rival in rivals:
            rival.get_ready()
        await self.pass_ms(3500, 250)
        return room.id

    async def watch(self) -> None:
        """Watch a round of two others, which has begun."""
        room = await self.begin_without(ONE_ROUND, 2)
        self.client.send(Join(room=room, role="watch"))
        await self.pass_ms(500)

    async def see(self, node: Node) -> None:
        """Go from the list of rooms to a screen of playing over a network, with one other player."""
        if node in {Node.OPEN_ROOM, Node.QUEUE, Node.ACCOUNT, Node.LEADERBOARDS}:
            await self.go_to(node)
        elif node is not Node.ONLINE:
            await self.enter_room(CUP if node is Node.BRACKET else ONE_ROUND)
        if node in {Node.ONLINE_ROUND, Node.ONLINE_MENU, Node.ONLINE_OVER, Node.ROUND_REPLAY}:
            await self.begin_round()
        if node is Node.ONLINE_MENU:
            await self.press("escape")
        elif node in {Node.PEOPLE, Node.BRACKET}:
            await self.go_to(node)
        elif node in {Node.ONLINE_OVER, Node.ROUND_REPLAY}:
            await self.win(3500, 250)
        if node is Node.ROUND_REPLAY:
            await self.go_to(node)
        assert self.node is node


@asynccontextmanager
async def at_server(
    size: tuple[int, int] = NORMAL, launch: Launch | None = None, sound: StartSound | None = None
) -> AsyncGenerator[OnlinePlayer]:
    """Run the application where a server is, and connect to it."""
    server = ServerInProcess()
    join = Launch(join=JoinTarget(ADDRESS), save=False)
    async with playing(size=size, launch=launch or join, connect=server.connect, sound=sound) as player:
        online = OnlinePlayer.at(player, server)
        await online.pass_ms(200)
        if (launch or join).join is not None and online.app.services.online.connection.client is None:
            await online.press("enter")  # the name, which is asked for once
            await online.pass_ms(200)
        yield online
        for rival in online.rivals:
            await rival.leave()


@asynccontextmanager
async def in_room(
    rules: RoomRules = RULES, others: int = 1, *, begun: bool = False, **given: Any
) -> AsyncGenerator[OnlinePlayer]:
    """Run the application in a room with others, in a round if it has begun."""
    async with at_server(**given) as player:
        await player.enter_room(rules, others)
        if begun:
            await player.begin_round()
        yield player


@asynccontextmanager
async def player_at(node: Node, launch: Launch) -> AsyncGenerator[Player]:
    """Run the application at a screen, with a server where the screen takes one."""
    if node not in ONLINE:
        async with playing(launch=launch) as player:
            await player.go_to(node)
            yield player
        return
    async with at_server(launch=launch._replace(join=JoinTarget(ADDRESS))) as player:
        await player.see(node)
        yield player
