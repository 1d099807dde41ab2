"""Accounts, ratings and the queue, as clients meet them: over the links, the dispatcher and the stores."""

import asyncio
import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from piecement.client.client import Client
from piecement.storage.tokens import AccountTokens
from piecement_net.address import Address
from piecement_net.messages.accounts import (
    AskCode,
    AskExport,
    AskHistory,
    AskRatings,
    AskSettings,
    DeleteAccount,
    KeepSettings,
    Known,
    MatchHistory,
    Profile,
    Queue,
    Rename,
    SignUp,
    UseCode,
)
from piecement_net.messages.base import Numbered
from piecement_net.messages.from_client import Handicap, Leave
from piecement_server.requests import Request
from tests.app.server.server_in_process import ADDRESS, ServerInProcess
from tests.app.stand_ins import ManualClock


class Visitor:
    """A client that says what it is told to."""

    def __init__(
        self, hall: "Hall", name: str, token: str | None, *, bot: bool = False, known: AccountTokens | None = None
    ) -> None:
        address = Address.parse(hall.address)
        if known is not None:
            token = known.of(str(address))
        self.client = Client(
            address,
            name,
            clock=hall.clock,
            notify=lambda _: None,
            connect=hall.server.connect,
            token=token,
            bot=bot,
            register_server=lambda at, by, said: (
                None if known is None else known.register_server(str(at), by, said, at.may_receive_token_of)
            ),
        )
        self.task = asyncio.create_task(self.client.run())

    @property
    def profile(self) -> Profile:
        assert self.client.state.profile is not None
        return self.client.state.profile

    @property
    def history(self) -> MatchHistory:
        assert self.client.state.history is not None
        return self.client.state.history

    @property
    def refusal(self) -> str:
        return self.client.state.refusal


class Hall:
    """A server, its clock, and who comes."""

    def __init__(self) -> None:
        self.server = ServerInProcess()
        self.clock = self.server.clock = ManualClock()
        self.visitors: list[Visitor] = []
        self.address = ADDRESS
        """Address under which the next visitors reach the server."""

    async def enter(
        self, name: str, token: str | None = None, *, bot: bool = False, known: AccountTokens | None = None
    ) -> Visitor:
        self.visitors.append(Visitor(self, name, token, bot=bot, known=known))
        await self.pass_ms(100)
        return self.visitors[-1]

    async def member(self, name: str) -> Visitor:
        """Connect a new player, who makes an account."""
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


async def paired(hall: Hall) -> tuple[Visitor, Visitor]:
    """Return two members who play a rated match."""
    anna, bert = await hall.member("anna"), await hall.member("bert")
    await hall.say(anna, Queue())
    await hall.say(bert, Queue())
    return anna, bert


async def lose(hall: Hall, loser: Visitor, rounds: int = 3) -> None:
    for _ in range(rounds):
        await hall.pass_ms(9500, 500)
        assert loser.client.state.round is not None
        assert loser.client.state.round.own is not None
        loser.client.state.round.own.forfeit()
        await hall.pass_ms(1000, 250)


async def test_a_new_accounts_owner_is_known_by_its_token_later(hall: Hall) -> None:
    guest = await hall.enter("Anna")
    before = guest.profile
    await hall.say(guest, SignUp(name="anna", token="t" * 43))
    later = await hall.enter("whatever", "t" * 43)

    assert (before.name, guest.profile.name, later.profile.name) == ("", "anna", "anna")
    await hall.say(later, Rename(name="anna b"))
    assert later.profile.name == "anna b"


@pytest.mark.parametrize("token", [None, "x" * 43, "annaannaannaannaannaannaannaannb"])
async def test_a_forged_token_makes_a_guest_without_a_taken_name(hall: Hall, token: str | None) -> None:
    await hall.member("anna")
    forger = await hall.enter("a.n.n.a" if token is None else "ANNA", token)
    await hall.say(forger, Queue())
    other = await hall.enter("Bert")
    await hall.say(other, Queue())
    await hall.pass_ms(2000, 500)

    assert forger.profile.name == ""
    assert [name.endswith(" guest") for name in hall.names] == [True, False]


async def test_account_only_requests_are_refused_to_guests(hall: Hall) -> None:
    guest = await hall.enter("Anna")
    for message in (Rename(name="x"), AskCode(), AskExport(), AskHistory(), AskSettings(), DeleteAccount(name="Anna")):
        guest.client.state.refusal = ""
        await hall.say(guest, message)

        assert "as a guest" in guest.refusal


async def test_a_bot_has_no_account(hall: Hall) -> None:
    bot = await hall.enter("Bot", bot=True)
    await hall.say(bot, SignUp(name="bot", token="t" * 43))
    refused = bot.refusal
    await hall.say(bot, Queue())

    assert ("no accounts" in refused, "cannot queue" in bot.refusal) == (True, True)


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
    await lose(hall, bert)
    await hall.pass_ms(1000, 250)
    await hall.say(anna, AskHistory(), AskRatings())

    assert anna.profile.rating > 1600
    assert bert.profile.rating < 1400
    assert (anna.profile.change or 0) + (bert.profile.change or 0) == pytest.approx(0)
    assert [(match.opponent, match.score, match.rounds_won) for match in anna.history.matches] == [("bert", 1.0, 3)]
    assert anna.client.state.room is not None
    assert not anna.client.state.room.rated  # a rematch is for fun


async def test_leaving_before_the_first_rated_round_loses_it(hall: Hall) -> None:
    anna, bert = await paired(hall)
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


async def test_a_long_wait_offers_a_bot_and_may_end(hall: Hall) -> None:
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


async def test_naming_the_account_deletes_everything(hall: Hall) -> None:
    anna, second = await hall.member("anna"), await hall.enter("x", "anna" * 8)
    await hall.say(anna, AskExport())
    await hall.say(anna, DeleteAccount(name="bert"))
    refused = anna.refusal
    await hall.say(anna, DeleteAccount(name="anna"))

    assert '"name": "anna"' in anna.client.state.export
    assert "not the name of your account" in refused
    assert (anna.profile.name, second.profile.name) == ("", "")
    assert (await hall.enter("y", "anna" * 8)).profile.name == ""


async def test_settings_go_to_another_machine_of_the_account(hall: Hall) -> None:
    line = "piecement-settings-5:eNqrVi_-"
    anna, second = await hall.member("anna"), await hall.enter("x", "anna" * 8)
    stranger = await hall.member("bert")
    await hall.say(anna, AskSettings())
    before = anna.client.state.settings
    await hall.say(anna, KeepSettings(text=line))
    kept = anna.client.state.settings
    await hall.say(second, AskSettings())
    await hall.say(stranger, AskSettings())
    found = second.client.state.settings
    assert before is not None
    assert kept is not None
    assert found is not None
    assert stranger.client.state.settings is not None

    assert (before.at_ms, before.text, kept.text) == (0, "", "")
    assert (found.at_ms, found.text) == (kept.at_ms, line)
    assert stranger.client.state.settings.at_ms == 0


async def test_early_messages_wait_until_the_server_knows_the_player(hall: Hall) -> None:
    await hall.member("anna")
    held: list[Request] = []
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


def rated_as(hall: Hall, name: str) -> tuple[int, int]:
    """Return the number of rated matches an account has played, and of those it has won."""
    (account,) = hall.server.stores.database.column("SELECT id FROM accounts WHERE name = :name", {"name": name})
    standing = hall.server.stores.ratings.standing(account)
    return standing.games, standing.wins


async def test_a_loss_is_not_put_on_another_account(hall: Hall) -> None:
    """At 0:2 the loser took the account of a code, and the third round was lost by that one."""
    thrown = await hall.member("thrown")
    await hall.say(thrown, AskCode())
    assert thrown.client.state.code is not None
    anna, bert = await paired(hall)
    await lose(hall, bert, 2)
    await hall.say(bert, UseCode(code=thrown.client.state.code.code, token="other" * 8))
    refused = bert.refusal
    await lose(hall, bert, 1)

    assert [rated_as(hall, name) for name in ("anna", "bert", "thrown")] == [(1, 1), (1, 0), (0, 0)]
    assert "during a match" in refused
    assert (anna.profile.games, bert.profile.name) == (1, "bert")


@pytest.mark.parametrize("elsewhere", [False, True], ids=["by the same program", "by another machine"])
async def test_no_account_is_deleted_in_its_match(hall: Hall, elsewhere: bool) -> None:
    """The win of the other was not rated then."""
    anna, bert = await paired(hall)
    second = await hall.enter("x", "bert" * 8) if elsewhere else bert
    await lose(hall, bert, 2)
    await hall.say(second, DeleteAccount(name="bert"))
    refused = second.refusal
    await lose(hall, bert, 1)

    assert "during a match" in refused
    assert [rated_as(hall, name) for name in ("anna", "bert")] == [(1, 1), (1, 0)]
    rating = anna.profile.rating
    await hall.say(second, DeleteAccount(name="bert"))
    assert second.profile.name == ""
    await hall.say(anna, AskHistory())
    assert [(match.opponent, match.score, match.after) for match in anna.history.matches] == [("", 1.0, rating)]


async def test_no_account_is_made_in_a_match(hall: Hall) -> None:
    anna, guest = await hall.member("anna"), await hall.enter("Guest1")
    await hall.say(anna, Queue())
    await hall.say(guest, Queue())
    await hall.say(guest, SignUp(name="gina", token="g" * 43))

    assert "during a match" in guest.refusal
    await hall.say(guest, Leave(), SignUp(name="gina", token="g" * 43))
    assert guest.profile.name == "gina"


async def test_two_addresses_of_a_server_are_one_account(hall: Hall, tmp_path: Path) -> None:
    known = AccountTokens(tmp_path)
    hall.address = "localhost"
    first = await hall.enter("anna", known=known)
    token = known.make(str(first.client.address), first.client.state.server_id)
    await hall.say(first, SignUp(name="anna", token=token))
    names = [first.profile.name]
    for address in ("127.0.0.1", "[::1]:1986", "unix:/run/piecement.socket", "tower.example"):
        hall.address = address
        visitor = await hall.enter("someone", known=known)
        await hall.pass_ms(200)
        names.append(visitor.profile.name)

    assert names == ["anna", "anna", "anna", "anna", ""]  # any server can send the id of another one
    tower = hall.visitors[-1]
    await hall.say(tower, Known(token=known.share(str(tower.client.address), tower.client.state.server_id)))
    assert tower.profile.name == "anna"
    assert known.of("tower.example:1985") == token


async def test_a_token_of_before_goes_to_the_id(hall: Hall, tmp_path: Path) -> None:
    await hall.member("anna")
    (tmp_path / "accounts.json").write_text(json.dumps({"localhost:1985": "anna" * 8}))
    known = AccountTokens(tmp_path)
    for address in ("localhost", "127.0.0.1"):
        hall.address = address
        visitor = await hall.enter("x", known=known)
        await hall.pass_ms(200)

        assert visitor.profile.name == "anna"


async def test_an_older_server_knows_players_by_its_address(hall: Hall, tmp_path: Path) -> None:
    hall.server.server_id = ""
    hall.server.restart()
    known = AccountTokens(tmp_path)
    known.make("localhost:1985", "0123456789abcdef" * 2)
    hall.address = "127.0.0.1"
    visitor = await hall.enter("x", known=known)

    assert visitor.client.token is None
    assert known.of("127.0.0.1:1985") is None


async def test_a_player_from_before_accounts_is_known_later(hall: Hall) -> None:
    """He stayed a guest, and a guest had anybody's name."""
    await hall.member("anna")
    hall.server.are_accounts_away = True
    anna, guest = await hall.enter("anna", "anna" * 8), await hall.enter("anna")
    await hall.pass_ms(20_000, 500)
    before = [hall.server.lobby.members[number].name for number in (2, 3)]
    refusals = hall.server.dispatcher.ledger.refusals["accounts_away"]
    hall.server.are_accounts_away = False
    await hall.pass_ms(6_000, 500)

    assert before == ["anna guest", "anna guest"]
    assert refusals == 2  # one for each, however often their greetings were repeated
    assert (anna.profile.name, guest.profile.name) == ("anna", "")
    assert [hall.server.lobby.members[number].name for number in (2, 3)] == ["anna", "anna guest"]


async def test_nobody_gets_another_account_in_the_queue(hall: Hall) -> None:
    """Otherwise the account could change in the midst of the match."""
    anna, bert = await hall.member("anna"), await hall.member("bert")
    await hall.say(anna, Queue())
    await hall.say(bert, AskCode(), Queue(on=False))
    code = bert.client.state.code
    assert code is not None
    await hall.say(anna, UseCode(code=code.code, token="other" * 8))

    assert anna.client.state.queued is None
    assert anna.profile.name == "bert"


async def test_a_win_over_a_deleted_account_counts(hall: Hall) -> None:
    """Another server of the fleet may have deleted it in the very moment in which the match began."""
    anna, bert = await paired(hall)
    await lose(hall, bert, 2)
    hall.server.stores.database.change("DELETE FROM accounts WHERE name = 'bert'")
    await lose(hall, bert, 1)
    await hall.say(anna, AskHistory())

    assert rated_as(hall, "anna") == (1, 1)
    assert [(match.opponent, match.score) for match in anna.history.matches] == [("", 1.0)]
    assert anna.profile.rating > 1600
