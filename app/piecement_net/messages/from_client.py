"""Messages of a client."""

from typing import Annotated, Literal

from pydantic import Field

from piecement_net.clean_texts import ChatLine, PlayerName, RoomName
from piecement_net.messages import fields, rounds
from piecement_net.messages.base import PROTOCOL, Addition, Message, Numbered, Part, RoomRequest
from piecement_net.messages.rooms import Hand, RoomRules


class Resume(Part):
    """Session that a client resumes."""

    session: fields.Secret
    key: fields.Secret
    a: fields.Count | None = None
    """Highest number received, or None for a restarted program, which does not know it."""


class Hello(Message, by="client", t="hello"):
    """First message of a connection. It gains no fields, as the additions of the server are not known yet."""

    v: Annotated[tuple[Annotated[int, Field(ge=1, le=1000)], ...], Field(min_length=1, max_length=8)] = (PROTOCOL,)
    """Protocol versions that the client knows."""
    client: fields.Version
    engine: fields.Version
    rules_version: Annotated[int, Field(ge=1, le=10_000)]
    name: PlayerName
    bot: bool = False
    token: fields.Secret | None = None
    resume: Resume | None = None


class AskRooms(RoomRequest, by="client", t="rooms"):
    """Request for the room list; `Rooms` is the reply."""


class Open(RoomRequest, by="client", t="open"):
    """Request to open a room and join it."""

    name: RoomName
    rules: RoomRules
    private: bool = False
    key: fields.RoomKey | None = None
    hand: Hand = Hand()
    here: bool = False
    """Whether to open it at this server of the fleet, which another one has chosen."""


class Join(RoomRequest, by="client", t="join"):
    """Request to join a room, as a player or a watcher."""

    room: fields.RoomId
    role: Literal["play", "watch"] = "play"
    key: fields.RoomKey | None = None
    hand: Hand = Hand()


class Leave(RoomRequest, by="client", t="leave"):
    """Request to leave the room."""


class Ready(Numbered, by="client", t="ready"):
    """Whether the player is ready for a round; with the hand for it, if that has changed."""

    on: bool = True
    hand: Hand | None = None


class Handicap(Numbered, by="client", t="handicap"):
    """Request to set a player's handicap: the part of attacks that is sent."""

    p: fields.Seat
    percent: fields.Percent


class Team(Numbered, by="client", t="team", since=Addition.TEAMS):
    """Request to put a player into a team: oneself, or as the host anybody, such as a bot."""

    p: fields.Seat
    team: fields.TeamNumber


class Target(Numbered, by="client", t="target", since=Addition.TEAMS):
    """Choice of the player's target, sent before the batch of that time."""

    r: fields.RoundNumber = 1
    at: fields.RoundNs
    """Game time of the player from which it counts (ns)."""
    to: rounds.TargetChoice


class SendOut(RoomRequest, by="client", t="send_out", since=Addition.HOSTS):
    """Request of the host to send a member out of the room and bar the way back."""

    name: PlayerName


class Mute(RoomRequest, by="client", t="mute", since=Addition.HOSTS):
    """Request of the host to mute a member, or to end that."""

    name: PlayerName
    on: bool = True


class Stop(RoomRequest, by="client", t="stop", since=Addition.HOSTS):
    """Request of the host to end the match without a result."""

    again: bool = False
    """Whether another match begins at once."""


class Inputs(Numbered, by="client", t="in"):
    """Batch of the player's inputs."""

    r: fields.RoundNumber = 1
    """Number of the round: after a cut, a batch may arrive in the next round."""
    to: fields.RoundNs
    """Game time reached by the player (ns)."""
    e: rounds.Entries = ()
    """Entries of the input log."""
    h: rounds.LockCheck | None = None
    """Check of the board after the last lock."""


class OwnGame(Numbered, by="client", t="game"):
    """Part of the client's version of a game, in reply to `Desynced`."""

    part: Annotated[int, Field(ge=1, le=fields.MOST_PARTS)]
    parts: Annotated[int, Field(ge=1, le=fields.MOST_PARTS)]
    locks: Annotated[tuple[rounds.PlayedLock, ...], Field(max_length=fields.MOST_LOCKS)] = ()
    """Last locks, in the first part only."""
    recording: fields.RecordingPart


class Say(Numbered, by="client", t="say"):
    """Line of chat."""

    text: ChatLine


class Watch(RoomRequest, by="client", t="watch"):
    """Request for the running round from its start; `Past` is the reply."""
