"""Challenges by name: who may ask whom, who hears of it, and when it is over."""

from random import Random

import pytest

from piecement_net.limits import ServerLimits
from piecement_net.messages.base import Message, Numbered
from piecement_net.messages.challenges import Answer, AskPeople, Challenge, Challenged, ChallengeOver, People
from piecement_net.messages.from_client import Leave
from piecement_net.messages.from_server import Error, RoomState
from piecement_net.rate_limits import CostLedger
from piecement_server.challenges import AGAIN_AFTER_NS, OPEN_NS, Challenges, Request
from piecement_server.match_maker import MatchMaker
from piecement_server.rooms.lobby import Lobby
from tests.app.server.test_lobby import Table
from tests.sampling import together


class Hall(Table):
    """Members of a lobby, who know challenges unless they are shy."""

    def __init__(self, *, rated_within_address: bool = False) -> None:
        super().__init__(Lobby(Random(1), CostLedger(ServerLimits(rated_within_address=rated_within_address))))
        self.challenges = Challenges(self.lobby, MatchMaker(self.lobby))

    def enter(self, name: str, *, bot: bool = False, account: str = "", peer: str = "", is_shy: bool = False) -> int:
        identity = f"{name} {self.now_ns}"
        member = self.lobby.enter(name, account=account, peer=peer or name, bot=bot, identity=identity)
        if not is_shy:
            self.say(member, AskPeople())
        return member

    def receive(self, member: int, message: Numbered) -> None:
        if isinstance(message, Request):
            self.challenges.receive(self.lobby.members[member], message, self.now_ns)
        else:
            super().receive(member, message)

    def challenge(self, maker: int, to: int, *, rated: bool = False) -> list[Message]:
        return self.say(maker, Challenge(id=to, name=self.lobby.members[to].name, rated=rated))

    def refusal(self, maker: int, to: int, *, rated: bool = False) -> str:
        """Return the code of the error that a challenge is answered with."""
        return self.refused(maker, Challenge(id=to, name=self.lobby.members[to].name, rated=rated))

    def names(self, member: int) -> list[str]:
        (people,) = self.say(member, AskPeople())
        assert isinstance(people, People)
        return [person.name for person in people.people]

    def last(self, member: int) -> tuple[str, str]:
        """Return the type of the last message to a member, and its code if it has one."""
        message = self.told(member, Message)[-1]
        return message.t, message.code if isinstance(message, ChallengeOver | Error) else ""

    def room(self, member: int) -> str | None:
        """Return the id of the room in which a member is."""
        return self.lobby.members[member].room

    def leave(self, member: int) -> None:
        self.challenges.leave(member, self.now_ns)
        self._do()

    def pass_ns(self, span_ns: int) -> None:
        self.now_ns += span_ns
        self.challenges.advance(self.now_ns)
        self._do()


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_accepted_challenge_begins_a_match(hall: Hall) -> None:
    anna, bert = hall.enter("anna"), hall.enter("bert")
    hall.challenge(anna, bert)
    (shown,) = hall.told(bert, Challenged)
    hall.say(bert, Answer(id=anna, accept=True))

    assert (shown.id, shown.name, shown.own, shown.rated) == (anna, "anna", False, False)
    for member in (anna, bert):
        assert hall.told(member, RoomState)
        assert hall.told(member, ChallengeOver)
    assert hall.room(anna) == hall.room(bert) is not None


@together(
    ("accounts", "peers", "within", "asked", "rated"),
    [
        (("a", "b"), ("1", "2"), False, True, True),
        (("a", "b"), ("1", "2"), False, False, False),
        (("a", "b"), ("1", "1"), False, True, False),
        (("a", "b"), ("1", "1"), True, True, True),
        (("a", ""), ("1", "2"), False, True, False),
        (("", ""), ("1", "2"), True, True, False),
    ],
)
def test_rated_only_between_accounts_apart(
    accounts: tuple[str, str], peers: tuple[str, str], within: bool, asked: bool, rated: bool
) -> None:
    hall = Hall(rated_within_address=within)
    anna, bert = (
        hall.enter(name, account=account, peer=peer)
        for name, account, peer in zip(("anna", "bert"), accounts, peers, strict=True)
    )
    told = hall.challenge(anna, bert, rated=asked)
    (shown,) = hall.told(bert, Challenged)
    hall.say(bert, Answer(id=anna, accept=True))

    assert shown.rated == hall.state(bert).rated == rated
    is_refused = [message.code for message in told if isinstance(message, Error)]
    assert is_refused == (["same_address"] if asked and accounts == ("a", "b") and not rated else [])


def test_declined_challenge_waits_before_the_next(hall: Hall) -> None:
    anna, bert, carl = hall.enter("anna"), hall.enter("bert"), hall.enter("carl")
    hall.challenge(anna, bert)
    hall.say(bert, Answer(id=anna))
    told = hall.last(anna)
    hall.pass_ns(AGAIN_AFTER_NS - 1)
    before = hall.refusal(anna, bert)
    hall.pass_ns(1)

    assert told == ("challenge_over", "declined")
    assert before == "challenged_before"
    assert hall.challenge(carl, bert)[-1].t == "challenged"
    hall.say(carl, Answer(id=bert))
    assert hall.challenge(anna, bert)[-1].t == "challenged"


def test_new_session_at_the_address_waits_too(hall: Hall) -> None:
    anna, bert = hall.enter("anna", peer="192.0.2.1"), hall.enter("bert")
    hall.challenge(anna, bert)
    hall.say(bert, Answer(id=anna))
    hall.leave(anna)
    again = hall.enter("someone", peer="192.0.2.1")

    assert hall.refusal(again, bert) == "challenged_before"


def test_unanswered_challenge_expires_for_both(hall: Hall) -> None:
    anna, bert = hall.enter("anna"), hall.enter("bert")
    hall.challenge(anna, bert)

    hall.pass_ns(OPEN_NS - 1)
    assert hall.last(anna)[0] == "challenged"
    hall.pass_ns(1)
    assert hall.last(anna) == ("challenge_over", "unanswered")
    assert hall.last(bert) == ("challenge_over", "challenge_over")
    assert hall.refused(bert, Answer(id=anna, accept=True))
    assert hall.room(bert) is None


def test_one_open_challenge_each(hall: Hall) -> None:
    anna, bert, carl, dora = (hall.enter(name) for name in ("anna", "bert", "carl", "dora"))
    hall.challenge(anna, bert)

    assert hall.refusal(anna, carl) == "one_challenge"
    assert hall.refusal(bert, carl) == "one_challenge"
    assert hall.refusal(carl, bert) == "has_challenge"
    assert hall.refusal(carl, anna) == "has_challenge"
    assert hall.challenge(carl, dora)[-1].t == "challenged"


def test_answer_counts_for_the_shown_challenge_only(hall: Hall) -> None:
    anna, bert, carl = hall.enter("anna"), hall.enter("bert"), hall.enter("carl")
    hall.challenge(anna, bert)
    hall.say(anna, Answer(id=bert))
    withdrawn = hall.last(bert)
    hall.challenge(carl, bert)
    assert hall.refused(bert, Answer(id=anna, accept=True))

    assert withdrawn == ("challenge_over", "challenge_over")
    assert hall.room(bert) is None
    hall.say(carl, Answer(id=bert, accept=True))  # nobody accepts a challenge of one's own
    assert hall.room(carl) is None


def test_who_leaves_is_no_longer_here(hall: Hall) -> None:
    anna, bert, carl = hall.enter("anna"), hall.enter("bert"), hall.enter("carl")
    hall.challenge(anna, bert)
    hall.leave(bert)

    assert hall.last(anna) == ("challenge_over", "not_here")
    assert hall.names(anna) == ["carl"]
    assert hall.refusal(carl, bert) == "not_here"
    assert hall.refusal(carl, carl) == "not_here"
    hall.lobby.members[bert].name = "another"
    hall.say(bert, AskPeople())
    assert hall.refused(carl, Challenge(id=bert, name="bert")) == "not_here"


def test_who_plays_is_challenged_after_the_match(hall: Hall) -> None:
    anna, bert, carl = hall.enter("anna"), hall.enter("bert"), hall.enter("carl")
    hall.challenge(anna, bert)
    hall.say(bert, Answer(id=anna, accept=True))

    assert hall.refusal(carl, bert) == "plays"
    assert hall.refusal(bert, carl) == "you_play"
    hall.say(anna, Leave())
    assert hall.challenge(carl, anna)[-1].t == "challenged"


def test_bots_and_old_programs_are_not_asked(hall: Hall) -> None:
    anna = hall.enter("anna")
    bot, old = hall.enter("bot", bot=True), hall.enter("old", is_shy=True)

    assert hall.names(anna) == []
    assert hall.refusal(anna, bot) == hall.refusal(anna, old) == "not_here"
    assert hall.refusal(bot, anna) == "bots_wait_not"
    assert hall.told(old, Message) == []


def test_two_machines_of_an_account_are_one_player(hall: Hall) -> None:
    here, there = hall.enter("anna", account="a"), hall.enter("anna", account="a")

    assert hall.names(here) == []
    assert hall.refusal(here, there) == "not_here"


def test_three_rated_matches_in_a_row_at_most(hall: Hall) -> None:
    anna, bert = hall.enter("anna", account="a"), hall.enter("bert", account="b")
    for _ in range(3):
        hall.challenge(anna, bert, rated=True)
        hall.say(bert, Answer(id=anna, accept=True))
        hall.say(anna, Leave())

    assert hall.refusal(bert, anna, rated=True) == "met_often"
    assert hall.challenge(bert, anna)[-1].t == "challenged"


def test_no_challenge_where_the_server_shuts_down(hall: Hall) -> None:
    anna, bert = hall.enter("anna"), hall.enter("bert")
    hall.challenge(anna, bert)
    hall.lobby.drain(hall.now_ns)

    assert hall.refused(bert, Answer(id=anna, accept=True)) == "opens_no_more"
