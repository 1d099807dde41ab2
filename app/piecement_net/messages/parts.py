"""Values within messages: sessions, handling, rooms and their players, rounds, and the bracket of a tournament."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from piecement_net.clean_texts import PlayerName, RoomName
from piecement_net.messages import fields
from piecement_net.messages.base import Addition, Part

_DelayNs = Annotated[int, Field(ge=0, le=10_000_000_000)]


class Resume(Part):
    """Session that a client resumes."""

    session: fields.Secret
    key: fields.Secret
    a: fields.Count | None = None
    """Highest number received, or None for a restarted program, which does not know it."""


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


class StartPlayer(Part):
    """Player of a round."""

    p: fields.Seat
    name: PlayerName
    bot: bool = False
    hand: Hand
    percent: fields.Percent = 100
    seed: fields.Seed
    """Seed of the pieces."""
    team: fields.TeamNumber = 0


class RoundAccount(Part):
    """Totals of a player in a round; rows of garbage."""

    p: fields.Seat
    made: fields.Number = 0
    sent: fields.Number = 0
    cancelled: fields.Number = 0
    received: fields.Number = 0
    pieces: fields.Number = 0
    lines: fields.Number = 0
    time: fields.RoundNs = 0


EntrantNumber = Annotated[int, Field(ge=0, lt=fields.MOST_SEATS)]
"""Place of an entrant among the seeds, from 0."""


class Entrant(Part):
    """Player of a tournament."""

    p: fields.Seat
    name: PlayerName
    gone: bool = False
    """Whether the player left the room: every further match is a walkover."""


class Pairing(Part):
    """Match of a bracket. A side is None until its entrant is known; the lower one of a bye stays so."""

    upper: EntrantNumber | None = None
    lower: EntrantNumber | None = None
    wins: tuple[fields.Wins, fields.Wins] = (0, 0)
    """Rounds won by the upper and the lower entrant."""
    winner: EntrantNumber | None = None
    walkover: bool = False
    """Whether the winner advanced because the other player left or was away."""

    @property
    def open_sides(self) -> tuple[int, int] | None:
        """The upper and the lower entrant, if both are known and no winner."""
        if self.winner is not None or self.upper is None or self.lower is None:
            return None
        return self.upper, self.lower


class Bracket(Part):
    """Bracket of a tournament; `piecement_net.bracket` draws and advances it."""

    entrants: Annotated[tuple[Entrant, ...], Field(min_length=2, max_length=fields.MOST_SEATS)]
    """Entrants, the best seed first."""
    pairings: Annotated[tuple[Pairing, ...], Field(min_length=1, max_length=fields.MOST_SEATS - 1)]
    """Pairings of the first round from top to bottom, then those of the second, up to the final."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        entrants, size = len(self.entrants), len(self.pairings) + 1
        if size & (size - 1) or not size // 2 < entrants <= size:
            raise ValueError(f"{entrants} entrants do not make {size - 1} pairings")
        for pairing in self.pairings:
            sides = (pairing.upper, pairing.lower)
            if any(side is not None and side >= entrants for side in sides) or pairing.winner not in {None, *sides}:
                raise ValueError("a pairing names an entrant that it does not have")
        return self

    @property
    def rounds(self) -> tuple[tuple[Pairing, ...], ...]:
        """Pairings by round: the first one, up to the final."""
        rounds, start, count = list[tuple[Pairing, ...]](), 0, (len(self.pairings) + 1) // 2
        while count:
            rounds.append(self.pairings[start : start + count])
            start, count = start + count, count // 2
        return tuple(rounds)

    @property
    def current(self) -> Pairing | None:
        """Pairing that is played, or next to be played; None once there is a champion."""
        return next((pairing for pairing in self.pairings if pairing.open_sides), None)

    @property
    def pair(self) -> tuple[Entrant, Entrant] | None:
        """Entrants of the current pairing."""
        sides = self.current.open_sides if self.current else None
        return (self.entrants[sides[0]], self.entrants[sides[1]]) if sides else None

    @property
    def seats(self) -> frozenset[int]:
        """Seats of the current pairing."""
        return frozenset(entrant.p for entrant in self.pair or ())

    @property
    def champion(self) -> Entrant | None:
        winner = self.pairings[-1].winner
        return None if winner is None else self.entrants[winner]
