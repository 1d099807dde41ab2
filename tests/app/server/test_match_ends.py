"""Whatever happens at the end of a rated match, and in any order, its result is that of a small model."""

import io
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Final

import pytest

from piecement_engine.game.inputs import FORFEIT
from piecement_engine.rules.timing import MILLISECOND, SECOND
from piecement_net.client_link import ClientLink
from piecement_net.errors import RoomError
from piecement_net.limits import Rate, ServerLimits
from piecement_net.messages.accounts import Queue
from piecement_net.messages.base import Message, Numbered
from piecement_net.messages.from_client import Hello, Inputs, Leave
from piecement_net.messages.from_server import Error, RoundEnd, RoundStart
from piecement_server.connections import ServerConnection, Sessions
from piecement_server.dispatcher import Dispatcher
from piecement_server.log import Log
from piecement_server.requests import Request, Response, handle
from piecement_server.rooms.effects import Report, StoreMatch
from piecement_server.rooms.lobby import Lobby
from piecement_server.store.database import SqliteDatabase
from piecement_server.store.stores import UNFINISHED_MS, Stores

STEP_NS: Final = 175 * MILLISECOND
TURN: Final = 4
"""Steps between two things that happen: no sum of turns is near a limit of 5, 10 or 60 s."""
EDGE_NS: Final = 700 * MILLISECOND
"""Nothing happens so near a limit: what came first is not to be the question."""
MOST_STEPS: Final = 4000
MANY: Final = Rate(a_second=1000, at_once=10_000)
NAMES: Final = ("anna", "bert")


@dataclass
class Model:
    """Result of a match of two, to three won rounds, by the rules of the documentation."""

    wins: list[int] = field(default_factory=lambda: [0, 0])
    loser: int | None = None
    """Who left, or did not return."""
    by_score: bool = False
    lost_ns: list[int | None] = field(default_factory=lambda: [None, None])
    round_ns: int | None = None
    """Start of the running round."""
    settled_ns: int = 0
    """Time at which the server too has applied the last limit."""

    @property
    def is_decided(self) -> bool:
        return self.by_score or self.loser is not None

    @property
    def are_lost_together(self) -> bool:
        first, second = self.lost_ns
        return first is not None and second is not None and abs(first - second) <= 5 * SECOND

    def win(self, side: int) -> None:
        self.wins[side] += 1
        self.round_ns = None
        self.by_score |= self.wins[side] == 3 and self.loser is None

    def leave(self, side: int) -> None:
        if not self.is_decided:
            self.loser = side
            if self.round_ns is not None:
                self.win(1 - side)

    def limits(self) -> list[tuple[int, int, Callable[[int], None]]]:
        """Return each limit of an absence ahead: its time, the player, and what follows."""
        ahead = list[tuple[int, int, Callable[[int], None]]]()
        for side, lost_ns in enumerate(self.lost_ns):
            if lost_ns is not None and not self.is_decided:
                ahead.append((lost_ns + 60 * SECOND, side, self.stay_away))
                if self.round_ns is not None:
                    ahead.append((max(lost_ns, self.round_ns) + 10 * SECOND, side, self.miss_round))
        return ahead

    def stay_away(self, side: int) -> None:
        if self.are_lost_together:
            self.by_score = True
        else:
            self.leave(side)

    def miss_round(self, side: int) -> None:
        if self.are_lost_together:
            self.round_ns = None
        else:
            self.win(1 - side)

    def advance(self, now_ns: int) -> None:
        """Apply the limits that are reached, a moment before the server does."""
        while due := [limit for limit in self.limits() if now_ns >= limit[0] - EDGE_NS // 2]:
            limit_ns, side, follow = min(due, key=lambda limit: limit[:2])
            self.settled_ns = limit_ns + EDGE_NS
            follow(side)

    def is_near_limit(self, now_ns: int) -> bool:
        return now_ns <= self.settled_ns or any(abs(now_ns - limit[0]) <= EDGE_NS for limit in self.limits())

    def copy(self) -> "Model":
        return replace(self, wins=list(self.wins), lost_ns=list(self.lost_ns))

    def scores(self) -> dict[str, float]:
        """Return the score of each player, by name; none of a match that counts for nothing."""
        if self.loser is not None:
            return {name: float(side != self.loser) for side, name in enumerate(NAMES)}
        first, second = self.wins
        if first == second == 0:
            return {}
        won = (first > second) - (first < second)
        return {NAMES[0]: (1 + won) / 2, NAMES[1]: (1 - won) / 2}


class Player:
    """A client without a game: it presses a key in each round, and gives up when asked."""

    def __init__(self, world: "World", side: int) -> None:
        self.world: Final = world
        self.side: Final = side
        hello = Hello(client="1", engine="1", rules_version=1, name="x", token=NAMES[side] * 8)
        self.link: Final = ClientLink(hello, world.now_ns)
        self.far: ServerConnection | None = None
        self.wants_network = True
        self.is_gone = False
        """Whether it has left for good."""
        self.start: RoundStart | None = None
        self.to_ns = 0
        self.cuts = 0

    @property
    def takes_part(self) -> bool:
        """Whether it plays a match: otherwise its session ends with its connection."""
        session = self.far.session if self.far is not None else None
        member = session.member if session is not None else None
        return member is not None and self.world.lobby.takes_part(member)

    def connect(self) -> None:
        self.far = self.world.dispatcher.connect(self.world.now_ns, f"192.0.2.{1 + self.side}")
        self.link.connect(self.world.now_ns)
        self.exchange()

    def cut(self) -> None:
        far, self.far = self.far, None
        self.link.lost(self.world.now_ns)
        if far is not None and self.world.is_up:
            self.world.dispatcher.lost(far, self.world.now_ns)

    def say(self, message: Numbered) -> None:
        self.link.send(message, self.world.now_ns)
        self.exchange()

    def live(self) -> None:
        """Do what a client does at all times."""
        if self.far is not None:
            self.world.dispatcher.check(self.far, self.world.now_ns)
            self.link.timers(self.world.now_ns)
            self.play()
            self.exchange()

    def play(self, *, gives_up: bool = False) -> None:
        if self.start is None or self.far is None or self.world.now_ns <= self.start.at:
            return
        to_ns = self.world.now_ns - self.start.at
        entries = [] if self.to_ns else [(1000, 1), (1000, 0)]
        if gives_up:
            entries.append((to_ns - self.to_ns - 1 - sum(at for at, _ in entries), FORFEIT))
        self.to_ns = to_ns
        self.say(Inputs(r=self.start.round, to=to_ns, e=tuple(entries)))

    def exchange(self) -> None:
        if self.far is None:
            return
        if data := self.link.data_to_send():
            self.world.dispatcher.receive(self.far, data, self.world.now_ns)
        for message in self.link.receive(self.far.data_to_send(), self.world.now_ns):
            self.hear(message)

    def hear(self, message: Message) -> None:
        if isinstance(message, RoundStart):
            if self.start is None or message.at != self.start.at:
                self.to_ns = self.cuts = 0
            self.start = message
            if not self.world.model.is_decided:
                self.world.model.round_ns = message.at
        elif isinstance(message, RoundEnd):
            self.start = None


class World:
    """A server in virtual time with a real database, which may be slow or away; two players; the model beside them."""

    def __init__(self, seed: int) -> None:
        self.random: Final = Random(seed)
        self.now_ns = 100 * SECOND
        self.is_up = True
        self.model = Model()
        self.stores: Final = Stores(SqliteDatabase(None), lambda: self.now_ns // 1_000_000)
        for name in NAMES:
            self.stores.accounts.sign_up(name, name * 8)
        self.waiting: list[tuple[StoreMatch, Model]] = []
        """What is to be stored, with the model of that time."""
        self.stored: Model | None = None
        self.store_ns = 0
        """Time from which the database answers."""
        self.delay_ns = 0
        self.match = ""
        self.kills = 0
        """Few: after ten minutes without a change a match is not resumed."""
        self.happened: Final[list[str]] = []
        self.dispatcher = self.new_server()
        self.players: Final = [Player(self, side) for side in range(2)]
        for player in self.players:
            player.connect()
            self.settle()
        for player in self.players:
            player.say(Queue())
        self.settle()

    def new_server(self) -> Dispatcher:
        random = Random(self.random.getrandbits(64))
        numbers = count(self.random.getrandbits(32))
        sessions = Sessions(
            ServerLimits(messages=MANY, requests=MANY, inputs=MANY, tries_an_address=MANY),
            "test",
            secret=lambda: f"secret-{next(numbers):012}",
        )
        self.lobby = Lobby(random)
        dispatcher = Dispatcher(self.lobby, sessions, Log("error", io.StringIO()), has_accounts=True)
        for match in self.stores.matches.unfinished(UNFINISHED_MS, 0):
            self.lobby.restore(match, self.now_ns)
        return dispatcher

    @property
    def is_over(self) -> bool:
        rooms = [room for room in self.lobby.rooms if room.players]
        return not self.waiting and not any(room.takes_part(room.players[0]) for room in rooms)

    def run(self) -> None:
        for step in range(MOST_STEPS):
            self.now_ns += STEP_NS
            self.model.advance(self.now_ns)
            if step % TURN == 0 and self.stored is not None and not self.model.is_near_limit(self.now_ns):
                self.happen()
            for player in self.players:
                player.live()
            self.lobby.advance(self.now_ns)
            self.dispatcher.advance(self.now_ns)
            self.settle()
            if step > TURN and self.is_over:
                return
        raise AssertionError("the match has no end")

    def happen(self) -> None:
        """Let something happen, or nothing."""
        player = self.random.choice(self.players)
        model = self.model
        match self.random.choices(
            ("nothing", "win", "leave", "cut", "back", "cut all", "slow", "away", "kill"),
            (30, 12, 0.5, 3, 6, 1, 3, 3, 0.7),
        )[0]:
            case "win" if model.round_ns is not None and all(
                one.far and one.start and self.now_ns > one.start.at + STEP_NS for one in self.players
            ):
                self.note("win", player)
                model.win(player.side)
                self.players[1 - player.side].play(gives_up=True)
            case "leave" if player.far is not None:
                self.note("leave", player)
                model.leave(player.side)
                player.say(Leave())
                player.is_gone, player.wants_network = True, False
                player.cut()
            case "cut":
                self.cut([player])
            case "cut all":
                self.cut(self.players)
            case "back" if player.far is None and not player.is_gone:
                self.note("back", player)
                player.wants_network = True
                self.reconnect(player)
            case "slow":
                self.delay_ns = self.random.choice((0, 3, 8)) * SECOND
            case "away":
                self.store_ns = self.now_ns + self.random.choice((5, 20, 40)) * SECOND
            case "kill" if self.kills < 3:
                self.kills += 1
                self.kill()
            case _:
                return
        self.settle()

    def note(self, what: str, *players: Player) -> None:
        self.happened.append(f"{self.now_ns / SECOND:.1f} {what} {' '.join(NAMES[player.side] for player in players)}")

    def cut(self, players: Sequence[Player]) -> None:
        for player in players:
            if player.far is not None and player.cuts < 2:
                self.note("cut", player)
                player.cuts += 1
                player.wants_network = False
                player.is_gone = not player.takes_part
                player.cut()
                self.model.lost_ns[player.side] = self.now_ns

    def reconnect(self, player: Player) -> None:
        player.connect()
        self.model.lost_ns[player.side] = None

    def kill(self) -> None:
        """Kill the server, and start it again: what was not stored is lost."""
        assert self.stored is not None
        self.note("kill")
        self.is_up = False
        for player in self.players:
            player.cut()
            player.start = None
        self.waiting.clear()
        self.model = self.stored.copy()
        self.model.lost_ns, self.model.round_ns = [self.now_ns, self.now_ns], None
        self.dispatcher, self.is_up = self.new_server(), True
        for player in self.players:
            if player.wants_network:
                self.reconnect(player)

    def settle(self) -> None:
        """Do what the dispatcher requests, until nothing is left to do."""
        while self.work():
            for player in self.players:
                player.exchange()
        for player in self.players:
            player.exchange()

    def work(self) -> bool:
        tasks = self.dispatcher.pop_tasks()
        for task in tasks:
            match task:
                case Request():
                    self.answer(task)
                case StoreMatch():
                    if not self.waiting:
                        self.store_ns = max(self.store_ns, self.now_ns + self.delay_ns)
                    self.waiting.append((task, self.model.copy()))
                    self.match = task.record.id
                case Report():
                    assert task.kind != "room", task.text
                case _:
                    pass
        if self.waiting and self.now_ns >= self.store_ns:
            task, self.stored = self.waiting.pop(0)
            self.store_ns = self.now_ns + self.delay_ns
            stored = self.stores.put(task.record)
            if stored.record is not None:
                self.lobby.stored(task.room, stored.record, self.now_ns)
                self.dispatcher.settle(self.now_ns)
            return True
        return bool(tasks)

    def answer(self, request: Request) -> None:
        try:
            response = handle(self.stores, request)
        except RoomError as error:
            response = Response(request.account, (Error.of(error),))
        self.dispatcher.answered(request, response, self.now_ns)

    def scores(self) -> dict[str, float]:
        """Return the stored score of each player, by name."""
        found = "SELECT name, score FROM results JOIN accounts ON accounts.id = account WHERE match = :match"
        return {row["name"]: row["score"] for row in self.stores.database.rows(found, {"match": self.match})}


@pytest.mark.parametrize(
    "seeds", [range(40), pytest.param(range(40, 1040), marks=pytest.mark.long)], ids=["few", "many"]
)
def test_results_in_any_order_are_those_of_the_model(seeds: range) -> None:
    ends = set[tuple[float, ...]]()
    for seed in seeds:
        world = World(seed)
        with closing(world.stores.database):
            world.run()
            scores = world.scores()
        ends.add(tuple(scores.values()))
        assert scores == world.model.scores(), (seed, world.model, world.happened)

    assert len(ends) == 4 - (len(seeds) < 100 and (0.5, 0.5) not in ends)
