"""Values within messages: room rules, players and hands."""

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
    """Session that a client resumes."""

    session: Secret
    key: Secret
    a: Count | None = None
    """Highest number received, or None for a restarted program, which does not know it."""


class Hand(Part):
    """Handling of one player's buttons, named as in `Rules`."""

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
    """Rules of a room, by names: no rule values themselves cross the network."""

    preset: Word
    options: Options = Field(default={})
    players: Annotated[int, Field(ge=2, le=MOST_PLAYERS)] = 2
    """Number of seats."""
    first_to: Rounds = 3
    """Number of won rounds that wins the match."""
    attack: Word = "guideline"
    """Name of the attack table, which sets the rows sent by clears."""
    targets: Literal["least", "random", "turns", "back"] = "least"
    """Targeting with more than two players: least attacked, random, in turn, or the last attacker."""
    same_pieces: bool = True
    bots: bool = True
    """Whether bots may play."""


class RoomLine(Part):
    """Room in the room list."""

    id: RoomId
    name: RoomName
    rules: RoomRules
    players: Annotated[int, Field(ge=0, le=MOST_PLAYERS)]
    watchers: Annotated[int, Field(ge=0, le=MOST_WATCHERS)]
    state: Word
    """`waiting`, `countdown`, `playing` or `pause`."""
    private: bool = False


class RoomPlayer(Part):
    """Player of a room."""

    p: Seat
    name: PlayerName
    bot: bool = False
    ready: bool = False
    present: bool = True
    """Whether the player is connected."""
    wins: Wins = 0
    percent: Percent = 100
    """Handicap: part of the attacks that is sent (%)."""
    lag_ms: Annotated[int, Field(ge=0, le=3_600_000)] = 0


class StartPlayer(Part):
    """Player of a round."""

    p: Seat
    name: PlayerName
    bot: bool = False
    hand: Hand
    percent: Percent = 100
    seed: Seed
    """Seed of the pieces."""


class RoundAccount(Part):
    """Totals of a player in a round; rows of garbage."""

    p: Seat
    made: Number = 0
    sent: Number = 0
    cancelled: Number = 0
    received: Number = 0
    pieces: Number = 0
    lines: Number = 0
    time: RoundNs = 0
