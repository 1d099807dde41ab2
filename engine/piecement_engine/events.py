"""The events of a game: one frozen value for each thing that happened, with the game time in ns.

`kind` is the name of an event in the headless protocol.
"""

from enum import StrEnum
from typing import ClassVar

from piecement_engine.cascade import FallenBody
from piecement_engine.frozen import frozen
from piecement_engine.pieces import Piece, Shape


class End(StrEnum):
    """How a game ended."""

    COMPLETED = "completed"
    """A goal was reached: won."""
    LIMIT_REACHED = "limit_reached"
    """A limit that loses was reached."""
    BLOCK_OUT = "block_out"
    """A new piece had no room."""
    LOCK_OUT = "lock_out"
    """A piece locked wholly above the visible field."""
    TOP_OUT = "top_out"
    """Blocks were pushed out of the top of the field."""
    FORFEIT = "forfeit"
    """The player gave up."""

    @property
    def won(self) -> bool:
        return self is End.COMPLETED


class Spin(StrEnum):
    """Verdict of a spin rule on a lock."""

    NONE = "none"
    MINI = "mini"
    FULL = "full"


@frozen
class Event:
    """Something happened at `time_ns`."""

    kind: ClassVar[str] = "event"

    time_ns: int


@frozen
class PieceSpawned(Event):
    """A piece came into play."""

    kind = "piece_spawned"

    piece: Piece


@frozen
class PieceMoved(Event):
    """A piece went sideways, by key, auto-shift or teleport."""

    kind = "piece_moved"

    before: Piece
    after: Piece


@frozen
class PieceRotated(Event):
    """A piece was turned."""

    kind = "piece_rotated"

    before: Piece
    after: Piece


@frozen
class PieceHeld(Event):
    """A shape went into hold."""

    kind = "piece_held"

    shape: Shape


@frozen
class HardDropped(Event):
    """A piece was hard dropped; it locks after the hard drop delay, for certain."""

    kind = "hard_drop"

    before: Piece
    after: Piece


@frozen
class PieceLocked(Event):
    """A piece became part of the board."""

    kind = "piece_locked"

    piece: Piece


@frozen
class Accolade(Event):
    """Points were given for a clear, or for a spin without one."""

    kind = "accolade"

    points: int
    shape: Shape
    spin: Spin
    lines: int
    perfect_clear: bool
    combo: int
    """How many clears came in a row, this one included."""
    back_to_back: int
    """How many special clears came in a row, this one included; 0 after an ordinary one."""


@frozen
class LinesCleared(Event):
    """Rows are full. They leave the board when the line clear delay is over."""

    kind = "lines_cleared"

    rows: tuple[int, ...]
    """Highest first."""
    delay_ns: int


@frozen
class BlocksSank(Event):
    """Bodies that a clear left hanging sank; they are at rest when the delay is over."""

    kind = "blocks_sank"

    bodies: tuple[FallenBody, ...]
    delay_ns: int


@frozen
class LevelReached(Event):
    """The level rose."""

    kind = "level_reached"

    level: int


@frozen
class RowsRaised(Event):
    """Rows came in from below."""

    kind = "rows_raised"

    count: int


@frozen
class AttackMade(Event):
    """A clear made garbage rows for others."""

    kind = "attack_made"

    rows: int
    """How many, those that cancelled rows included."""
    cancelled: int
    """How many of them cancelled rows that waited here. News of older rows may come, which the others then cancel."""


@frozen
class AttackTaken(Event):
    """Garbage rows of another player wait from now on."""

    kind = "attack_taken"

    at_ns: int
    """When they were made."""
    rows: int
    cancelled: int
    """How many of them were cancelled at once, by clears that came after the attack and before the news of it."""


@frozen
class RowsDue(Event):
    """The fuse of rows is over: with this lock they stop to wait, and rise before the next piece."""

    kind = "rows_due"

    count: int


@frozen
class Announced(Event):
    """A mode has something to say to the player."""

    kind = "announced"

    text: str


@frozen
class GameEnded(Event):
    """The game is over."""

    kind = "game_ended"

    end: End
