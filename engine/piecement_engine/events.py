"""Events of a game: one frozen value for each thing that happened, with the game time (ns).

`kind` is the name of an event in the headless protocol.
"""

from enum import StrEnum
from typing import ClassVar

from piecement_engine.board.cascade import FallenBody
from piecement_engine.board.pieces import Piece, Shape
from piecement_engine.frozen import frozen


class End(StrEnum):
    """Reason for the end of a game."""

    COMPLETED = "completed"
    """A goal was reached: the game is won."""
    LIMIT_REACHED = "limit_reached"
    """A limit that loses was reached."""
    BLOCK_OUT = "block_out"
    """A new piece had no room."""
    LOCK_OUT = "lock_out"
    """A piece locked wholly above the visible field."""
    TOP_OUT = "top_out"
    """Blocks were pushed out of the top of the field."""
    OUT_OF_PIECES = "out_of_pieces"
    """Given pieces were played to their end, and no piece was left to spawn."""
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
    """Base of all events; it happened at `time_ns`."""

    kind: ClassVar[str] = "event"

    time_ns: int


@frozen
class PieceSpawned(Event):
    """A piece spawned."""

    kind = "piece_spawned"

    piece: Piece


@frozen
class PieceMoved(Event):
    """A piece moved sideways, by key, auto-shift or teleport."""

    kind = "piece_moved"

    before: Piece
    after: Piece


@frozen
class PieceRotated(Event):
    """A piece rotated."""

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
    """A piece was hard dropped. It locks after the hard drop delay, for certain."""

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
    """Points were awarded for a clear, or for a spin without one."""

    kind = "accolade"

    points: int
    shape: Shape
    spin: Spin
    lines: int
    perfect_clear: bool
    combo: int
    """Number of clears in a row, this one included."""
    back_to_back: int
    """Number of special clears in a row, this one included; 0 after an ordinary one."""


@frozen
class LinesCleared(Event):
    """Rows became full. They leave the board after the line clear delay."""

    kind = "lines_cleared"

    rows: tuple[int, ...]
    """Numbers of the rows, highest first."""
    delay_ns: int


@frozen
class BlocksSank(Event):
    """Bodies without support sank after a clear. They are at rest after the delay."""

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
    """Garbage rows rose from below."""

    kind = "rows_raised"

    count: int


@frozen
class AttackMade(Event):
    """A clear made garbage rows for other players."""

    kind = "attack_made"

    rows: int
    """Number of rows, including rows that cancelled incoming ones."""
    cancelled: int
    """Number of these rows that cancelled incoming ones.

    The remaining ones also cancel older incoming rows that this game does not know yet.
    """


@frozen
class AttackTaken(Event):
    """Garbage rows of another player are incoming from now on."""

    kind = "attack_taken"

    at_ns: int
    """Time of the attack (ns)."""
    rows: int
    cancelled: int
    """Number of these rows cancelled at once, by clears between the attack and its arrival here."""


@frozen
class RowsDue(Event):
    """The fuse of incoming rows ran out at this lock. They rise before the next piece."""

    kind = "rows_due"

    count: int


@frozen
class Announced(Event):
    """A mode shows a text to the player."""

    kind = "announced"

    text: str
    """The text; one with values is a `Phrase`, which can be translated."""


@frozen
class GameEnded(Event):
    """The game is over."""

    kind = "game_ended"

    end: End
