"""Rooms as messages hold them: their rules, and their players with the handling of each."""

from typing import Annotated, Literal

from pydantic import Field

from piecement_net.clean_texts import PlayerName, RoomName
from piecement_net.messages import fields
from piecement_net.messages.base import Addition, Part

_DelayNs = Annotated[int, Field(ge=0, le=10_000_000_000)]


class Hand(Part):
    """Handling of one player's buttons, named as in `Rules`."""

    das_ns: _DelayNs = 167_000_000
    arr_ns: _DelayNs = 33_000_000
    das_cut_ns: _DelayNs = 0
    double_tap_ns: _DelayNs = 0
    soft_drop_factor: Annotated[float, Field(ge=0, le=10_000, allow_inf_nan=False)] = 15.0
    soft_drop_interval_ns: _DelayNs | None = None
    soft_drop_delay_ns: _DelayNs = 0
    no_soft_drop_lock: bool = False
    initial_hold: fields.Word = "held"
    initial_rotation: fields.Word = "held"
    initial_move: fields.Word = "held"


class RoomRules(Part):
    """Rules of a room, by names: no rule values themselves cross the network."""

    preset: fields.Word
    options: fields.Options = Field(default={})
    players: Annotated[int, Field(ge=2, le=fields.MOST_SEATS)] = 2
    """Number of seats."""
    first_to: fields.Rounds = 3
    """Number of won rounds that wins the match."""
    attack: fields.Word = "guideline"
    """Name of the attack table, which sets the rows sent by clears."""
    targets: Literal["least", "random", "turns", "back"] = "least"
    """Targeting with more than two players: least attacked, random, in turn, or the last attacker."""
    same_pieces: bool = True
    bots: bool = True
    """Whether bots may play."""
    teams: Annotated[Literal[0, 2, 3, 4], Addition.TEAMS] = 0
    """Number of teams, or 0 for a match of each against all others."""
    choose: Annotated[bool, Addition.TEAMS] = False
    """Whether each player chooses whom to attack; `targets` then counts until the first choice."""
    tournament: bool = False
    """Whether pairs play one after another in a bracket, each a match of its own."""


class RoomLine(Part):
    """Room in the room list."""

    id: fields.RoomId
    name: RoomName
    rules: RoomRules
    players: Annotated[int, Field(ge=0, le=fields.MOST_SEATS)]
    watchers: Annotated[int, Field(ge=0, le=fields.MOST_WATCHERS)]
    state: fields.Word
    """`waiting`, `countdown`, `playing` or `pause`."""
    private: bool = False


class RoomPlayer(Part):
    """Player of a room."""

    p: fields.Seat
    name: PlayerName
    bot: bool = False
    ready: bool = False
    present: bool = True
    """Whether the player is connected."""
    wins: fields.Wins = 0
    percent: fields.Percent = 100
    """Handicap: part of the attacks that is sent (%)."""
    lag_ms: Annotated[int, Field(ge=0, le=3_600_000)] = 0
    team: fields.TeamNumber = 0
