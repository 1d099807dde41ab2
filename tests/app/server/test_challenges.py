"""Challenges by name: who may ask whom, who hears of it, and when it is over."""

from random import Random

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import RoomError
from piecement_net.limits import CostLedger, ServerLimits
from piecement_net.messages.base import Message
from piecement_net.messages.challenges import Answer, AskPeople, Challenge, Challenged, ChallengeOver, People
from piecement_net.messages.from_client import Leave
from piecement_net.messages.from_server import Error, RoomState
from piecement_server.challenges import AGAIN_AFTER_NS, OPEN_NS, Challenges, Request
from piecement_server.match_maker import MatchMaker
from piecement_server.rooms.effects import Send, StoreMatch
from piecement_server.rooms.lobby import Lobby
from piecement_server.rooms.members import Member
from tests.sampling import together


class Hall:
    """Members of a lobby, who know challenges unless they are shy."""

    def __init__(self, *, rated_within_address: bool = False) -> None:
        self.now_ns = 100 * SECOND
        self.lobby = Lobby(Random(1), CostLedger(ServerLimits(rated_within_address=rated_within_address)))
        match_maker = MatchMaker(self.lobby)
        self.challenges = Challenges(self.lobby, match_maker)
        self._told: dict[int, list[Message]] = {}

    def enter(self, name: str, *, account: str = "", peer: str = "", bot: bool = False, is_shy: bool = False) -> Member:
        member = self.lobby.members[
            self.lobby.enter(name, account=account, peer=peer or name, bot=bot, identity=f"{name} {self.now_ns}")
        ]
        if not is_shy:
            self.say(member, AskPeople())
        return member

    def say(self, member: Member, message: Request) -> list[Message]:
        """Say something, and return what the same member is told at once."""
        told = len(self.told(member))
        try:
            self.challenges.receive(member, message, self.now_ns)
        except RoomError as error:
            self.lobby.effects.refuse(member.id, error)
        return self.told(member)[told:]

    def told(self, member: Member) -> list[Message]:
        for effect in self.lobby.effects.pop():
            if isinstance(effect, Send):
                self._told.setdefault(effect.member, []).append(effect.message)
            else:
                assert isinstance(effect, StoreMatch)
        return list(self._told.get(member.id, []))

    def challenge(self, maker: Member, to: Member, *, rated: bool = False) -> list[Message]:
        return self.say(maker, Challenge(id=to.id, name=to.name, rated=rated))

    def refused(self, member: Member, message: Request) -> str:
        """Return the code of the error that a message is answered with."""
        (answer,) = self.say(member, message)
        assert isinstance(answer, Error)
        return answer.code

    def refusal(self, maker: Member, to: Member, *, rated: bool = False) -> str:
        """Return the code of the error that a challenge is answered with."""
        return self.refused(maker, Challenge(id=to.id, name=to.name, rated=rated))

    def names(self, member: Member) -> list[str]:
        (people,) = self.say(member, AskPeople())
        assert isinstance(people, People)
        return [person.name for person in people.people]

    def last(self, member: Member) -> tuple[str, str]:
        """Return the type of the last message to a member, and its code if it has one."""
        message = self.told(member)[-1]
        return message.t, message.code if isinstance(message, ChallengeOver | Error) else ""

    def pass_ns(self, span_ns: int) -> None:
        self.now_ns += span_ns
        self.challenges.advance(self.now_ns)


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_accepted_challenge_begins_a_match(hall: Hall) -> None:
    anna, bert = hall.enter("anna"), hall.enter("bert")
    hall.challenge(anna, bert)
    shown = hall.told(bert)[-1]
    hall.say(bert, Answer(id=anna.id, accept=True))

    assert isinstance(shown, Challenged)
    assert (shown.id, shown.name, shown.own, shown.rated) == (anna.id, "anna", False, False)
    for member in (anna, bert):
        kinds = [type(message) for message in hall.told(member)]
        assert RoomState in kinds
        assert ChallengeOver in kinds
    assert anna.room == bert.room is not None


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
    shown = hall.told(bert)[-1]
    hall.say(bert, Answer(id=anna.id, accept=True))
    (room,) = [message for message in hall.told(bert) if isinstance(message, RoomState)][-1:]

    assert isinstance(shown, Challenged)
    assert shown.rated == room.rated == rated
    is_refused = [message.code for message in told if isinstance(message, Error)]
    assert is_refused == (["same_address"] if asked and accounts == ("a", "b") and not rated else [])


def test_declined_challenge_waits_before_the_next(hall: Hall) -> None:
    anna, bert, carl = hall.enter("anna"), hall.enter("bert"), hall.enter("carl")
    hall.challenge(anna, bert)
    hall.say(bert, Answer(id=anna.id))
    told = hall.last(anna)
    hall.pass_ns(AGAIN_AFTER_NS - 1)
    before = hall.refusal(anna, bert)
    hall.pass_ns(1)

    assert told == ("challenge_over", "declined")
    assert before == "challenged_before"
    assert hall.challenge(carl, bert)[-1].t == "challenged"
    hall.say(carl, Answer(id=bert.id))
    assert hall.challenge(anna, bert)[-1].t == "challenged"


def test_new_session_at_the_address_waits_too(hall: Hall) -> None:
    anna, bert = hall.enter("anna", peer="192.0.2.1"), hall.enter("bert")
    hall.challenge(anna, bert)
    hall.say(bert, Answer(id=anna.id))
    hall.challenges.leave(anna.id, hall.now_ns)
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
    assert hall.refused(bert, Answer(id=anna.id, accept=True))
    assert bert.room is None


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
    hall.say(anna, Answer(id=bert.id))
    withdrawn = hall.last(bert)
    hall.challenge(carl, bert)
    assert hall.refused(bert, Answer(id=anna.id, accept=True))

    assert withdrawn == ("challenge_over", "challenge_over")
    assert bert.room is None
    hall.say(carl, Answer(id=bert.id, accept=True))  # nobody accepts a challenge of one's own
    assert carl.room is None


def test_who_leaves_is_no_longer_here(hall: Hall) -> None:
    anna, bert, carl = hall.enter("anna"), hall.enter("bert"), hall.enter("carl")
    hall.challenge(anna, bert)
    hall.challenges.leave(bert.id, hall.now_ns)

    assert hall.last(anna) == ("challenge_over", "not_here")
    assert hall.names(anna) == ["carl"]
    assert hall.refusal(carl, bert) == "not_here"
    assert hall.refusal(carl, carl) == "not_here"
    bert.name = "another"
    hall.say(bert, AskPeople())
    assert hall.refused(carl, Challenge(id=bert.id, name="bert")) == "not_here"


def test_who_plays_is_challenged_after_the_match(hall: Hall) -> None:
    anna, bert, carl = hall.enter("anna"), hall.enter("bert"), hall.enter("carl")
    hall.challenge(anna, bert)
    hall.say(bert, Answer(id=anna.id, accept=True))

    assert hall.refusal(carl, bert) == "plays"
    assert hall.refusal(bert, carl) == "you_play"
    hall.lobby.receive(anna.id, Leave(), hall.now_ns)
    assert hall.challenge(carl, anna)[-1].t == "challenged"


def test_bots_and_old_programs_are_not_asked(hall: Hall) -> None:
    anna = hall.enter("anna")
    bot, old = hall.enter("bot", bot=True), hall.enter("old", is_shy=True)

    assert hall.names(anna) == []
    assert hall.refusal(anna, bot) == hall.refusal(anna, old) == "not_here"
    assert hall.refusal(bot, anna) == "bots_wait_not"
    assert hall.told(old) == []


def test_two_machines_of_an_account_are_one_player(hall: Hall) -> None:
    here, there = hall.enter("anna", account="a"), hall.enter("anna", account="a")

    assert hall.names(here) == []
    assert hall.refusal(here, there) == "not_here"


def test_three_rated_matches_in_a_row_at_most(hall: Hall) -> None:
    anna, bert = hall.enter("anna", account="a"), hall.enter("bert", account="b")
    for _ in range(3):
        hall.challenge(anna, bert, rated=True)
        hall.say(bert, Answer(id=anna.id, accept=True))
        hall.lobby.receive(anna.id, Leave(), hall.now_ns)

    assert hall.refusal(bert, anna, rated=True) == "met_often"
    assert hall.challenge(bert, anna)[-1].t == "challenged"


def test_no_challenge_where_the_server_shuts_down(hall: Hall) -> None:
    anna, bert = hall.enter("anna"), hall.enter("bert")
    hall.challenge(anna, bert)
    hall.lobby.drain(hall.now_ns)

    assert hall.refused(bert, Answer(id=anna.id, accept=True)) == "opens_no_more"
