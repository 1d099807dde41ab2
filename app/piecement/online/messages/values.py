"""What stands within messages: the rules of a room, its players, a hand."""

from typing import Annotated, Literal

from pydantic import Field

from piecement.online.clean_texts import PlayerName, RoomName
from piecement.online.fields import (
    MOST_PLAYERS,
    MOST_WATCHERS,
    Count,
    Number,
    Options,
    Percent,
    RoomId,
    RoundNs,
    Rounds,
    Seat,
    Secret,
    Seed,
    Wins,
    Word,
)
from piecement.online.messages.message import Part

_DelayNs = Annotated[int, Field(ge=0, le=10_000_000_000)]
_Factor = Annotated[float, Field(ge=0, le=10_000, allow_inf_nan=False)]


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
    options: Options = Field(default={})
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
    wins: Wins = 0
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


class RoundAccount(Part):
    """What a player did in a round; rows of garbage."""

    p: Seat
    made: Number = 0
    sent: Number = 0
    cancelled: Number = 0
    received: Number = 0
    pieces: Number = 0
    lines: Number = 0
    time: RoundNs = 0
