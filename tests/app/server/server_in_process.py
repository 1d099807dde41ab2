"""A server in the process of the test, at the time of the test's clock, and clients without delay."""

import asyncio
import io
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Final

from piecement.client.client import Client
from piecement.client.round import ClientRound
from piecement.client.round_sessions import RoundSession
from piecement_base.errors import StorageError
from piecement_engine import Button
from piecement_net.address import Address
from piecement_net.carriers import Carrier
from piecement_net.errors import OnlineError, RoomError
from piecement_net.limits import ServerLimits
from piecement_net.messages.accounts import AskExport, Export
from piecement_net.messages.base import Numbered
from piecement_net.messages.from_client import Join, Open, Ready
from piecement_net.messages.from_server import Error
from piecement_net.messages.rooms import RoomRules
from piecement_server.connections import Sessions
from piecement_server.dispatcher import Dispatcher, HubTask
from piecement_server.leaderboards.verifier import verify
from piecement_server.log import Log
from piecement_server.requests import Request, Response, Verify, handle
from piecement_server.rooms.effects import FindPlace, Report, StoreMatch
from piecement_server.rooms.lobby import Lobby
from piecement_server.store.database import SqliteDatabase
from piecement_server.store.stores import Stores
from tests.app.closing import closed_later
from tests.app.stand_ins import ManualClock

ADDRESS: Final = "tower.example"


class NearCarrier:
    """A connection without delay."""

    def __init__(self, server: "ServerInProcess") -> None:
        self._server = server
        self.far = server.dispatcher.connect(server.now_ns, server.peer)
        self._arrived: asyncio.Queue[bytes] = asyncio.Queue()
        self.is_open = True

    @property
    def peer(self) -> str:
        """No address."""
        return ""

    @property
    def buffered(self) -> int:
        """Nothing: all is read at once."""
        return 0

    def send(self, data: bytes) -> None:
        """Hand a message to the server, which answers."""
        if self.is_open:
            self._server.receive(self, data)

    async def receive(self) -> bytes:
        """Wait for what the server writes."""
        return await self._arrived.get()

    async def wait_closed(self) -> None:
        """Return at once."""

    def deliver(self, data: bytes) -> None:
        """Take what the server has written."""
        if data and self.is_open:
            self._arrived.put_nowait(data)

    def close(self) -> None:
        """Close it on both sides."""
        if self.is_open:
            self.is_open = False
            self._arrived.put_nowait(b"")
            self._server.lost(self)


class ServerInProcess:
    """A lobby and its dispatcher, with nothing between them and the clients."""

    lobby: Lobby
    dispatcher: Dispatcher

    def __init__(self, seed: int = 1) -> None:
        self.clock: Callable[[], int] = ManualClock()
        self.records: Final[list[StoreMatch]] = []
        self.reports: Final[list[Report]] = []
        self.is_reachable = True
        self.are_accounts_away = False
        """Whether the desk cannot ask the database."""
        self.server_id = "0123456789abcdef" * 2
        self.peer = ""
        """The address that clients seem to come from."""
        self.answer_ask: Callable[[Request], None] = self._answer_ask
        self.carriers: Final[list[NearCarrier]] = []
        self._secrets: Final = count(1)
        self.forget()
        self.restart(seed)

    def forget(self) -> None:
        """Begin with a new database."""
        self.stores = Stores(closed_later(SqliteDatabase(None)), lambda: 1_790_000_000_000 + self.clock() // 1_000_000)

    def restart(self, seed: int = 1) -> None:
        """Begin anew, without rooms and sessions."""
        self.cut()
        sessions = Sessions(
            ServerLimits(), "test 1", secret=lambda: f"secret-{next(self._secrets):012}", server_id=self.server_id
        )
        self.lobby = Lobby(Random(seed))
        self.dispatcher = Dispatcher(self.lobby, sessions, Log(stream=io.StringIO()), has_accounts=True)

    @property
    def now_ns(self) -> int:
        """The server's clock, which is another than that of the clients."""
        return self.clock() + 77_000_000_000

    async def connect(self, address: Address) -> Carrier:
        """Connect a client. Raises `OnlineError` where the server is not reachable."""
        if not self.is_reachable:
            raise OnlineError("unreachable", address=address, why="nobody answers")
        carrier = NearCarrier(self)
        self.carriers.append(carrier)
        return carrier

    def receive(self, carrier: NearCarrier, data: bytes) -> None:
        """Read what a client has sent, and do all that follows."""
        try:
            self.dispatcher.receive(carrier.far, data, self.now_ns)
        except OnlineError:
            carrier.deliver(carrier.far.data_to_send())
            carrier.close()
        self._settle()

    def lost(self, carrier: NearCarrier) -> None:
        """Note that a connection is closed."""
        self.carriers.remove(carrier)
        self.dispatcher.lost(carrier.far, self.now_ns)
        self._settle()

    def cut(self) -> None:
        """Cut all connections."""
        for carrier in list(self.carriers):
            carrier.close()

    def run(self) -> None:
        """Do what is due at the time that it is now."""
        self.dispatcher.advance(self.now_ns)
        self._settle()
        while self.lobby.due_ns <= self.now_ns:
            self.lobby.advance(self.now_ns)
            self._settle()

    def _settle(self) -> None:
        while tasks := self.dispatcher.pop_tasks():
            for task in tasks:
                self._do(task)
        self.dispatcher.pop_unsent()
        for carrier in list(self.carriers):
            carrier.deliver(carrier.far.data_to_send())

    def _answer_ask(self, ask: Request) -> None:
        """Answer a question of the desk at once."""
        try:
            if self.are_accounts_away:
                raise StorageError("the database is away.")
            if isinstance(ask.message, Verify):
                ask = ask._replace(message=verify(ask.message.text))
            if isinstance(ask.message, AskExport) and ask.account:
                text = "".join(self.stores.accounts.export(self.stores.accounts.get(ask.account)))
                given = Response(ask.account, (Export(after=0, length=len(text), text=text),))
            else:
                given = handle(self.stores, ask)
        except StorageError:
            given = Response(ask.account, (Error.of(RoomError("accounts_away")),), is_unavailable=True)
        except RoomError as error:
            given = Response(ask.account, (Error.of(error),))
        self.dispatcher.answered(ask, given, self.now_ns)

    def _do(self, task: HubTask) -> None:
        match task:
            case StoreMatch():
                self.records.append(task)
                stored = self.stores.put(task.record)
                if stored.record is not None:
                    self.lobby.stored(task.room, stored.record, self.now_ns)
                    self.dispatcher.settle(self.now_ns)
                self.dispatcher.rated(stored.rated)
            case Request():
                self.answer_ask(task)
            case Report():
                assert task.kind != "room", task.text
                self.reports.append(task)
            case FindPlace():
                self.dispatcher.placed(task.member, task.message, None, self.now_ns)


class Rival:
    """Somebody else at the server, who plays when the test says so."""

    def __init__(self, server: ServerInProcess, name: str, *, bot: bool = False) -> None:
        address, clock = Address.parse(ADDRESS), server.clock
        self.client: Final = Client(address, name, clock=clock, notify=lambda _: None, connect=server.connect, bot=bot)
        self._task = asyncio.get_running_loop().create_task(self.client.run())

    def say(self, message: Numbered) -> None:
        """Send a message."""
        self.client.send(message)

    def open(self, rules: RoomRules | None = None, name: str = "Ann's room") -> None:
        """Open a room."""
        self.say(Open(name=name, rules=rules or RoomRules(preset="guideline", first_to=1)))

    def join(self, room: str, *, watch: bool = False) -> None:
        """Join a room."""
        self.say(Join(room=room, role="watch" if watch else "play"))

    def get_ready(self) -> None:
        """Be ready for a round."""
        self.say(Ready())

    @property
    def round(self) -> ClientRound:
        """The round that is played."""
        assert self.client.state.round is not None
        return self.client.state.round

    @property
    def own(self) -> RoundSession:
        """The own game."""
        assert self.round.own is not None
        return self.round.own

    def tap(self, *buttons: Button) -> None:
        """Press buttons together for an instant."""
        self.own.hold(frozenset(buttons))
        self.own.hold(frozenset())

    def give_up(self) -> None:
        """Lose the round."""
        self.own.forfeit()

    async def leave(self) -> None:
        """Close the connection for good."""
        self.client.close()
        await self._task
