"""The cost ledger: no client exceeds its share, whatever it sends, and no other has less for it."""

from collections import Counter
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Final

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.client_link import ClientLink
from piecement_net.cost_ledger import Cost, CostLedger, shares_of
from piecement_net.errors import OnlineError
from piecement_net.limits import Rate, ServerLimits
from piecement_net.messages.accounts import SignUp, UseCode
from piecement_net.messages.base import Message, Numbered
from piecement_net.messages.from_client import Join, Open, Ready
from piecement_net.messages.from_server import Error
from piecement_net.messages.leaderboards import Submit
from piecement_net.messages.parts import Hand, RoomRules
from piecement_server.connections import ServerConnection, Sessions
from piecement_server.dispatcher import Dispatcher
from piecement_server.log import Log
from piecement_server.requests import Request, Response, Verify
from piecement_server.rooms.lobby import Lobby
from tests.app.server.virtual import HELLO
from tests.sampling import mostly_wide

LIMITS: Final = ServerLimits()
ATTACKER: Final = ("203.0.113.1", "2001:db8:1:2::")
"""An attacker of one address, and one that has all addresses of a subscriber."""


@mostly_wide("seed", range(20), kept=4)
def test_nobody_takes_more_than_a_share(seed: int) -> None:
    random, ledger, shares = Random(seed), CostLedger(LIMITS), shares_of(LIMITS)
    spent: dict[Cost, list[int]] = {cost: [] for cost in shares}
    held: Counter[Cost] = Counter()
    now_ns = 0
    for _ in range(3000):
        now_ns += random.choice((0, 0, 0, SECOND // 10, SECOND, 20 * SECOND))
        cost = random.choice(list(shares))
        address = random.choice(ATTACKER[:1]) if seed % 2 else f"{ATTACKER[1]}{random.randrange(1, 65536):x}"
        payers = (address, random.choice(("", "account a", "account b")))
        if shares[cost].each_ns:
            spent[cost] += [now_ns] * ledger.spend(cost, payers, now_ns)
        elif held[cost] and random.random() < 0.3:
            ledger.release(cost, [address])
            held[cost] -= 1
        elif ledger.hold(cost, [address]):
            held[cost] += 1

        assert held[cost] <= shares[cost].most
    for cost, times in spent.items():
        most, each_ns = shares[cost]
        assert all(later - times[at] >= each_ns for at, later in enumerate(times[most:]))
        assert not each_ns or ledger.spend(cost, ["198.51.100.7", "account c"], now_ns), (
            "another has a share of its own"
        )


def test_an_account_pays_wherever_it_comes_from() -> None:
    ledger = CostLedger(LIMITS)
    taken = [ledger.spend("submission", [f"192.0.2.{number}", "anna"], 0) for number in range(6)]

    assert taken == [True] * 5 + [False]
    assert ledger.spend("submission", ["192.0.2.5", "bert"], 0), "a refusal costs nothing"


def test_payers_that_have_rested_are_forgotten() -> None:
    ledger = CostLedger(LIMITS)
    for number in range(5000):
        ledger.spend("code", [f"10.0.{number // 250}.{number % 250}"], number * SECOND)
        assert ledger.hold("room", [f"account {number}"])
        ledger.release("room", [f"account {number}"])

    assert len(ledger._held) + len(ledger._spent_until) < 1000
    assert all(ledger.spend("code", [""], 0) for _ in range(100))


class Caller:
    """A client from an address."""

    def __init__(self, hall: "Hall", peer: str) -> None:
        self._hall = hall
        self.link = ClientLink(HELLO, hall.now)
        self.connection: ServerConnection = hall.dispatcher.connect(hall.now, peer)
        self.link.connect(hall.now)
        self._flush()
        self.hears()

    def says(self, *messages: Numbered) -> list[Message]:
        for message in messages:
            self.link.send(message, self._hall.now)
        self._flush()
        return self.hears()

    def hears(self) -> list[Message]:
        heard = list(self.link.receive(self.connection.data_to_send(), self._hall.now))
        self._flush()
        return heard

    def drop(self) -> None:
        self._hall.dispatcher.lost(self.connection, self._hall.now)

    def _flush(self) -> None:
        self._hall.dispatcher.receive(self.connection, self.link.data_to_send(), self._hall.now)


class Hall:
    """A dispatcher without sockets; its database answers when `answer` is called."""

    def __init__(self, *, has_accounts: bool = False) -> None:
        generous = Rate(a_second=10_000, at_once=100_000)
        limits = replace(LIMITS, messages=generous, requests=generous)
        self.now = SECOND
        self.lobby: Final = Lobby(Random(1), CostLedger(ServerLimits(rooms=20)))
        self.dispatcher: Final = Dispatcher(
            self.lobby, Sessions(limits, "hall"), Log("error"), has_accounts=has_accounts
        )

    def answer(self) -> None:
        for task in self.dispatcher.pop_tasks():
            if isinstance(task, Request):
                self.dispatcher.answered(task, Response(f"account {task.member}"), self.now)

    def wait(self, time_ns: int) -> None:
        self.now += time_ns
        self.dispatcher.advance(self.now)
        self.dispatcher.advance(self.now)


def open_room(number: int = 0, key: str | None = None) -> Open:
    return Open(
        name=f"Room {number}", rules=RoomRules(preset="guideline"), hand=Hand(), key=key, private=key is not None
    )


def codes(messages: list[Message]) -> list[str]:
    return [message.code for message in messages if isinstance(message, Error)]


def test_two_addresses_cannot_fill_the_lobby() -> None:
    hall = Hall()
    for number in range(100):
        caller = Caller(hall, ("203.0.113.1", "203.0.113.2")[number % 2])
        caller.says(open_room(number))
        if number % 3:
            caller.drop()
    most = LIMITS.rooms_an_address

    assert len(hall.lobby.rooms) == 2 * most
    assert codes(Caller(hall, "198.51.100.7").says(open_room())) == []


def test_a_room_that_closed_costs_nothing() -> None:
    hall = Hall()
    caller = Caller(hall, "203.0.113.1")
    refused = list(chain.from_iterable(codes(caller.says(open_room(number))) for number in range(50)))

    assert refused == []
    assert len(hall.lobby.rooms) == 1


def test_a_dropped_connection_keeps_no_room_without_a_match() -> None:
    hall = Hall()
    caller = Caller(hall, "203.0.113.1")
    caller.says(open_room())
    caller.drop()
    hall.wait(SECOND // 10)

    assert hall.lobby.rooms == []


def test_seats_are_kept_for_a_share_of_one_address() -> None:
    hall = Hall()
    players: list[Caller] = []
    for number in range(LIMITS.rooms_an_address * 2):
        host = Caller(hall, f"198.51.100.{number}")
        host.says(open_room(number))
        guests = [Caller(hall, "203.0.113.1"), Caller(hall, f"198.51.101.{number}")]
        for guest in guests:
            guest.says(Join(room=hall.lobby.rooms[-1].id, role="play" if guest is guests[0] else "watch", hand=Hand()))
        for player in (host, guests[0]):
            player.says(Ready(on=True, hand=Hand()))
        hall.wait(4 * SECOND)
        players.append(guests[0])
    extra = Caller(hall, "203.0.113.1")
    extra.says(Join(room=hall.lobby.rooms[0].id, role="watch", hand=Hand()))
    for player in (*players, extra):
        player.drop()
    hall.wait(SECOND // 10)

    kept = [player for room in hall.lobby.rooms for player in room.players if not player.present]
    assert len(kept) == LIMITS.connections_an_address
    assert hall.lobby.rooms[0].line().watchers == 1


def test_room_keys_cannot_be_guessed_quickly() -> None:
    hall = Hall()
    host = Caller(hall, "198.51.100.1")
    host.says(open_room(key="secret"))
    room = hall.lobby.rooms[0].id
    guesser = Caller(hall, "203.0.113.1")
    told = codes(guesser.says(*(Join(room=room, role="watch", hand=Hand(), key=str(guess)) for guess in range(1000))))
    right = codes(guesser.says(Join(room=room, role="watch", hand=Hand(), key="secret")))
    honest = codes(Caller(hall, "198.51.100.2").says(Join(room=room, role="watch", hand=Hand(), key="secret")))
    hall.wait(60 * SECOND)

    assert Counter(told) == {"wrong_key": 10, "too_many_keys": 990}
    assert (right, honest) == (["too_many_keys"], [])
    assert codes(guesser.says(Join(room=room, role="watch", hand=Hand(), key="secret"))) == []


def test_messages_held_for_an_account_are_bounded() -> None:
    hall = Hall(has_accounts=True)
    most = shares_of(LIMITS)["held_message"].most
    first, second = Caller(hall, "203.0.113.1"), Caller(hall, "203.0.113.1")
    first.says(*(open_room(number) for number in range(most)))
    with pytest.raises(OnlineError, match="too many messages"):
        second.says(open_room())
    other = Caller(hall, "198.51.100.7")
    other.says(open_room())
    hall.answer()

    assert codes(other.hears()) == []
    assert codes(first.hears()) == []
    assert sorted(room.opened.name for room in hall.lobby.rooms) == ["Room 0", f"Room {most - 1}"]


@pytest.mark.parametrize(
    ("message", "code", "cost"),
    [
        (UseCode(code="bcdfg-hjkmn", token="t" * 32), "too_many_codes", "code"),
        (SignUp(name="Anna", token="t" * 32), "too_many_accounts", "sign_up"),
    ],
)
def test_accounts_are_asked_for_in_shares(message: Numbered, code: str, cost: Cost) -> None:
    hall = Hall(has_accounts=True)
    callers = [Caller(hall, "203.0.113.1") for _ in range(4)]
    hall.answer()
    told: list[str] = []
    for number in range(40):
        told += codes(callers[number % 4].says(message))
        hall.answer()

    assert told == [code] * (40 - shares_of(LIMITS)[cost].most)


def test_recordings_are_submitted_in_shares() -> None:
    hall = Hall(has_accounts=True)
    callers = [Caller(hall, "203.0.113.1") for _ in range(4)]
    hall.answer()
    for number in range(40):
        callers[number % 4].says(Submit(after=0, length=4, text="text"))

    assert (
        len(
            [
                task
                for task in hall.dispatcher.pop_tasks()
                if isinstance(task, Request) and isinstance(task.message, Verify)
            ]
        )
        == 5
    )
