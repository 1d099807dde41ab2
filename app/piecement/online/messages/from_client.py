"""What a client says."""

from typing import Annotated, Literal

from pydantic import Field

from piecement.online.clean_texts import ChatLine, PlayerName, RoomName
from piecement.online.fields import (
    MOST_LOCKS,
    MOST_PARTS,
    Entries,
    LockCheck,
    Percent,
    PlayedLock,
    RecordingPart,
    RoomId,
    RoomKey,
    RoundNs,
    RoundNumber,
    Seat,
    Secret,
    Version,
)
from piecement.online.messages.message import PROTOCOL, Message, Numbered
from piecement.online.messages.values import Hand, Resume, RoomRules


class Hello(Message):
    """The first message of a connection."""

    t: Literal["hello"] = "hello"
    v: Annotated[tuple[Annotated[int, Field(ge=1, le=1000)], ...], Field(min_length=1, max_length=8)] = (PROTOCOL,)
    """The versions of the protocol that the client speaks."""
    client: Version
    engine: Version
    rules_version: Annotated[int, Field(ge=1, le=10_000)]
    name: PlayerName
    bot: bool = False
    token: Secret | None = None
    resume: Resume | None = None


class AskRooms(Numbered):
    """Asks for the list of rooms, which `Rooms` answers."""

    t: Literal["rooms"] = "rooms"


class Open(Numbered):
    """Opens a room and joins it."""

    t: Literal["open"] = "open"
    name: RoomName
    rules: RoomRules
    private: bool = False
    key: RoomKey | None = None
    hand: Hand = Hand()
    here: bool = False
    """Whether it is opened at this server, and not at another of its fleet: it was sent here for that."""


class Join(Numbered):
    """Joins a room, to play or to watch."""

    t: Literal["join"] = "join"
    room: RoomId
    role: Literal["play", "watch"] = "play"
    key: RoomKey | None = None
    hand: Hand = Hand()


class Leave(Numbered):
    """Leaves the room."""

    t: Literal["leave"] = "leave"


class Ready(Numbered):
    """Says that one is ready for a round, or is not after all; with the hand for it, where that has changed."""

    t: Literal["ready"] = "ready"
    on: bool = True
    hand: Hand | None = None


class Handicap(Numbered):
    """Sets what part of a player's attacks is sent."""

    t: Literal["handicap"] = "handicap"
    p: Seat
    percent: Percent


class SendOut(Numbered):
    """Sends a member out of the room and bars the way back; the host sends it."""

    t: Literal["send_out"] = "send_out"
    name: PlayerName


class Mute(Numbered):
    """Mutes a member of the room, or ends that; the host sends it."""

    t: Literal["mute"] = "mute"
    name: PlayerName
    on: bool = True


class Stop(Numbered):
    """Ends the match without a result; the host sends it."""

    t: Literal["stop"] = "stop"
    again: bool = False
    """Whether another one begins at once."""


class Inputs(Numbered):
    """A batch of what the player did."""

    t: Literal["in"] = "in"
    r: RoundNumber = 1
    """The round it is of: after a cut, a batch may arrive when the next round has begun."""
    to: RoundNs
    """How far the player's game has come."""
    e: Entries = ()
    h: LockCheck | None = None


class OwnGame(Numbered):
    """A part of the game as the client has it: what a `Desynced` is answered with, for a report."""

    t: Literal["game"] = "game"
    part: Annotated[int, Field(ge=1, le=MOST_PARTS)]
    parts: Annotated[int, Field(ge=1, le=MOST_PARTS)]
    locks: Annotated[tuple[PlayedLock, ...], Field(max_length=MOST_LOCKS)] = ()
    """The last locks, in the first part."""
    recording: RecordingPart


class Say(Numbered):
    """A line of chat."""

    t: Literal["say"] = "say"
    text: ChatLine


class Watch(Numbered):
    """Asks for the running round from its start, which `Past` answers."""

    t: Literal["watch"] = "watch"
