"""A hostile server of well-formed, ordered and false messages about rooms and rounds. The client leaves or goes on."""

import asyncio
import random
from contextlib import suppress
from itertools import count
from typing import Final

import pytest

from piecement.client.client import Client
from piecement_engine import Setup
from piecement_net.address import Address
from piecement_net.carriers import Carrier
from piecement_net.errors import OnlineError, RoomError
from piecement_net.limits import ATTACKS_OF_A_ROUND
from piecement_net.messages.base import Bye, Message, Numbered
from piecement_net.messages.from_server import (
    Desynced,
    Error,
    Forced,
    Left,
    MatchEnd,
    Over,
    Past,
    Refused,
    Rooms,
    RoomState,
    RoundEnd,
    RoundStart,
    Said,
    Tick,
    Welcome,
)
from piecement_net.messages.rooms import Hand, RoomLine, RoomPlayer, RoomRules
from piecement_net.messages.rounds import Entry, PastGame, Place, StartPlayer, Stream, WireAttack
from piecement_net.room_rules import digest, round_setups
from piecement_net.round_recordings import pack_entries
from piecement_net.wire import encode
from tests.app.stand_ins import MS, ManualClock
from tests.patience import PATIENCE_S

SECRET: Final = "s" * 32
TIMES: Final = (0, 1, 10**6, 10**8, 10**9, 10**10, 10**12)


class Charlatan:
    """A server that says whatever may be said."""

    def __init__(self, seed: int) -> None:
        self.chance: Final = random.Random(seed)
        self.clock: Final = ManualClock()
        self.client: Final = Client(
            Address.parse("tower.example"), "Ada", clock=self.clock, notify=lambda _: None, connect=self._nobody
        )
        self._numbers = count(1)
        self.setups: dict[int, Setup] = {}
        self.rounds = 0

    async def _nobody(self, _: Address) -> Carrier:
        raise OnlineError("unreachable", address="tower.example", why="nobody is there")

    def run(self, steps: int) -> None:
        """Say so many things. Raises `OnlineError` where the client leaves."""
        self.client.begin()
        self.say(Welcome(session=SECRET, key=SECRET, server="charlatan", now=0))
        for _ in range(steps):
            self.clock.pass_ms(self.chance.choice((1, 20, 100, 1000)))
            self.say(self.anything())
            self.client.tick()

    def say(self, message: Message) -> None:
        if isinstance(message, Numbered):
            message = message.model_copy(update={"n": next(self._numbers)})
        self.client.receive(encode(message))

    def anything(self) -> Message:
        chance = self.chance
        match chance.randrange(26):
            case 0:
                return Rooms(rooms=tuple(self.line() for _ in range(chance.randrange(4))))
            case 1 | 2:
                return self.room()
            case 3:
                return Left(code="left", text="x") if chance.random() < 0.2 else self.room()
            case 4 | 5 | 6:
                return self.start()
            case 7:
                return Over(
                    p=self.seat(), at=self.time(), end=chance.choice(("top_out", "nonsense")), place=self.place()
                )
            case 8:
                places = tuple(Place(self.seat(), self.place() or 1) for _ in range(chance.randrange(4)))
                return RoundEnd(round=1, places=places, record="x") if chance.random() < 0.3 else self.tick()
            case 9:
                return MatchEnd(places=(Place(self.seat(), 1),), wins=((self.seat(), 5),))
            case 10:
                return Desynced(p=self.seat(), lock=chance.choice((0, 16, 10**6)))
            case 11:
                return Forced(p=self.seat(), id=chance.randint(1, 4), at=self.time())
            case 12:
                return Error(code="x", text="x")
            case 13:
                return Said(name="Bob", p=self.seat(), text="x")
            case 14 | 15:
                return self.past()
            case 16 if chance.random() < 0.05:
                return chance.choice((Bye(), Refused(code="full", text="x", retry_after=1)))
            case _:
                return self.tick()

    def seat(self) -> int:
        return self.chance.choice((0, 1, 1, 2, 7))

    def time(self) -> int:
        return self.chance.choice(TIMES)

    def place(self) -> int | None:
        return self.chance.choice((None, 1, 2, 8))

    def rules(self) -> RoomRules:
        chance = self.chance
        preset = chance.choice(("guideline", "tetrs", "nes")) if chance.random() < 0.97 else "nonsense"
        return RoomRules(
            preset=preset, players=chance.choice((2, 8)), options={"x": 1} if chance.random() < 0.02 else {}
        )

    def line(self) -> RoomLine:
        return RoomLine(id="a", name="A", rules=self.rules(), players=8, watchers=1, state="nonsense")

    def room(self) -> RoomState:
        chance = self.chance
        players = tuple(RoomPlayer(p=self.seat(), name="Bob") for _ in range(chance.randrange(5)))
        you = chance.choice((None, 0, 0, 7))
        return RoomState(id="a", name="A", rules=self.rules(), state="x", you=you, players=players, host=self.seat())

    def start(self) -> RoundStart:
        chance, rules = self.chance, self.rules()
        seats = chance.choice(((0, 1), (0, 1), (0, 1, 2), (1, 2), (1, 0), (0,))) if chance.random() < 0.97 else (0, 0)
        hand = Hand(das_ns=chance.choice((0, 10**8)), initial_hold="held" if chance.random() < 0.97 else "nonsense")
        players = tuple(StartPlayer(p=seat, name="Bob", hand=hand, seed=chance.getrandbits(64)) for seat in seats)
        try:
            self.setups = dict(zip(seats, round_setups(rules, players), strict=False))
            right = digest(tuple(self.setups.values()))
        except RoomError:
            right = "0" * 8
        at = self.clock() + chance.choice((-(10**12), -(10**9), 0, 10**9, 10**12))
        self.rounds += 1
        wrong = chance.random() < 0.02
        return RoundStart(round=1, at=max(0, at), rules=rules, digest="f" * 8 if wrong else right, players=players)

    def tick(self) -> Tick:
        chance = self.chance
        streams = tuple(Stream(self.seat(), self.time(), self.entries()) for _ in range(chance.randrange(3)))
        attacks = tuple(self.attack() for _ in range(chance.choice((0, 0, 1, 5))))
        return Tick(s=streams, k=attacks, w=self.time())

    def entries(self) -> tuple[Entry, ...]:
        chance = self.chance
        entries: list[Entry] = []
        for _ in range(chance.choice((0, 1, 10))):
            taken = chance.random() < 0.2
            entries.append(
                (self.time(), "k", chance.randint(1, 4)) if taken else (self.time(), chance.choice((0, 1, 64)))
            )
        if chance.random() < 0.05:
            entries.append((0, -1))
        return tuple(entries)

    def attack(self) -> WireAttack:
        chance = self.chance
        holes = tuple(chance.choice((-1, 0, 9, 10, 59)) for _ in range(chance.choice((1, 4, 40))))
        return WireAttack(self.seat(), chance.randint(1, 4), self.time(), self.seat(), holes)

    def past(self) -> Past:
        chance = self.chance
        seats = [self.seat() for _ in range(chance.randrange(3))]
        games = tuple(PastGame(seat, self.time(), self.packed()) for seat in seats)
        return Past(round=1, games=games, k=tuple(self.attack() for _ in range(chance.randrange(3))), w=self.time())

    def packed(self) -> str:
        chance = self.chance
        entries = self.entries() if chance.random() < 0.5 else ((10**7, 1), (10**7, 0)) * chance.choice((1, 50))
        text = pack_entries(entries)
        return text if chance.random() < 0.95 else chance.choice((text[: len(text) // 2], "nonsense", ""))


def check_charlatan(seed: int, steps: int) -> int:
    """Return the number of rounds that were begun before the client left."""
    charlatan = Charlatan(seed)
    with suppress(OnlineError):
        charlatan.run(steps)
    assert charlatan.client.state.sentence.isprintable()
    return charlatan.rounds


def test_nothing_that_a_server_may_say_breaks_the_client() -> None:
    assert sum(check_charlatan(seed, 60) for seed in range(20)) > 20


def begun() -> Charlatan:
    """Return a server at which the client plays a round of two."""
    charlatan = Charlatan(1)
    charlatan.run(0)
    charlatan.say(charlatan.room().model_copy(update={"you": 0}))
    rules, hand = RoomRules(preset="guideline"), Hand()
    players = tuple(StartPlayer(p=seat, name="Bob", hand=hand, seed=seat) for seat in (0, 1))
    setups = round_setups(rules, players)
    charlatan.setups = dict(enumerate(setups))
    charlatan.say(RoundStart(round=1, at=charlatan.clock(), rules=rules, digest=digest(setups), players=players))
    return charlatan


def test_own_game_from_the_future_is_refused() -> None:
    """Else the next batch would have times that go back."""
    charlatan = begun()
    far = PastGame(0, 10**10, pack_entries(()))

    with pytest.raises(OnlineError, match="ahead of its own clock"):
        charlatan.say(Past(round=1, games=(far,), w=0))


def test_rows_after_a_recovery_count_from_the_known_time() -> None:
    """They counted from a ns before that, where the last batch had ended, and no message can say so."""
    charlatan = begun()
    assert charlatan.client.state.round is not None
    charlatan.clock.pass_ms(1000 - charlatan.client.state.round.time_ns / MS)
    charlatan.say(Past(round=1, games=(PastGame(0, 500_000_001, pack_entries(())),), w=0))
    charlatan.say(Tick(k=(WireAttack(0, 1, 0, 1, (0,)),), w=0))
    charlatan.clock.pass_ms(100)
    charlatan.client.tick()

    assert charlatan.client.state.round.own is not None
    assert [time_ns for time_ns, _ in charlatan.client.state.round.own.inputs_since(0)] == [502_000_000]


def test_attacks_without_end_are_not_remembered() -> None:
    charlatan = begun()
    ids = count(1)
    for _ in range(ATTACKS_OF_A_ROUND // 1000):
        charlatan.clock.pass_ms(100)
        charlatan.say(Tick(k=tuple(WireAttack(1, next(ids), 0, 0, (0,)) for _ in range(1000)), w=0))

    with pytest.raises(OnlineError, match=f"more than the {ATTACKS_OF_A_ROUND} attacks"):
        charlatan.say(Tick(k=(WireAttack(1, next(ids), 0, 0, (0,)),), w=0))


class Scripted:
    """A connection over which a server says the same whatever it hears."""

    peer = ""
    buffered = 0

    def __init__(self, *says: Message) -> None:
        self._says = [encode(message) for message in says]
        self.heard = b""

    def send(self, data: bytes) -> None:
        self.heard += data

    async def receive(self) -> bytes:
        return self._says.pop(0) if self._says else b""

    def close(self) -> None:
        """Do nothing."""

    async def wait_closed(self) -> None:
        """Return at once."""


async def test_a_server_that_cannot_be_played_with_is_left_for_good() -> None:
    """Else the client would come back every two seconds, for ever."""
    players = (StartPlayer(p=0, name="Bob", hand=Hand(), seed=1),)
    start = RoundStart(n=1, round=1, at=0, rules=RoomRules(preset="nonsense"), digest="f" * 8, players=players)
    carriers: list[Scripted] = []

    async def connect(_: Address) -> Carrier:
        carriers.append(Scripted(Welcome(session=SECRET, key=SECRET, server="charlatan", now=0), start))
        return carriers[-1]

    address = Address.parse("tower.example")
    client = Client(address, "Ada", clock=ManualClock(), notify=lambda _: None, connect=connect)
    async with asyncio.timeout(PATIENCE_S):
        await client.run()

    (carrier,) = carriers
    assert b'"t":"bye","code":"bad_round"' in carrier.heard
    assert client.state.sentence.startswith("The server sent a round that cannot be played")


@pytest.mark.long
def test_nothing_that_any_server_may_say_breaks_the_client() -> None:
    for seed in range(2000):
        check_charlatan(seed, 200)
