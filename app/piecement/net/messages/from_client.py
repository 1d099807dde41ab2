"""Messages of a client."""

from typing import Annotated, Literal

from pydantic import Field

from piecement.net.clean_texts import ChatLine, PlayerName, RoomName
from piecement.net.messages.base import PROTOCOL, Hand, Message, Numbered, Resume, RoomRequest, RoomRules
from piecement.net.messages.fields import (
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
    TargetChoice,
    TeamNumber,
    Version,
)


class Hello(Message, by="client"):
    """First message of a connection."""

    t: Literal["hello"] = "hello"
    v: Annotated[tuple[Annotated[int, Field(ge=1, le=1000)], ...], Field(min_length=1, max_length=8)] = (PROTOCOL,)
    """Protocol versions that the client knows."""
    client: Version
    engine: Version
    rules_version: Annotated[int, Field(ge=1, le=10_000)]
    name: PlayerName
    bot: bool = False
    token: Secret | None = None
    resume: Resume | None = None


class AskRooms(RoomRequest, by="client"):
    """Request for the room list; `Rooms` is the reply."""

    t: Literal["rooms"] = "rooms"


class Open(RoomRequest, by="client"):
    """Request to open a room and join it."""

    t: Literal["open"] = "open"
    name: RoomName
    rules: RoomRules
    private: bool = False
    key: RoomKey | None = None
    hand: Hand = Hand()
    here: bool = False
    """Whether to open it at this server of the fleet, which another one has chosen."""


class Join(RoomRequest, by="client"):
    """Request to join a room, as a player or a watcher."""

    t: Literal["join"] = "join"
    room: RoomId
    role: Literal["play", "watch"] = "play"
    key: RoomKey | None = None
    hand: Hand = Hand()


class Leave(RoomRequest, by="client"):
    """Request to leave the room."""

    t: Literal["leave"] = "leave"


class Ready(Numbered, by="client"):
    """Whether the player is ready for a round; with the hand for it, if that has changed."""

    t: Literal["ready"] = "ready"
    on: bool = True
    hand: Hand | None = None


class Handicap(Numbered, by="client"):
    """Request to set a player's handicap: the part of attacks that is sent."""

    t: Literal["handicap"] = "handicap"
    p: Seat
    percent: Percent


class Team(Numbered, by="client"):
    """Request to put a player into a team: oneself, or as the host anybody, such as a bot."""

    t: Literal["team"] = "team"
    p: Seat
    team: TeamNumber


class Target(Numbered, by="client"):
    """Choice of the player's target, sent before the batch of that time."""

    t: Literal["target"] = "target"
    r: RoundNumber = 1
    at: RoundNs
    """Game time of the player from which it counts (ns)."""
    to: TargetChoice


class SendOut(RoomRequest, by="client"):
    """Request of the host to send a member out of the room and bar the way back."""

    t: Literal["send_out"] = "send_out"
    name: PlayerName


class Mute(RoomRequest, by="client"):
    """Request of the host to mute a member, or to end that."""

    t: Literal["mute"] = "mute"
    name: PlayerName
    on: bool = True


class Stop(RoomRequest, by="client"):
    """Request of the host to end the match without a result."""

    t: Literal["stop"] = "stop"
    again: bool = False
    """Whether another match begins at once."""


class Inputs(Numbered, by="client"):
    """Batch of the player's inputs."""

    t: Literal["in"] = "in"
    r: RoundNumber = 1
    """Number of the round: after a cut, a batch may arrive in the next round."""
    to: RoundNs
    """Game time reached by the player (ns)."""
    e: Entries = ()
    h: LockCheck | None = None


class OwnGame(Numbered, by="client"):
    """Part of the client's version of a game, in reply to `Desynced`."""

    t: Literal["game"] = "game"
    part: Annotated[int, Field(ge=1, le=MOST_PARTS)]
    parts: Annotated[int, Field(ge=1, le=MOST_PARTS)]
    locks: Annotated[tuple[PlayedLock, ...], Field(max_length=MOST_LOCKS)] = ()
    """Last locks, in the first part only."""
    recording: RecordingPart


class Say(Numbered, by="client"):
    """Line of chat."""

    t: Literal["say"] = "say"
    text: ChatLine


class Watch(RoomRequest, by="client"):
    """Request for the running round from its start; `Past` is the reply."""

    t: Literal["watch"] = "watch"
