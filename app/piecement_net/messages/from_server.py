"""Messages of a server."""

from typing import Annotated

from pydantic import Field, StringConstraints

from piecement_net.clean_texts import ChatLine, PlayerName, RoomName, Sentence
from piecement_net.messages import base, fields, rounds
from piecement_net.messages.bracket import Bracket
from piecement_net.messages.rooms import RoomLine, RoomPlayer, RoomRules


class Welcome(base.Message, by="server", t="welcome"):
    """Reply to a `Hello`."""

    v: Annotated[int, Field(ge=1, le=1000)] = base.PROTOCOL
    session: fields.Secret
    key: fields.Secret
    server: fields.Version
    now: fields.ClockNs
    resumed: bool = False
    """Whether the session continues without a gap; otherwise numbers restart."""
    a: fields.Count = 0
    """Highest number that the server has received in the session."""
    limits: Annotated[dict[fields.Word, fields.Number], Field(max_length=32)] = Field(default={})
    motd: Sentence = ""
    id: fields.ServerId = ""
    """Id of the server or its fleet, the same at each address; older servers send none."""
    additions: Annotated[int, Field(ge=0, le=1000)] = 0
    """Number of protocol additions that the server knows; see `Addition`."""


class Refused(base.Reason, by="server", t="refused"):
    """Refusal, after which the server closes the connection: in reply to `Hello`, or later."""

    retry_after: Annotated[int, Field(ge=0, le=86_400)] | None = None
    """Delay before another attempt (s), or None if that is of no use."""


class Moved(base.Numbered, by="server", t="moved"):
    """Redirection of a request for a room or match to another server of the fleet."""

    address: Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
    """Address to connect to and repeat the request at."""
    ticket: fields.Ticket = ""
    """Ticket to show there, for a player from the queue."""


class Rooms(base.Numbered, by="server", t="rooms"):
    """Room list."""

    rooms: Annotated[tuple[RoomLine, ...], Field(max_length=200)]


class RoomState(base.Numbered, by="server", t="room"):
    """Whole state of the client's room."""

    id: fields.RoomId
    name: RoomName
    rules: RoomRules
    state: fields.Word
    you: fields.Seat | None = None
    """Own seat, or None for a watcher."""
    host: fields.Seat | None = None
    """Seat of the host, who may change the room."""
    players: Annotated[tuple[RoomPlayer, ...], Field(max_length=fields.MOST_SEATS)]
    watchers: Annotated[tuple[PlayerName, ...], Field(max_length=20)] = ()
    """Names of the first watchers."""
    watching: Annotated[int, Field(ge=0, le=fields.MOST_WATCHERS)] = 0
    round: Annotated[int, Field(ge=0, le=10_000)] = 0
    rated: bool = False
    """Whether the match is rated: a player who leaves loses it."""
    muted: Annotated[tuple[PlayerName, ...], Field(max_length=20)] = ()
    """Names of muted members, up to 20."""
    bracket: Bracket | None = None
    """Bracket of the present or last tournament."""


class Left(base.Reason, base.Numbered, by="server", t="left"):
    """Notice that the client is no longer in a room."""

    code: fields.Word = "left"


class RoundStart(base.Numbered, by="server", t="start"):
    """Start of a round."""

    round: fields.RoundNumber
    at: fields.ClockNs
    """Time of the start, by the server's clock (ns)."""
    rules: RoomRules
    digest: fields.Digest
    """Digest of the fully expanded rules: a client that expands them differently cannot play."""
    players: Annotated[tuple[rounds.StartPlayer, ...], Field(min_length=1, max_length=fields.MOST_PLAYERS)]


class Tick(base.Numbered, by="server", t="tick"):
    """Inputs of all players since the last tick."""

    s: Annotated[tuple[rounds.Stream, ...], Field(max_length=fields.MOST_PLAYERS)] = ()
    k: Annotated[tuple[rounds.WireAttack, ...], Field(max_length=1000)] = ()
    """Settled attacks of all players."""
    c: Annotated[tuple[rounds.WireChoice, ...], Field(max_length=10_000)] = ()
    """Choices of targets of all players."""
    w: fields.RoundNs
    """Watermark: time up to which the round is settled (ns)."""


class Over(base.Numbered, by="server", t="over"):
    """End of a player's game."""

    p: fields.Seat
    at: fields.RoundNs
    end: fields.Word
    place: Annotated[int, Field(ge=1, le=fields.MOST_PLAYERS)] | None = None


class RoundEnd(base.Numbered, by="server", t="end"):
    """End of a round, which is stored."""

    round: fields.RoundNumber
    places: Annotated[tuple[rounds.Place, ...], Field(max_length=fields.MOST_PLAYERS)]
    accounts: Annotated[tuple[rounds.RoundAccount, ...], Field(max_length=fields.MOST_PLAYERS)] = ()
    record: fields.Word | None = None
    """Id of the stored round on the server."""
    lost: Annotated[tuple[tuple[fields.Seat, fields.RoundNs], ...], Field(max_length=1000)] = ()
    """Clears whose rows had no target, since the games of all opponents had ended when they counted."""


class MatchEnd(base.Numbered, by="server", t="match"):
    """End of a match."""

    places: Annotated[tuple[rounds.Place, ...], Field(max_length=fields.MOST_PLAYERS)]
    wins: Annotated[tuple[tuple[fields.Seat, fields.Wins], ...], Field(max_length=fields.MOST_PLAYERS)] = ()
    """Rounds won by each player."""


class Desynced(base.Numbered, by="server", t="desync"):
    """Notice that the client's game differs from the server's, which counts and follows as `Past`."""

    p: fields.Seat
    lock: fields.Count
    """Number of locks that agree."""


class Forced(base.Numbered, by="server", t="forced"):
    """Time from which an attack counts, because its target did not take it in time."""

    p: fields.Seat
    id: fields.AttackId
    at: fields.RoundNs


class Error(base.Reason, base.Numbered, by="server", t="error"):
    """Refusal of a request. The connection stays open."""


class Said(base.Numbered, by="server", t="say"):
    """Chat line of a member."""

    name: PlayerName
    p: fields.Seat | None = None
    text: ChatLine
    apart: bool = False
    """Whether it is kept from the players of the running round."""


class Past(base.Message, by="server", t="past"):
    """History of the running round."""

    round: fields.RoundNumber
    games: Annotated[tuple[rounds.PastGame, ...], Field(max_length=fields.MOST_PLAYERS)]
    k: Annotated[tuple[rounds.WireAttack, ...], Field(max_length=10_000)] = ()
    """Attacks that the games have not taken yet."""
    taken: Annotated[tuple[rounds.WireAttack, ...], Field(max_length=10_000)] = ()
    """Attacks that the games have taken."""
    c: Annotated[tuple[rounds.WireChoice, ...], Field(max_length=10_000)] = ()
    """Choices of targets."""
    w: fields.RoundNs
