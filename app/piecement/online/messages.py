"""All messages: one frozen class for each. `FromClient` and `FromServer` are what each side may say.

A message is an object of JSON whose `t` is its type. Whole numbers only, times in ns. What is not named here is refused
from clients and ignored from servers, which may be newer. `Numbered` ones arrive once and in order, also over several
connections (see `link`); the others are lost with their connection.
"""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from piecement.online.fields import (
    MOST_PLAYERS,
    MOST_WATCHERS,
    Attack,
    AttackId,
    ClockNs,
    Count,
    Digest,
    Entries,
    LockCheck,
    Options,
    Percent,
    Place,
    PlayedGame,
    RoomId,
    RoomKey,
    RoundNs,
    Rounds,
    Seat,
    Secret,
    Seed,
    Stream,
    Version,
    Word,
)
from piecement.online.texts import ChatLine, PlayerName, RoomName, Sentence

PROTOCOL: Final = 1
"""The version of this protocol."""

_Number = Annotated[int, Field(ge=0, le=1_000_000_000)]
_Wins = Annotated[int, Field(ge=0, le=99)]
_DelayNs = Annotated[int, Field(ge=0, le=10_000_000_000)]
_Factor = Annotated[float, Field(ge=0, le=10_000, allow_inf_nan=False)]


class Part(BaseModel):
    """A value within messages."""

    model_config = ConfigDict(strict=True, frozen=True, hide_input_in_errors=True)


class Message(Part):
    """What one side says to the other."""


class Numbered(Message):
    """A message that survives a cut connection: sent again after it, and received once."""

    n: Count = 0
    """Its number, counted from 1 in each direction. The link fills it in, and the next."""
    a: Count = 0
    """The highest number that its sender has received."""


# Parts


class Resume(Part):
    """The session that a client comes back to."""

    session: Secret
    key: Secret
    a: Count | None = None
    """The highest number received; None where the program was started anew and knows nothing of it."""


class Hand(Part):
    """How the buttons of one player act; the names are those of `Rules`."""

    das_ns: _DelayNs = 167_000_000
    arr_ns: _DelayNs = 33_000_000
    das_cut_ns: _DelayNs = 0
    double_tap_ns: _DelayNs = 0
    soft_drop_factor: _Factor = 15.0
    soft_drop_interval_ns: _DelayNs | None = None
    soft_drop_delay_ns: _DelayNs = 0
    no_soft_drop_lock: bool = False
    initial_hold: Word = "held"
    initial_rotation: Word = "held"
    initial_move: Word = "held"


class RoomRules(Part):
    """What is played in a room, by names: no rules themselves come over a network."""

    preset: Word
    options: Options = {}
    players: Annotated[int, Field(ge=2, le=MOST_PLAYERS)] = 2
    """How many may play."""
    first_to: Rounds = 3
    """How many rounds win the match."""
    attack: Word = "guideline"
    """The name of the table that says what clears send."""
    targets: Literal["least", "random", "turns", "back"] = "least"
    """Who is sent to, for more than two: the least attacked, anybody, everyone in turn, who attacked last."""
    same_pieces: bool = True
    bots: bool = True
    """Whether bots may play."""


class RoomLine(Part):
    """A room in the list of rooms."""

    id: RoomId
    name: RoomName
    rules: RoomRules
    players: Annotated[int, Field(ge=0, le=MOST_PLAYERS)]
    watchers: Annotated[int, Field(ge=0, le=MOST_WATCHERS)]
    state: Word
    """`waiting`, `countdown`, `playing` or `pause`."""
    private: bool = False


class RoomPlayer(Part):
    """A player of a room."""

    p: Seat
    name: PlayerName
    bot: bool = False
    ready: bool = False
    present: bool = True
    """Whether connected."""
    wins: _Wins = 0
    percent: Percent = 100
    """What part of what this player's clears make is sent: the handicap."""
    lag_ms: Annotated[int, Field(ge=0, le=3_600_000)] = 0


class StartPlayer(Part):
    """A player of a round."""

    p: Seat
    name: PlayerName
    bot: bool = False
    hand: Hand
    percent: Percent = 100
    seed: Seed
    """The seed of the pieces."""


class Account(Part):
    """What a player did in a round; rows of garbage."""

    p: Seat
    made: _Number = 0
    sent: _Number = 0
    cancelled: _Number = 0
    received: _Number = 0
    pieces: _Number = 0
    lines: _Number = 0
    time: RoundNs = 0


# A client says


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


class Inputs(Numbered):
    """A batch of what the player did."""

    t: Literal["in"] = "in"
    to: RoundNs
    """How far the player's game has come."""
    e: Entries = ()
    h: LockCheck | None = None


class Say(Numbered):
    """A line of chat."""

    t: Literal["say"] = "say"
    text: ChatLine


class Watch(Numbered):
    """Asks for the running round from its start, which `Past` answers."""

    t: Literal["watch"] = "watch"


# Either says


class Ping(Message):
    """Asks for a `Pong`."""

    t: Literal["ping"] = "ping"
    c: ClockNs
    """The sender's clock."""
    a: Count = 0


class Pong(Message):
    """Answers a `Ping`."""

    t: Literal["pong"] = "pong"
    c: ClockNs
    """That of the ping."""
    s: ClockNs
    """The sender's clock."""
    a: Count = 0


class Bye(Message):
    """Ends the session: nobody comes back to it."""

    t: Literal["bye"] = "bye"
    code: Word = "bye"
    text: Sentence = ""


# A server says


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
    limits: Annotated[dict[Word, _Number], Field(max_length=32)] = {}
    motd: Sentence = ""


class Refused(Message):
    """The server closes the connection: in answer to `Hello`, or later."""

    t: Literal["refused"] = "refused"
    code: Word
    text: Sentence
    retry_after: Annotated[int, Field(ge=0, le=86_400)] | None = None
    """In how many seconds to try again, or None where it is of no use."""


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


class Left(Numbered):
    """One is in no room any more."""

    t: Literal["left"] = "left"
    code: Word = "left"
    text: Sentence = ""


class Start(Numbered):
    """A round begins."""

    t: Literal["start"] = "start"
    round: Annotated[int, Field(ge=1, le=10_000)]
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
    k: Annotated[tuple[Attack, ...], Field(max_length=1000)] = ()
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
    round: Annotated[int, Field(ge=1, le=10_000)]
    places: Annotated[tuple[Place, ...], Field(max_length=MOST_PLAYERS)]
    accounts: Annotated[tuple[Account, ...], Field(max_length=MOST_PLAYERS)] = ()
    record: Word | None = None
    """What the server calls the record of it."""
    lost: Annotated[tuple[tuple[Seat, RoundNs], ...], Field(max_length=1000)] = ()
    """The clears whose rows went to nobody, since the games of all others had ended when they counted."""


class MatchEnd(Numbered):
    """A match has ended."""

    t: Literal["match"] = "match"
    places: Annotated[tuple[Place, ...], Field(max_length=MOST_PLAYERS)]
    wins: Annotated[tuple[tuple[Seat, _Wins], ...], Field(max_length=MOST_PLAYERS)] = ()
    """How many rounds each has won."""


class Desync(Numbered):
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


class Error(Numbered):
    """Something that was asked for cannot be done. The connection stays."""

    t: Literal["error"] = "error"
    code: Word
    text: Sentence


class Said(Numbered):
    """A line of chat by somebody."""

    t: Literal["say"] = "say"
    name: PlayerName
    p: Seat | None = None
    text: ChatLine


class Past(Message):
    """The running round so far."""

    t: Literal["past"] = "past"
    round: Annotated[int, Field(ge=1, le=10_000)]
    games: Annotated[tuple[PlayedGame, ...], Field(max_length=MOST_PLAYERS)]
    k: Annotated[tuple[Attack, ...], Field(max_length=10_000)] = ()
    """The attacks so far that are not yet in the recordings."""
    taken: Annotated[tuple[Attack, ...], Field(max_length=10_000)] = ()
    """Those that are in the recordings already, which do not say who made them."""
    w: RoundNs


FromClient = Annotated[
    Hello | AskRooms | Open | Join | Leave | Ready | Handicap | Inputs | Say | Watch | Ping | Pong | Bye,
    Field(discriminator="t"),
]
"""What a client may say."""

FromServer = Annotated[
    Welcome
    | Refused
    | Rooms
    | RoomState
    | Left
    | Start
    | Tick
    | Over
    | RoundEnd
    | MatchEnd
    | Desync
    | Forced
    | Error
    | Said
    | Past
    | Ping
    | Pong
    | Bye,
    Field(discriminator="t"),
]
"""What a server may say."""
