"""What a server says."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from piecement.online.clean_texts import ChatLine, PlayerName, RoomName, Sentence
from piecement.online.fields import (
    MOST_PLAYERS,
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
    Word,
)
from piecement.online.messages.message import PROTOCOL, Message, Numbered
from piecement.online.messages.reason import Reason
from piecement.online.messages.values import RoomLine, RoomPlayer, RoomRules, RoundAccount, StartPlayer


class Welcome(Message):
    """Answers a `Hello`."""

    t: Literal["welcome"] = "welcome"
    v: Annotated[int, Field(ge=1, le=1000)] = PROTOCOL
    session: Secret
    key: Secret
    server: Version
    now: ClockNs
    resumed: bool = False
    """Whether the session goes on without a gap; else numbers begin anew."""
    a: Count = 0
    """The highest number that the server has received of the session."""
    limits: Annotated[dict[Word, Number], Field(max_length=32)] = Field(default={})
    motd: Sentence = ""
    id: ServerId = ""
    """Id of the server, or of its fleet, the same at each address; older servers send none."""
    additions: Annotated[int, Field(ge=0, le=1000)] = 0
    """Number of protocol additions that the server knows; see `ADDITIONS`."""


class Refused(Reason):
    """The server closes the connection: in answer to `Hello`, or later."""

    t: Literal["refused"] = "refused"
    retry_after: Annotated[int, Field(ge=0, le=86_400)] | None = None
    """In how many seconds to try again, or None where it is of no use."""


class Moved(Numbered):
    """The room, or the match, that was asked for is at another server of the fleet, or is to be opened there."""

    t: Literal["moved"] = "moved"
    address: Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
    """Where to connect, and to ask again."""
    ticket: Ticket = ""
    """What who has waited for a match says there."""


class Rooms(Numbered):
    """The list of rooms."""

    t: Literal["rooms"] = "rooms"
    rooms: Annotated[tuple[RoomLine, ...], Field(max_length=200)]


class RoomState(Numbered):
    """The whole state of the room one is in."""

    t: Literal["room"] = "room"
    id: RoomId
    name: RoomName
    rules: RoomRules
    state: Word
    you: Seat | None = None
    """One's own seat; None for who watches."""
    host: Seat | None = None
    """Who opened the room, and may change it."""
    players: Annotated[tuple[RoomPlayer, ...], Field(max_length=MOST_PLAYERS)]
    watchers: Annotated[tuple[PlayerName, ...], Field(max_length=20)] = ()
    """The names of the first of them."""
    watching: Annotated[int, Field(ge=0, le=MOST_WATCHERS)] = 0
    round: Annotated[int, Field(ge=0, le=10_000)] = 0
    rated: bool = False
    """Whether the match is rated: a player who leaves loses it."""
    muted: Annotated[tuple[PlayerName, ...], Field(max_length=20)] = ()
    """Names of muted members, up to 20."""


class Left(Reason, Numbered):
    """One is in no room any more."""

    t: Literal["left"] = "left"
    code: Word = "left"


class RoundStart(Numbered):
    """A round begins."""

    t: Literal["start"] = "start"
    round: RoundNumber
    at: ClockNs
    """When, by the server's clock."""
    rules: RoomRules
    digest: Digest
    """Of the rules fully expanded: who expands them to others cannot play."""
    players: Annotated[tuple[StartPlayer, ...], Field(min_length=1, max_length=MOST_PLAYERS)]


class Tick(Numbered):
    """What all players did since the last one."""

    t: Literal["tick"] = "tick"
    s: Annotated[tuple[Stream, ...], Field(max_length=MOST_PLAYERS)] = ()
    k: Annotated[tuple[WireAttack, ...], Field(max_length=1000)] = ()
    """The attacks that have been settled, at anybody."""
    w: RoundNs
    """The watermark: how far the round is settled."""


class Over(Numbered):
    """A player's game has ended."""

    t: Literal["over"] = "over"
    p: Seat
    at: RoundNs
    end: Word
    place: Annotated[int, Field(ge=1, le=MOST_PLAYERS)] | None = None


class RoundEnd(Numbered):
    """A round has ended, and is stored."""

    t: Literal["end"] = "end"
    round: RoundNumber
    places: Annotated[tuple[Place, ...], Field(max_length=MOST_PLAYERS)]
    accounts: Annotated[tuple[RoundAccount, ...], Field(max_length=MOST_PLAYERS)] = ()
    record: Word | None = None
    """What the server calls the record of it."""
    lost: Annotated[tuple[tuple[Seat, RoundNs], ...], Field(max_length=1000)] = ()
    """The clears whose rows went to nobody, since the games of all others had ended when they counted."""


class MatchEnd(Numbered):
    """A match has ended."""

    t: Literal["match"] = "match"
    places: Annotated[tuple[Place, ...], Field(max_length=MOST_PLAYERS)]
    wins: Annotated[tuple[tuple[Seat, Wins], ...], Field(max_length=MOST_PLAYERS)] = ()
    """How many rounds each has won."""


class Desynced(Numbered):
    """The client's game is another than the server's, which counts and comes in a `Past`."""

    t: Literal["desync"] = "desync"
    p: Seat
    lock: Count
    """The first lock that differs."""


class Forced(Numbered):
    """An attack counts from a time on, since its target did not take it in time."""

    t: Literal["forced"] = "forced"
    p: Seat
    id: AttackId
    at: RoundNs


class Error(Reason, Numbered):
    """Something that was asked for cannot be done. The connection stays."""

    t: Literal["error"] = "error"


class Said(Numbered):
    """A line of chat by somebody."""

    t: Literal["say"] = "say"
    name: PlayerName
    p: Seat | None = None
    text: ChatLine


class Past(Message):
    """The running round so far."""

    t: Literal["past"] = "past"
    round: RoundNumber
    games: Annotated[tuple[PastGame, ...], Field(max_length=MOST_PLAYERS)]
    k: Annotated[tuple[WireAttack, ...], Field(max_length=10_000)] = ()
    """The attacks so far that the games have not taken."""
    taken: Annotated[tuple[WireAttack, ...], Field(max_length=10_000)] = ()
    """Those that the games have taken already."""
    w: RoundNs
