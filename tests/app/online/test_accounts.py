"""Accounts, ratings and the queue, as clients meet them: over the links, the switchboard and the stores."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from piecement.online.address import Address
from piecement.online.client import Client
from piecement.online.messages import (
    AskCode,
    AskExport,
    AskHistory,
    AskRatings,
    DeleteAccount,
    Handicap,
    Numbered,
    Profile,
    Queue,
    Rename,
    SignUp,
    UseCode,
)
from piecement.online.server_limits import Allowance
from piecement.server.desk import Ask
from tests.app.online.server_in_process import ADDRESS, ServerInProcess
from tests.app.stand_ins import ManualClock


class Visitor:
    """A client that says what it is told to."""

    def __init__(self, hall: "Hall", name: str, token: str | None, *, bot: bool = False) -> None:
        self.client = Client(
            Address.parse(ADDRESS),
            name,
            clock=hall.clock,
            notify=lambda _: None,
            connect=hall.server.connect,
            token=token,
            bot=bot,
        )
        self.task = asyncio.create_task(self.client.run())

    @property
    def profile(self) -> Profile:
        assert self.client.state.profile is not None
        return self.client.state.profile

    @property
    def refusal(self) -> str:
        return self.client.state.refusal


class Hall:
    """A server, its clock, and who comes."""

    def __init__(self) -> None:
        self.server = ServerInProcess()
        self.clock = self.server.clock = ManualClock()
        self.visitors: list[Visitor] = []

    async def enter(self, name: str, token: str | None = None, *, bot: bool = False) -> Visitor:
        self.visitors.append(Visitor(self, name, token, bot=bot))
        await self.pass_ms(100)
        return self.visitors[-1]

    async def member(self, name: str) -> Visitor:
        """Have somebody come and make an account."""
        visitor = await self.enter(name)
        await self.say(visitor, SignUp(name=name, token=name * 8))
        return visitor

    async def say(self, visitor: Visitor, *messages: Numbered) -> None:
        for message in messages:
            visitor.client.send(message)
            await self.pass_ms(1100, 550)

    async def pass_ms(self, milliseconds: int, step_ms: int = 50) -> None:
        for _ in range(0, milliseconds, step_ms):
            self.clock.pass_ms(step_ms)
            self.server.run()
            for visitor in self.visitors:
                visitor.client.tick()
            for _ in range(4):
                await asyncio.sleep(0)

    @property
    def names(self) -> list[str]:
        (room,) = self.server.lobby.rooms
        return [player.name for player in room.players]


@pytest.fixture
async def hall() -> AsyncGenerator[Hall]:
    hall = Hall()
    yield hall
    for visitor in hall.visitors:
        visitor.client.close()
        await visitor.task


async def test_who_makes_an_account_is_known_by_its_token_later(hall: Hall) -> None:
    guest = await hall.enter("Anna")
    before = guest.profile
    await hall.say(guest, SignUp(name="anna", token="t" * 43))
    later = await hall.enter("whatever", "t" * 43)

    assert (before.name, guest.profile.name, later.profile.name) == ("", "anna", "anna")
    await hall.say(later, Rename(name="anna b"))
    assert later.profile.name == "anna b"


@pytest.mark.parametrize("token", [None, "x" * 43, "annaannaannaannaannaannaannaannb"])
async def test_a_forged_token_makes_a_guest_who_has_nobody_elses_name(hall: Hall, token: str | None) -> None:
    await hall.member("anna")
    forger = await hall.enter("a.n.n.a" if token is None else "ANNA", token)
    await hall.say(forger, Queue())
    other = await hall.enter("Bert")
    await hall.say(other, Queue())
    await hall.pass_ms(2000, 500)

    assert forger.profile.name == ""
    assert [name.endswith(" guest") for name in hall.names] == [True, False]


async def test_what_takes_an_account_is_refused_to_guests(hall: Hall) -> None:
    guest = await hall.enter("Anna")
    for message in (Rename(name="x"), AskCode(), AskExport(), AskHistory(), DeleteAccount(name="Anna")):
        guest.client.state.refusal = ""
        await hall.say(guest, message)

        assert "as a guest" in guest.refusal


async def test_a_bot_has_no_account(hall: Hall) -> None:
    bot = await hall.enter("Bot", bot=True)
    await hall.say(bot, SignUp(name="bot", token="t" * 43))
    refused = bot.refusal
    await hall.say(bot, Queue())

    assert ("no accounts" in refused, "for people" in bot.refusal) == (True, True)


async def test_codes_cannot_be_guessed_at(hall: Hall) -> None:
    hall.server.peer = "192.0.2.7"
    owner = await hall.member("anna")
    await hall.say(owner, AskCode())
    guesser = await hall.enter("Eve")
    for number in range(8):
        await hall.say(guesser, UseCode(code=f"bcdfg-hjkm{number}", token="e" * 43))
    code = owner.client.state.code
    assert code is not None
    await hall.say(guesser, UseCode(code=code.code, token="e" * 43))  # even the right one, until minutes have gone

    assert "too many codes" in guesser.refusal.lower()
    assert guesser.profile.name == ""
    await hall.pass_ms(61_000, 1000)
    await hall.say(guesser, UseCode(code=code.code, token="e" * 43))
    assert guesser.profile.name == "anna"


async def test_an_address_makes_so_many_accounts(hall: Hall) -> None:
    hall.server.peer = "2001:db8::1"
    guests = [await hall.enter(f"Guest{number}x") for number in range(12)]
    for number, guest in enumerate(guests):
        await hall.say(guest, SignUp(name=f"name{number}", token=f"{number:043}"))

    assert "too many accounts" in guests[-1].refusal.lower()
    assert len(hall.server.stores.database.column("SELECT id FROM accounts")) == 10


async def test_two_of_like_strength_are_paired_and_the_ratings_follow(hall: Hall) -> None:
    anna, bert = await hall.member("anna"), await hall.member("bert")
    await hall.say(anna, Queue())
    waiting = anna.client.state.queued
    await hall.say(bert, Queue())
    room = anna.client.state.room
    assert waiting is not None
    assert room is not None

    assert (waiting.window, room.rated, hall.names) == (77, True, ["anna", "bert"])
    await hall.say(anna, Handicap(p=1, percent=0))
    assert "rated match" in anna.refusal
    for _ in range(3):
        await hall.pass_ms(9500, 500)
        assert bert.client.state.round is not None
        assert bert.client.state.round.own is not None
        bert.client.state.round.own.forfeit()
        await hall.pass_ms(1000, 250)
    await hall.pass_ms(1000, 250)
    await hall.say(anna, AskHistory(), AskRatings())
    history = anna.client.state.history
    assert history is not None

    assert anna.profile.rating > 1600
    assert bert.profile.rating < 1400
    assert (anna.profile.change or 0) + (bert.profile.change or 0) == pytest.approx(0)
    assert [(match.opponent, match.score, match.rounds_won) for match in history.matches] == [("bert", 1.0, 3)]
    assert anna.client.state.room is not None
    assert not anna.client.state.room.rated  # a rematch is for fun


async def test_who_leaves_a_rated_match_before_its_first_round_has_lost_it(hall: Hall) -> None:
    anna, bert = await hall.member("anna"), await hall.member("bert")
    await hall.say(anna, Queue())
    await hall.say(bert, Queue())
    anna.client.close()
    await anna.task
    hall.visitors.remove(anna)
    await hall.pass_ms(2000, 500)

    assert bert.profile.rating > 1600


async def test_guests_are_paired_and_not_rated(hall: Hall) -> None:
    anna, guest = await hall.member("anna"), await hall.enter("Guest1")
    await hall.say(anna, Queue())
    await hall.say(guest, Queue())
    room = guest.client.state.room

    assert room is not None
    assert not room.rated


async def test_who_waits_long_is_offered_a_bot_and_may_stop_waiting(hall: Hall) -> None:
    anna = await hall.enter("Anna")
    await hall.say(anna, Queue())
    await hall.pass_ms(18_000, 500)
    early = anna.client.state.queued
    await hall.pass_ms(2_500, 500)
    late = anna.client.state.queued
    assert early is not None
    assert late is not None
    await hall.say(anna, Queue(on=False))

    assert (early.bot, late.bot, late.window) == (False, True, None)
    assert anna.client.state.queued is None


async def test_all_is_taken_away_by_who_names_the_account(hall: Hall) -> None:
    anna, second = await hall.member("anna"), await hall.enter("x", "anna" * 8)
    await hall.say(anna, AskExport())
    await hall.say(anna, DeleteAccount(name="bert"))
    refused = anna.refusal
    await hall.say(anna, DeleteAccount(name="anna"))

    assert '"name": "anna"' in anna.client.state.export
    assert "another name" in refused
    assert (anna.profile.name, second.profile.name) == ("", "")
    assert (await hall.enter("y", "anna" * 8)).profile.name == ""


async def test_what_is_said_before_the_server_knows_who_comes_waits_for_that(hall: Hall) -> None:
    await hall.member("anna")
    held: list[Ask] = []
    answered, hall.server.answer_ask = hall.server.answer_ask, held.append
    guest = await hall.enter("anna")
    await hall.say(guest, Queue())
    before = guest.client.state.queued
    hall.server.answer_ask = answered
    for ask in held:
        answered(ask)
    await hall.pass_ms(200)

    assert before is None
    assert guest.client.state.queued is not None


def test_an_allowance_forgets_addresses_that_have_rested() -> None:
    allowance = Allowance(at_once=1, each_s=10)
    taken = [allowance.take(f"192.0.2.{number}", 0) for number in range(200)]
    again = allowance.take("192.0.2.1", 0)

    assert all(taken)
    assert not again
    assert allowance.take("192.0.2.1", 11_000_000_000)
    assert all(allowance.take("", 0) for _ in range(100))
