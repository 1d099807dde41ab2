"""The cost ledger: no client exceeds its share, whatever it sends, and no other has less for it."""

from collections import Counter
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Final

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import OnlineError
from piecement_net.limits import Rate, ServerLimits
from piecement_net.messages.accounts import SignUp, UseCode
from piecement_net.messages.base import Numbered
from piecement_net.messages.from_client import Join, Open, Ready
from piecement_net.messages.leaderboards import Submit
from piecement_net.messages.rooms import Hand, RoomRules
from piecement_net.rate_limits import Cost, CostLedger, shares_of
from piecement_server.requests import Request, Response, Verify
from piecement_server.rooms.lobby import Lobby
from tests.app.server.near_server import NearClient, NearServer, codes
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
        assert ledger.hold("connection", [f"account {number}"])
        ledger.release("connection", [f"account {number}"])

    assert len(ledger._held) + len(ledger._spent_until) < 1000
    assert all(ledger.spend("code", [""], 0) for _ in range(100))


class Hall(NearServer):
    """A server whose database answers when `answer` is called."""

    def __init__(self, *, has_accounts: bool = False) -> None:
        generous = Rate(a_second=10_000, at_once=100_000)
        lobby = Lobby(Random(1), CostLedger(ServerLimits(rooms=20)))
        super().__init__(replace(LIMITS, messages=generous, requests=generous), lobby=lobby, has_accounts=has_accounts)

    def enter(self, peer: str) -> NearClient:
        return NearClient(self, peer=peer)

    def answer(self) -> None:
        for task in self.dispatcher.pop_tasks():
            if isinstance(task, Request):
                self.dispatcher.answered(task, Response(f"account {task.member}"), self.now_ns)

    def wait(self, time_ns: int) -> None:
        self.now_ns += time_ns
        self.dispatcher.advance(self.now_ns)
        self.dispatcher.advance(self.now_ns)


def open_room(number: int = 0, key: str | None = None) -> Open:
    return Open(
        name=f"Room {number}", rules=RoomRules(preset="guideline"), hand=Hand(), key=key, private=key is not None
    )


def test_two_addresses_cannot_fill_the_lobby() -> None:
    hall = Hall()
    for number in range(100):
        caller = hall.enter(("203.0.113.1", "203.0.113.2")[number % 2])
        caller.say(open_room(number))
        if number % 3:
            caller.drop()
    most = LIMITS.rooms_an_address

    assert len(hall.lobby.rooms) == 2 * most
    assert codes(hall.enter("198.51.100.7").say(open_room())) == []


def test_a_room_that_closed_costs_nothing() -> None:
    hall = Hall()
    caller = hall.enter("203.0.113.1")
    refused = list(chain.from_iterable(codes(caller.say(open_room(number))) for number in range(50)))

    assert refused == []
    assert len(hall.lobby.rooms) == 1


def test_a_dropped_connection_keeps_no_room_without_a_match() -> None:
    hall = Hall()
    caller = hall.enter("203.0.113.1")
    caller.say(open_room())
    caller.drop()
    hall.wait(SECOND // 10)

    assert hall.lobby.rooms == []


def test_seats_are_kept_for_a_share_of_one_address() -> None:
    hall = Hall()
    players: list[NearClient] = []
    for number in range(LIMITS.rooms_an_address * 2):
        host = hall.enter(f"198.51.100.{number}")
        host.say(open_room(number))
        guests = [hall.enter("203.0.113.1"), hall.enter(f"198.51.101.{number}")]
        for guest in guests:
            guest.say(Join(room=hall.lobby.rooms[-1].id, role="play" if guest is guests[0] else "watch", hand=Hand()))
        for player in (host, guests[0]):
            player.say(Ready(on=True, hand=Hand()))
        hall.wait(4 * SECOND)
        players.append(guests[0])
    extra = hall.enter("203.0.113.1")
    extra.say(Join(room=hall.lobby.rooms[0].id, role="watch", hand=Hand()))
    for player in (*players, extra):
        player.drop()
    hall.wait(SECOND // 10)

    kept = [player for room in hall.lobby.rooms for player in room.players if not player.present]
    assert len(kept) == LIMITS.connections_an_address
    assert hall.lobby.rooms[0].line().watchers == 1


def test_room_keys_cannot_be_guessed_quickly() -> None:
    hall = Hall()
    host = hall.enter("198.51.100.1")
    host.say(open_room(key="secret"))
    room = hall.lobby.rooms[0].id
    guesser = hall.enter("203.0.113.1")
    told = codes(guesser.say(*(Join(room=room, role="watch", hand=Hand(), key=str(guess)) for guess in range(1000))))
    right = codes(guesser.say(Join(room=room, role="watch", hand=Hand(), key="secret")))
    honest = codes(hall.enter("198.51.100.2").say(Join(room=room, role="watch", hand=Hand(), key="secret")))
    hall.wait(60 * SECOND)

    assert Counter(told) == {"wrong_key": 10, "too_many_keys": 990}
    assert (right, honest) == (["too_many_keys"], [])
    assert codes(guesser.say(Join(room=room, role="watch", hand=Hand(), key="secret"))) == []


def test_messages_held_for_an_account_are_bounded() -> None:
    hall = Hall(has_accounts=True)
    most = shares_of(LIMITS)["held_message"].most
    first, second = hall.enter("203.0.113.1"), hall.enter("203.0.113.1")
    first.say(*(open_room(number) for number in range(most)))
    with pytest.raises(OnlineError, match="too many messages"):
        second.say(open_room())
    other = hall.enter("198.51.100.7")
    other.say(open_room())
    hall.answer()

    assert codes(other.exchange()) == []
    assert codes(first.exchange()) == []
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
    callers = [hall.enter("203.0.113.1") for _ in range(4)]
    hall.answer()
    told: list[str] = []
    for number in range(40):
        told += codes(callers[number % 4].say(message))
        hall.answer()

    assert told == [code] * (40 - shares_of(LIMITS)[cost].most)


def test_recordings_are_submitted_in_shares() -> None:
    hall = Hall(has_accounts=True)
    callers = [hall.enter("203.0.113.1") for _ in range(4)]
    hall.answer()
    for number in range(40):
        callers[number % 4].say(Submit(after=0, length=4, text="text"))

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
