"""The types of what stands in messages: their ranges, lengths and letters."""

from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field, StringConstraints

from piecement.online.clean_texts import ValueText
from piecement_engine.buttons import BUTTON_BITS
from piecement_engine.inputs import FORFEIT

MOST_PLAYERS: Final = 8
MOST_WATCHERS: Final = 1000
LONGEST_ROUND_NS: Final = 4 * 3_600_000_000_000
"""Four hours: a round that takes longer ends."""
MOST_ROWS: Final = 100
"""The most rows of one attack: all that a table has at once, four times by the largest handicap."""
MOST_INPUTS: Final = 2000
"""The most inputs of one batch: those of a stall of seconds, caught up."""

MOST_PERCENT: Final = 400
"""The largest handicap."""

Count = Annotated[int, Field(ge=0, lt=1 << 53)]
"""A number of messages, as JSON readers of any language hold it exactly."""
Seat = Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]
"""The number of a player in a room."""
RoundNumber = Annotated[int, Field(ge=1, le=10_000)]
"""Which round of a match."""
RoundNs = Annotated[int, Field(ge=0, le=LONGEST_ROUND_NS)]
"""A time of a round, in ns since it began."""
ClockNs = Annotated[int, Field(ge=0, lt=1 << 63)]
"""The reading of a monotonic clock, in ns."""
Mask = Annotated[int, Field(ge=FORFEIT, lt=1 << len(BUTTON_BITS))]
"""The buttons held from then on, as `buttons_to_mask` has them, or `FORFEIT`."""
AttackId = Annotated[int, Field(ge=1, le=1_000_000)]
"""The number of an attack, counted for each target from 1."""
Hole = Annotated[int, Field(ge=-1, lt=60)]
"""The column of the hole in a garbage row, or -1 for none."""
Holes = Annotated[tuple[Hole, ...], Field(min_length=1, max_length=MOST_ROWS)]
"""The hole of each row, the first to rise first."""
Percent = Annotated[int, Field(ge=0, le=MOST_PERCENT)]
Rounds = Annotated[int, Field(ge=1, le=99)]
Wins = Annotated[int, Field(ge=0, le=99)]
Number = Annotated[int, Field(ge=0, le=1_000_000_000)]
Crc = Annotated[int, Field(ge=0, lt=1 << 32)]
Seed = Annotated[int, Field(ge=0, lt=1 << 64)]

Word = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]{1,32}$")]
"""The name of a preset, an option, a table, an error code or an ending."""
RoomId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,32}$")]
Ticket = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{32})?$")]
"""Names two who are to play each other; empty for none."""
ServerId = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{32})?$")]
Secret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
"""What nobody else knows: a token, the key of a session."""
RoomKey = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,32}$")]
"""What opens a private room."""
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8,64}$")]
Version = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._+ -]{1,40}$")]
RecordingText = Annotated[str, StringConstraints(max_length=512 * 1024, pattern=r"^[\x20-\x7e\n]*$")]
"""A recording as `Recording.to_text` writes it."""

_RecordingLine = Annotated[str, StringConstraints(max_length=8000, pattern=r"^[ -~]*$")]
RecordingPart = Annotated[tuple[_RecordingLine, ...], Field(max_length=8000)]
"""The lines of a part of such a recording, that fits into a message of a client."""
MOST_PARTS: Final = 32
MOST_LOCKS: Final = 64
"""The most locks that a client tells of after a `Desynced`."""

PackedText = Annotated[str, StringConstraints(max_length=512 * 1024, pattern=r"^[!-~]*$")]
"""Entries as `pack_entries` writes them."""

OptionValue = bool | Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)] | Word
Options = Annotated[dict[Word, OptionValue], Field(max_length=32)]

Values = Annotated[dict[Word, Annotated[int, Field(gt=-(1 << 53), lt=1 << 53)] | ValueText], Field(max_length=8)]
"""What a sentence names, by the places in it."""

Press = tuple[RoundNs, Mask]
"""The time since the input before it, or since the last batch, in ns; and the buttons."""
Taken = tuple[RoundNs, Literal["k"], AttackId]
"""The time as above, and the number of an attack at oneself that counts from then on."""
Entry = Press | Taken
Entries = Annotated[tuple[Entry, ...], Field(max_length=MOST_INPUTS)]

LockCheck = tuple[Count, Crc]
"""How many pieces have locked, and the checksum over the lock checks up to there."""


class PlayedLock(NamedTuple):
    """Where and when a piece locked."""

    number: Count
    """Which lock of the game it is, from 1."""
    at: RoundNs
    shape: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,16}$")]
    state: Annotated[int, Field(ge=0, le=3)]
    """How it is turned."""
    x: Annotated[int, Field(ge=-100, le=100)]
    y: Annotated[int, Field(ge=-100, le=1000)]


class Stream(NamedTuple):
    """What one player has played since the last message about him."""

    seat: Seat
    to: RoundNs
    """How far his game is known."""
    entries: Entries


class WireAttack(NamedTuple):
    """Rows that a clear made against a player."""

    target: Seat
    id: AttackId
    at: RoundNs
    """When the clear was: the fuse burns from then on."""
    sender: Seat
    holes: Holes


class PastGame(NamedTuple):
    """What one player did up to a time."""

    seat: Seat
    to: RoundNs
    entries: PackedText


class PlayedGame(NamedTuple):
    """The recorded game of one player, and how far it is known."""

    seat: Seat
    to: RoundNs
    recording: RecordingText


class Place(NamedTuple):
    """What place a player came to: 1 is the winner, and several may share one."""

    seat: Seat
    place: Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
