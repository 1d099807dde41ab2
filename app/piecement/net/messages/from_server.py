"""Messages of a server."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from piecement.net.clean_texts import ChatLine, PlayerName, RoomName, Sentence
from piecement.net.messages.base import (
    PROTOCOL,
    Message,
    Numbered,
    Reason,
    RoomLine,
    RoomPlayer,
    RoomRules,
    RoundAccount,
    StartPlayer,
)
from piecement.net.messages.bracket import Bracket
from piecement.net.messages.fields import (
    MOST_PLAYERS,
    MOST_SEATS,
    MOST_WATCHERS,
    AttackId,
    ClockNs,
    Count,
    Digest,
    Number,
    PastGame,
    Place,
    RoomId,
    RoundNs,
    RoundNumber,
    Seat,
    Secret,
    ServerId,
    Stream,
    Ticket,
    Version,
    Wins,
    WireAttack,
    WireChoice,
    Word,
)


class Welcome(Message, by="server"):
    """Reply to a `Hello`."""

    t: Literal["welcome"] = "welcome"
    v: Annotated[int, Field(ge=1, le=1000)] = PROTOCOL
    session: Secret
    key: Secret
    server: Version
    now: ClockNs
    resumed: bool = False
    """Whether the session continues without a gap; otherwise numbers restart."""
    a: Count = 0
    """Highest number that the server has received in the session."""
    limits: Annotated[dict[Word, Number], Field(max_length=32)] = Field(default={})
    motd: Sentence = ""
    id: ServerId = ""
    """Id of the server or its fleet, the same at each address; older servers send none."""
    additions: Annotated[int, Field(ge=0, le=1000)] = 0
    """Number of protocol additions that the server knows; see `ADDITIONS`."""


class Refused(Reason, by="server"):
    """Refusal, after which the server closes the connection: in reply to `Hello`, or later."""

    t: Literal["refused"] = "refused"
    retry_after: Annotated[int, Field(ge=0, le=86_400)] | None = None
    """Delay before another attempt (s), or None if that is of no use."""


class Moved(Numbered, by="server"):
    """Redirection of a request for a room or match to another server of the fleet."""

    t: Literal["moved"] = "moved"
    address: Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
    """Address to connect to and repeat the request at."""
    ticket: Ticket = ""
    """Ticket to show there, for a player from the queue."""


class Rooms(Numbered, by="server"):
    """Room list."""

    t: Literal["rooms"] = "rooms"
    rooms: Annotated[tuple[RoomLine, ...], Field(max_length=200)]


class RoomState(Numbered, by="server"):
    """Whole state of the client's room."""

    t: Literal["room"] = "room"
    id: RoomId
    name: RoomName
    rules: RoomRules
    state: Word
    you: Seat | None = None
    """Own seat, or None for a watcher."""
    host: Seat | None = None
    """Seat of the host, who may change the room."""
    players: Annotated[tuple[RoomPlayer, ...], Field(max_length=MOST_SEATS)]
    watchers: Annotated[tuple[PlayerName, ...], Field(max_length=20)] = ()
    """Names of the first watchers."""
    watching: Annotated[int, Field(ge=0, le=MOST_WATCHERS)] = 0
    round: Annotated[int, Field(ge=0, le=10_000)] = 0
    rated: bool = False
    """Whether the match is rated: a player who leaves loses it."""
    muted: Annotated[tuple[PlayerName, ...], Field(max_length=20)] = ()
    """Names of muted members, up to 20."""
    bracket: Bracket | None = None
    """Bracket of the present or last tournament."""


class Left(Reason, Numbered, by="server"):
    """Notice that the client is no longer in a room."""

    t: Literal["left"] = "left"
    code: Word = "left"


class RoundStart(Numbered, by="server"):
    """Start of a round."""

    t: Literal["start"] = "start"
    round: RoundNumber
    at: ClockNs
    """Time of the start, by the server's clock (ns)."""
    rules: RoomRules
    digest: Digest
    """Digest of the fully expanded rules: a client that expands them differently cannot play."""
    players: Annotated[tuple[StartPlayer, ...], Field(min_length=1, max_length=MOST_PLAYERS)]


class Tick(Numbered, by="server"):
    """Inputs of all players since the last tick."""

    t: Literal["tick"] = "tick"
    s: Annotated[tuple[Stream, ...], Field(max_length=MOST_PLAYERS)] = ()
    k: Annotated[tuple[WireAttack, ...], Field(max_length=1000)] = ()
    """Settled attacks of all players."""
    c: Annotated[tuple[WireChoice, ...], Field(max_length=10_000)] = ()
    """Choices of targets of all players."""
    w: RoundNs
    """Watermark: time up to which the round is settled (ns)."""


class Over(Numbered, by="server"):
    """End of a player's game."""

    t: Literal["over"] = "over"
    p: Seat
    at: RoundNs
    end: Word
    place: Annotated[int, Field(ge=1, le=MOST_PLAYERS)] | None = None


class RoundEnd(Numbered, by="server"):
    """End of a round, which is stored."""

    t: Literal["end"] = "end"
    round: RoundNumber
    places: Annotated[tuple[Place, ...], Field(max_length=MOST_PLAYERS)]
    accounts: Annotated[tuple[RoundAccount, ...], Field(max_length=MOST_PLAYERS)] = ()
    record: Word | None = None
    """Id of the stored round on the server."""
    lost: Annotated[tuple[tuple[Seat, RoundNs], ...], Field(max_length=1000)] = ()
    """Clears whose rows went to nobody, since the games of all others had ended when they counted."""


class MatchEnd(Numbered, by="server"):
    """End of a match."""

    t: Literal["match"] = "match"
    places: Annotated[tuple[Place, ...], Field(max_length=MOST_PLAYERS)]
    wins: Annotated[tuple[tuple[Seat, Wins], ...], Field(max_length=MOST_PLAYERS)] = ()
    """Rounds won by each player."""


class Desynced(Numbered, by="server"):
    """Notice that the client's game differs from the server's, which counts and follows as `Past`."""

    t: Literal["desync"] = "desync"
    p: Seat
    lock: Count
    """Number of locks that agree."""


class Forced(Numbered, by="server"):
    """Time from which an attack counts, because its target did not take it in time."""

    t: Literal["forced"] = "forced"
    p: Seat
    id: AttackId
    at: RoundNs


class Error(Reason, Numbered, by="server"):
    """Refusal of a request. The connection stays open."""

    t: Literal["error"] = "error"


class Said(Numbered, by="server"):
    """Chat line of a member."""

    t: Literal["say"] = "say"
    name: PlayerName
    p: Seat | None = None
    text: ChatLine
    apart: bool = False
    """Whether it is kept from the players of the running round."""


class Past(Message, by="server"):
    """History of the running round."""

    t: Literal["past"] = "past"
    round: RoundNumber
    games: Annotated[tuple[PastGame, ...], Field(max_length=MOST_PLAYERS)]
    k: Annotated[tuple[WireAttack, ...], Field(max_length=10_000)] = ()
    """Attacks that the games have not taken yet."""
    taken: Annotated[tuple[WireAttack, ...], Field(max_length=10_000)] = ()
    """Attacks that the games have taken."""
    c: Annotated[tuple[WireChoice, ...], Field(max_length=10_000)] = ()
    """Choices of targets."""
    w: RoundNs
