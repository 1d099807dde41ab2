"""Rounds as messages hold them: inputs and locks, attacks and targets, players and games."""

from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field, StringConstraints

from piecement_net.clean_texts import PlayerName
from piecement_net.messages import fields
from piecement_net.messages.base import Part
from piecement_net.messages.rooms import Hand

MOST_INPUTS: Final = 2000
"""Maximum number of inputs in a batch: those of a stall of seconds, caught up."""

Press = tuple[fields.RoundNs, fields.Mask]
"""Time since the previous input or batch (ns), and the buttons."""
Taken = tuple[fields.RoundNs, Literal["k"], fields.AttackId]
"""Time as in `Press`, and the number of an attack on this player that takes effect then."""
Entry = Press | Taken
Entries = Annotated[tuple[Entry, ...], Field(max_length=MOST_INPUTS)]

LockCheck = tuple[fields.Count, Annotated[int, Field(ge=0, lt=1 << 32)]]
"""Number of locked pieces, and the checksum of their lock checks."""


class PlayedLock(NamedTuple):
    """Lock of a piece: spot and time."""

    number: fields.Count
    """Number of the lock in its game, from 1."""
    at: fields.RoundNs
    shape: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,16}$")]
    state: Annotated[int, Field(ge=0, le=3)]
    """Orientation."""
    x: Annotated[int, Field(ge=-100, le=100)]
    y: Annotated[int, Field(ge=-100, le=1000)]


class Stream(NamedTuple):
    """Inputs of a player since the last message about that player."""

    seat: fields.Seat
    to: fields.RoundNs
    """Time up to which the game is known."""
    entries: Entries


class WireAttack(NamedTuple):
    """Attack: rows sent to a player by a clear."""

    target: fields.Seat
    id: fields.AttackId
    at: fields.RoundNs
    """Time of the clear, from which the fuse burns."""
    sender: fields.Seat
    holes: fields.Holes


MOST_CHOICES: Final = 500
"""Maximum number of a player's choices of a target in a round."""
TargetName = Literal["least", "random", "turns", "back", "stack"]
"""Name of a targeting."""
TargetChoice = TargetName | fields.Seat
"""Name of a targeting, or the seat of an opponent to attack as long as that game runs."""


class WireChoice(NamedTuple):
    """Choice of a target."""

    seat: fields.Seat
    at: fields.RoundNs
    """Game time of the player from which it counts."""
    to: TargetChoice


class PastGame(NamedTuple):
    """Inputs of a player up to a time."""

    seat: fields.Seat
    to: fields.RoundNs
    entries: fields.PackedText


class PlayedGame(NamedTuple):
    """Recorded game of a player, and the time up to which it is known."""

    seat: fields.Seat
    to: fields.RoundNs
    recording: fields.RecordingText


class Place(NamedTuple):
    """Place of a player: 1 is the winner, and several may share a place."""

    seat: fields.Seat
    place: Annotated[int, Field(ge=1, le=fields.MOST_PLAYERS)]


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
