"""A rated loss counts for the account that began the match, whatever account messages come, in any order."""

from contextlib import closing
from random import Random
from typing import Final

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import RoomError
from piecement_net.limits import Rate, ServerLimits
from piecement_net.messages.accounts import (
    AskCode,
    AskHistory,
    Code,
    DeleteAccount,
    Known,
    Queue,
    Rename,
    SignUp,
    UseCode,
)
from piecement_net.messages.base import Numbered
from piecement_net.messages.from_client import Join, Leave, Open, Ready, SendOut
from piecement_net.messages.from_server import Error
from piecement_net.messages.rooms import RoomRules
from piecement_server.requests import Request, Response, handle
from piecement_server.rooms.effects import StoreMatch
from piecement_server.rooms.match_record import MatchRecord
from piecement_server.store.database import SqliteDatabase
from piecement_server.store.stores import Stores
from tests.app.server.near_server import NearClient, NearServer

NAMES: Final = ("anna", "bert", "thrown")
MANY: Final = Rate(a_second=1000, at_once=10_000)
ORDERS: Final = 50


class Tower(NearServer):
    """A server whose account requests are made in order and answered at any time."""

    def __init__(self, seed: int) -> None:
        super().__init__(ServerLimits(messages=MANY, requests=MANY), seed=seed, has_accounts=True)
        self.random = Random(seed)
        self.now_ns = 100 * SECOND
        self.stores = Stores(SqliteDatabase(None), lambda: self.now_ns // 1_000_000)
        self.asked: list[Request] = []
        self.given: list[tuple[Request, Response]] = []
        self.owners: dict[str, list[str]] = {}
        """Accounts of the players of each rated match when it began."""
        self.ended = 0
        """Number of rated matches that have ended."""
        self.accounts = {name: self.stores.accounts.sign_up(name, name * 8).id for name in NAMES}
        self.voices = [NearClient(self, "x", token=name * 8) for name in ("anna", "bert", "bert", "thrown")]
        self.settle()

    def step(self) -> None:
        """Advance the clock and do one random thing."""
        self.now_ns += SECOND // 10
        self.lobby.advance(self.now_ns)
        self.dispatcher.advance(self.now_ns)
        match self.random.randrange(3):
            case 0:
                voice = self.random.choice(self.voices)
                voice.say(self.anything())
            case 1 if self.asked:
                self.work()
            case 2 if self.given:
                self.deliver(self.random.randrange(len(self.given)))
            case _:
                pass
        self.look()

    def anything(self) -> Numbered:
        codes = [message.code for voice in self.voices for message in voice.heard if isinstance(message, Code)]
        name = self.random.choice(NAMES)
        return self.random.choice(
            [
                AskCode(),
                AskHistory(),
                Rename(name=f"{name} {self.random.randrange(9)}"),
                SignUp(name=f"new {self.random.randrange(99)}", token="new" * 8),
                UseCode(code=self.random.choice(codes or ["bcdfg-hjkmn"]), token=self.random.choice(NAMES) * 8),
                Known(token=name * 8),
                DeleteAccount(name=name),
                Queue(),
            ]
        )

    def work(self) -> None:
        ask = self.asked.pop(0)
        try:
            given = handle(self.stores, ask)
        except RoomError as error:
            given = Response(ask.account, (Error.of(error),))
        self.given.append((ask, given))

    def deliver(self, number: int) -> None:
        self.dispatcher.answered(*self.given.pop(number), self.now_ns)

    def look(self) -> None:
        """Take in what the dispatcher wants done."""
        while tasks := self.dispatcher.pop_tasks():
            for task in tasks:
                if isinstance(task, Request):
                    self.asked.append(task)
                elif isinstance(task, StoreMatch):
                    self.store(task)
        for voice in self.voices:
            voice.exchange()

    def store(self, task: StoreMatch) -> None:
        record = task.record
        there = set(self.stores.database.column("SELECT id FROM accounts"))
        stored = self.stores.put(record)
        if stored.record is not None:
            self.lobby.stored(task.room, stored.record, self.now_ns)
            self.dispatcher.settle(self.now_ns)
        self.dispatcher.rated(stored.rated)
        if record.rated:
            owners = self.owners.setdefault(record.id, [seat.account for seat in record.seats])
            if record.ended:
                self.ended += 1
                self.compare(record, {seat: account for seat, account in enumerate(owners) if account in there})

    def compare(self, record: MatchRecord, owners: dict[int, str]) -> None:
        """Compare what came of a match with who began it, and who left it first."""
        rows = self.stores.database.rows("SELECT * FROM results WHERE match = :match", {"match": record.id})
        got = {row["account"]: (row["score"], row["rating_after"] is not None) for row in rows}
        lost = record.left[0].seat

        assert got == {account: (float(seat != lost), True) for seat, account in owners.items()}

    def settle(self) -> None:
        """Answer all open requests."""
        self.look()
        while self.asked or self.given:
            while self.asked:
                self.work()
            self.deliver(0)
            self.look()


def a_match(seed: int) -> int:
    """Play rated matches amid account messages; return how many have ended."""
    tower = Tower(seed)
    with closing(tower.stores.database):
        for _ in range(tower.random.randrange(12)):
            tower.step()
        for voice in tower.voices[:2]:
            if tower.random.random() < 0.5:
                tower.settle()
            voice.say(Queue())
            tower.step()
        for _ in range(20):
            tower.step()
        for voice in tower.voices:
            if tower.lobby.takes_part(voice.member):
                voice.say(Leave())
                tower.look()
        tower.settle()
    return tower.ended


@pytest.mark.parametrize("first", [0, pytest.param(10**6, marks=pytest.mark.long)])
def test_a_rated_loss_stays_where_it_belongs(first: int) -> None:
    orders = ORDERS if first == 0 else 1000
    played = sum(a_match(first + number) for number in range(orders))

    assert played > orders // 4


def test_messages_are_held_until_the_account_is_decided() -> None:
    tower = Tower(1)
    with closing(tower.stores.database):
        voice = tower.voices[0]
        for message in (AskHistory(), DeleteAccount(name="bert"), Rename(name="carl")):
            voice.say(message)
        tower.look()
        tower.work()
        tower.deliver(0)
        tower.look()

        assert [type(request.message) for request in tower.asked] == [DeleteAccount]


def test_member_who_left_before_its_account_was_known() -> None:
    tower = Tower(1)
    with closing(tower.stores.database):
        host, guest = tower.voices[0], NearClient(tower, "guest", token="guest" * 4)
        tower.look()
        (greeting,) = tower.asked
        tower.asked.clear()
        tower.dispatcher.answered(greeting, Response("", is_unavailable=True), tower.now_ns)
        host.say(Open(name="Cellar", rules=RoomRules(preset="guideline")))
        guest.say(Join(room=tower.lobby.rooms[0].id))
        for voice in (host, guest):
            voice.say(Ready())
        guest.drop()
        name = tower.lobby.members[guest.member].name
        host.say(SendOut(name=name))
        tower.now_ns += 5 * SECOND
        tower.dispatcher.advance(tower.now_ns)
        tower.look()

        assert tower.lobby.rooms[0].players == [tower.lobby.members[host.member]]
        assert tower.asked == []
