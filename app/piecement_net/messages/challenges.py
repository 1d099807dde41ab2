"""Messages about the people at a server and their challenges, in both directions."""

from typing import Annotated

from pydantic import Field

from piecement_net.clean_texts import PlayerName
from piecement_net.messages.accounts import Rating
from piecement_net.messages.base import Addition, Numbered, Part, Reason, RoomRequest
from piecement_net.messages.fields import Count, Word
from piecement_net.messages.rooms import Hand

MOST_PEOPLE = 200
"""Maximum number of people in a list."""

# From the client


class AskPeople(RoomRequest, by="client", t="ask_people", since=Addition.CHALLENGES):
    """Request for the people who can be challenged; `People` is the reply. The sender is one of them from now on."""


class Challenge(RoomRequest, by="client", t="challenge", since=Addition.CHALLENGES):
    """Request to challenge one of the `People` to a match; `Challenged` is the reply, and goes to both."""

    id: Count
    name: PlayerName
    """Id and name of the other player, as listed."""
    rated: bool = False
    """Whether the match is to be rated; it is not if either is a guest, or both are at one address."""
    hand: Hand = Hand()


class Answer(RoomRequest, by="client", t="answer", since=Addition.CHALLENGES):
    """Answer to the open challenge; without `accept`, its maker withdraws it. `ChallengeOver` is the reply."""

    id: Count
    """Id of the other player."""
    accept: bool = False
    hand: Hand = Hand()


# From the server


class Person(Part):
    """Player at the server."""

    id: Count
    """Number that no other player has as long as the server runs."""
    name: PlayerName
    rating: Rating | None = None
    """Rating of the account, or None for a guest."""
    plays: bool = False
    """Whether the player is in a match, and cannot be challenged."""


class People(Numbered, by="server", t="people", since=Addition.CHALLENGES):
    """Other people at the server who can be challenged: no bots, and no older programs."""

    people: Annotated[tuple[Person, ...], Field(max_length=MOST_PEOPLE)]


class Challenged(Numbered, by="server", t="challenged", since=Addition.CHALLENGES):
    """Open challenge by another player, or to one."""

    id: Count
    name: PlayerName
    """Id and name of the other player."""
    own: bool = False
    """Whether the receiver made it, and the other player is to answer."""
    rated: bool = False
    """Whether the match will be rated."""
    seconds: Annotated[int, Field(ge=0, le=3600)]
    """Time until it expires (s)."""


class ChallengeOver(Reason, Numbered, by="server", t="challenge_over", since=Addition.CHALLENGES):
    """End of the open challenge. If it was accepted, the room of the match follows."""

    code: Word = "challenge_over"
