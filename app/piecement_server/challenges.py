"""Challenges: one player asks another for a match. This module reads no clock.

Each player has at most one open challenge, made or received. A challenge that was not accepted may be repeated only
after a while; the wait applies to the account or address of its maker.
"""

from math import ceil
from typing import Final, NamedTuple

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import RoomError
from piecement_net.messages.challenges import (
    MOST_PEOPLE,
    Answer,
    AskPeople,
    Challenge,
    Challenged,
    ChallengeOver,
    People,
    Person,
)
from piecement_net.messages.rooms import Hand
from piecement_net.room_rules import check_hand
from piecement_server.match_maker import RULES, MatchMaker
from piecement_server.rooms.lobby import Lobby
from piecement_server.rooms.members import Member

OPEN_NS: Final = 60 * SECOND
"""Time limit for an answer to a challenge (ns)."""
AGAIN_AFTER_NS: Final = 5 * 60 * SECOND
"""Time after which a challenge that was not accepted may be repeated (ns)."""

Request = AskPeople | Challenge | Answer


class _OpenChallenge(NamedTuple):
    """Open challenge."""

    maker: Member
    to: Member
    hand: Hand
    """Handling of the maker."""
    is_rated: bool
    until_ns: int


class Challenges:
    """People at a server who can be challenged, and their open challenges."""

    def __init__(self, lobby: Lobby, match_maker: MatchMaker) -> None:
        self._lobby: Final = lobby
        self._effects: Final = lobby.effects
        self._match_maker: Final = match_maker
        self._people: Final[dict[int, Member]] = {}
        """Connected members whose programs know challenges."""
        self._open: Final[dict[int, _OpenChallenge]] = {}
        """Open challenges by maker and by receiver."""
        self._again_ns: Final[dict[tuple[str, str], int]] = {}
        """Times from which players may challenge others again, by the payers of both (ns)."""

    def receive(self, member: Member, message: Request, now_ns: int) -> None:
        """Handle a request. Raises `RoomError` if it is refused."""
        if not member.bot:
            self._people[member.id] = member
        match message:
            case AskPeople():
                self._effects.send(member.id, self._people_for(member))
            case Challenge():
                self._challenge(member, message, now_ns)
            case Answer():
                self._answer(member, message, now_ns)

    def leave(self, member: int, now_ns: int) -> None:
        """Remove a member whose connection is lost."""
        self._people.pop(member, None)
        self.stop(member, now_ns)

    def stop(self, member: int, now_ns: int) -> None:
        """End the open challenge of a member, if any."""
        if (challenge := self._open.get(member)) is not None:
            gone = challenge.maker if challenge.maker.id == member else challenge.to
            self._fail(challenge, gone, RoomError("not_here", name=gone.name), now_ns)

    def advance(self, now_ns: int) -> None:
        """End expired challenges."""
        for challenge in {one for one in self._open.values() if one.until_ns <= now_ns}:
            self._fail(challenge, challenge.to, RoomError("unanswered", name=challenge.to.name), now_ns)

    def _people_for(self, member: Member) -> People:
        people = (
            Person(
                id=other.id,
                name=other.name,
                rating=other.rating if other.account else None,
                plays=self._lobby.takes_part(other.id),
            )
            for other in self._people.values()
            if not _are_one(member, other)
        )
        return People(people=tuple(sorted(people, key=lambda person: person.name.casefold())[:MOST_PEOPLE]))

    def _challenge(self, maker: Member, message: Challenge, now_ns: int) -> None:
        if maker.bot:
            raise RoomError("bots_wait_not")
        other = self._people.get(message.id)
        if other is None or other.name != message.name or _are_one(maker, other):
            raise RoomError("not_here", name=message.name)
        if self._lobby.takes_part(maker.id):
            raise RoomError("you_play")
        if maker.id in self._open:
            raise RoomError("one_challenge")
        again_ns = self._again_ns.get((_payer(maker), _payer(other)), 0)
        if now_ns < again_ns:
            minutes = ceil((again_ns - now_ns) / (60 * SECOND))
            raise RoomError("challenged_before", name=other.name, minutes=minutes)
        if self._lobby.takes_part(other.id):
            raise RoomError("plays", name=other.name)
        if other.id in self._open:
            raise RoomError("has_challenge", name=other.name)
        check_hand(RULES, message.hand)
        is_rated = message.rated and bool(maker.account and other.account)
        if is_rated and not self._match_maker.are_apart(maker, other):
            is_rated = False
            self._effects.refuse(maker.id, RoomError("same_address"))
        if is_rated:
            self._match_maker.check_rated(maker, other)
        challenge = _OpenChallenge(maker, other, message.hand, is_rated, now_ns + OPEN_NS)
        for one, to in ((maker, other), (other, maker)):
            self._open[one.id] = challenge
            seconds = OPEN_NS // SECOND
            shown = Challenged(id=to.id, name=to.name, own=one is maker, rated=is_rated, seconds=seconds)
            self._effects.send(one.id, shown)

    def _answer(self, member: Member, message: Answer, now_ns: int) -> None:
        challenge = self._open.get(member.id)
        if challenge is None or message.id not in {challenge.maker.id, challenge.to.id} - {member.id}:
            raise RoomError("challenge_over")
        is_maker = challenge.maker is member
        if not message.accept:
            news = RoomError("challenge_over") if is_maker else RoomError("declined", name=member.name)
            self._fail(challenge, member, news, now_ns)
        elif not is_maker:
            self._accept(challenge, message.hand, now_ns)

    def _accept(self, challenge: _OpenChallenge, hand: Hand, now_ns: int) -> None:
        maker, to = challenge.maker, challenge.to
        check_hand(RULES, hand)
        if self._lobby.takes_part(maker.id):
            raise RoomError("plays", name=maker.name)
        if self._lobby.takes_part(to.id):
            raise RoomError("you_play")
        self._lobby.check_place()
        self._end(challenge, to, RoomError("accepted", name=to.name))
        self._match_maker.begin_challenge(((maker, challenge.hand), (to, hand)), now_ns, rated=challenge.is_rated)

    def _end(self, challenge: _OpenChallenge, by: Member, news: RoomError) -> None:
        """Remove a challenge that a player ends: the other one receives the news, and that player that it is over."""
        for member in (challenge.maker, challenge.to):
            del self._open[member.id]
            outcome = RoomError("challenge_over") if member is by else news
            self._effects.send(member.id, ChallengeOver.of(outcome))

    def _fail(self, challenge: _OpenChallenge, by: Member, news: RoomError, now_ns: int) -> None:
        """End a challenge that was not accepted, and bar its maker from repeating it at once."""
        self._end(challenge, by, news)
        for pair in [pair for pair, again_ns in self._again_ns.items() if again_ns <= now_ns]:
            del self._again_ns[pair]
        self._again_ns[_payer(challenge.maker), _payer(challenge.to)] = now_ns + AGAIN_AFTER_NS


def _are_one(member: Member, other: Member) -> bool:
    """Return whether two members are certainly the same player."""
    return member is other or member.account == other.account != ""


def _payer(member: Member) -> str:
    return member.account or member.peer or member.identity
