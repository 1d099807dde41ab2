"""Hostile players in rooms: their messages are well-formed, in order, and false. Nobody else is worse off."""

import random
from dataclasses import replace
from typing import Final

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.client_link import ClientLink
from piecement_net.errors import OnlineError
from piecement_net.limits import Rate, ServerLimits
from piecement_net.messages.base import Bye, Message, Numbered
from piecement_net.messages.from_client import AskRooms, Handicap, Inputs, Join, Leave, Open, OwnGame, Ready, Say, Watch
from piecement_net.messages.from_server import Rooms, RoomState, RoundStart
from piecement_net.messages.rooms import Hand, RoomRules
from piecement_net.messages.rounds import Entry, PlayedLock
from piecement_net.rate_limits import CostLedger
from piecement_server.connections import ServerConnection, Sessions
from piecement_server.dispatcher import Dispatcher
from piecement_server.log import Log
from piecement_server.rooms.effects import Report, StoreMatch
from piecement_server.rooms.lobby import Lobby
from tests.app.server.virtual import HELLO, MS

GENEROUS: Final = Rate(a_second=100_000, at_once=1_000_000)
LIMITS: Final = replace(ServerLimits(), messages=GENEROUS, requests=GENEROUS, chat=GENEROUS, inputs=GENEROUS)
"""So that much is said in little time; the limits themselves have tests of their own."""
NUMBERS: Final = (0, 1, 2, 1000, 10**6, 10**8, 10**9, 10**10)
OPTIONS: Final[tuple[dict[str, bool | int | str], ...]] = (
    {},
    {},
    {},
    {"level": 5},
    {"gravity": 10**9},
    {"x": "y"},
    {"fuse": -1},
)


class Trickster:
    """Somebody who says whatever may be said."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self.link = ClientLink(HELLO, hall.now)
        self.connection: ServerConnection | None = None
        self.rooms: list[str] = ["nowhere"]
        self.begun_ns = 0
        self.rounds = 0

    def act(self) -> None:
        chance = self._hall.chance
        if self.connection is None:
            self.connection = self._hall.dispatcher.connect(self._hall.now)
            self.link.connect(self._hall.now)
        elif chance.random() < 0.01:
            self.cut()
            return
        else:
            self.link.send(self.anything(), self._hall.now)
        self.flush()

    def flush(self) -> None:
        data = self.link.data_to_send()
        if self.connection is not None and data:
            try:
                self._hall.dispatcher.receive(self.connection, data, self._hall.now)
            except OnlineError as error:
                self._hall.errors.append(error.code)
                self.cut()

    def read(self) -> None:
        if self.connection is not None:
            for message in self.link.receive(self.connection.data_to_send(), self._hall.now):
                self.hear(message)
            self.flush()

    def hear(self, message: Message) -> None:
        match message:
            case Rooms():
                self.rooms = [room.id for room in message.rooms] or self.rooms
            case RoomState():
                self.rooms.append(message.id)
            case RoundStart():
                self.begun_ns = message.at
                self.rounds += 1
            case _:
                pass

    def cut(self) -> None:
        if self.connection is not None:
            self._hall.dispatcher.lost(self.connection, self._hall.now)
            self.connection = None
            self.link.lost(self._hall.now)
        if self.link.ended or self._hall.chance.random() < 0.2:
            self.link = ClientLink(HELLO, self._hall.now)

    def anything(self) -> Numbered:
        chance = self._hall.chance
        match chance.randrange(20):
            case 0:
                return AskRooms()
            case 1:
                return Open(name="A room", rules=self.rules(), private=chance.random() < 0.1, hand=self.hand())
            case 2 | 3:
                return Join(room=chance.choice(self.rooms), role=chance.choice(("play", "watch")), hand=self.hand())
            case 4 if chance.random() < 0.3:
                return Leave()
            case 5 | 6 | 7:
                return Ready(on=chance.random() < 0.9, hand=self.hand() if chance.random() < 0.2 else None)
            case 8:
                return Handicap(p=chance.randrange(8), percent=chance.randrange(401))
            case 9:
                return Say(text="x")
            case 10:
                return Watch()
            case 11:
                return self.own_game()
            case _:
                return self.inputs()

    def own_game(self) -> OwnGame:
        chance = self._hall.chance
        locks = [
            PlayedLock(chance.choice(NUMBERS), min(chance.choice(NUMBERS), 10**13), "T", chance.randrange(4), 3, 0)
            for _ in range(chance.choice((0, 1, 64)))
        ]
        part, parts = chance.randint(1, 3), chance.randint(1, 3)
        return OwnGame(part=part, parts=parts, locks=tuple(locks), recording=("?" * chance.choice((0, 8000)),))

    def inputs(self) -> Inputs:
        chance = self._hall.chance
        elapsed = max(0, self._hall.now - self.begun_ns)
        honest = chance.random() < 0.8
        to = elapsed if honest else min(elapsed + chance.choice(NUMBERS), 10**13)
        entries: list[Entry] = []
        for _ in range(chance.choice((0, 0, 1, 3, 20))):
            dt = chance.choice(NUMBERS[:5] if honest else NUMBERS)
            taken = chance.random() < 0.02 + 0.2 * (not honest)
            entries.append((dt, "k", chance.randint(1, 4)) if taken else (dt, chance.choice((0, 1, 2, 64, 65, 4095))))
        if chance.random() < 0.01:
            entries.append((0, -1))
        check = (chance.choice(NUMBERS), chance.randrange(1 << 32)) if chance.random() < 0.1 else None
        return Inputs(to=to, e=tuple(entries), h=check)

    def hand(self) -> Hand:
        chance = self._hall.chance
        return Hand(
            das_ns=chance.choice(NUMBERS),
            arr_ns=chance.choice(NUMBERS),
            das_cut_ns=chance.choice(NUMBERS),
            soft_drop_factor=chance.choice((0.0, 0.001, 20.0, 10_000.0)),
            soft_drop_interval_ns=chance.choice((None, *NUMBERS)),
            initial_hold=chance.choice(("held", "off", "nonsense")),
        )

    def rules(self) -> RoomRules:
        chance = self._hall.chance
        return RoomRules(
            preset=chance.choice(("guideline", "tetrs", "nes", "nonsense")),
            options=chance.choice(OPTIONS),
            players=chance.choice((2, 2, 3, 8)),
            first_to=chance.choice((1, 3, 99)),
            attack=chance.choice(("guideline", "guideline", "nonsense")),
            targets=chance.choice(("least", "random", "turns", "back")),
        )


class Hall:
    """The server without sockets, and those who want to hurt it."""

    def __init__(self, seed: int) -> None:
        self.chance: Final = random.Random(seed)
        self.now = 10**10
        self.errors: Final[list[str]] = []
        chance = random.Random(seed + 1)
        sessions = Sessions(LIMITS, "hall", secret=lambda: f"{chance.getrandbits(128):032x}")
        self.dispatcher: Final = Dispatcher(Lobby(chance, CostLedger(ServerLimits(rooms=5))), sessions, Log("error"))
        self.tricksters: Final = [Trickster(self) for _ in range(5)]

    def run(self, steps: int) -> None:
        for _ in range(steps):
            self.now += self.chance.choice((1, 10, 50, 200)) * MS
            self.chance.choice(self.tricksters).act()
            self._go_on()
            for trickster in self.tricksters:
                trickster.read()

    def leave(self) -> None:
        for trickster in self.tricksters:
            trickster.link.send(Bye(), self.now)
            trickster.flush()
            trickster.cut()
        for _ in range(100):
            self.now += SECOND
            self._go_on()

    def _go_on(self) -> None:
        self.dispatcher.lobby.advance(self.now)
        self.dispatcher.advance(self.now)
        for task in self.dispatcher.pop_tasks():
            assert not isinstance(task, Report) or task.kind != "room", task.text
            if isinstance(task, StoreMatch):
                self.dispatcher.lobby.stored(task.room, "r-1", self.now)
        self.dispatcher.settle(self.now)
        self.dispatcher.pop_unsent()


def check_hall(seed: int, steps: int) -> int:
    """Return the number of starts of rounds that the server sent."""
    hall = Hall(seed)
    hall.run(steps)
    assert set(hall.errors) <= {"silent"}
    hall.leave()
    assert hall.dispatcher.lobby.rooms == []
    return sum(trickster.rounds for trickster in hall.tricksters)


def test_nothing_that_may_be_said_breaks_a_room() -> None:
    assert sum(check_hall(seed, 600) for seed in range(3)) > 3


@pytest.mark.long
def test_nothing_that_may_be_said_breaks_any_room() -> None:
    for seed in range(300):
        check_hall(seed, 1000)
