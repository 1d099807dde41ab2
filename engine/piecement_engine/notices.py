"""Everything a game reports: one frozen value for each thing that happened, with the game time in ns."""

from enum import StrEnum
from typing import ClassVar

from piecement_engine.cascade import Sinker
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
        """Whether the game counts as won."""
        return self is End.COMPLETED


class Spin(StrEnum):
    """What a spin rule saw in a lock."""

    NONE = "none"
    MINI = "mini"
    FULL = "full"


@frozen
class Notice:
    """Something happened at `time_ns`."""

    kind: ClassVar[str] = "notice"

    time_ns: int


@frozen
class PieceSpawned(Notice):
    """A piece came into play."""

    kind = "piece_spawned"

    piece: Piece


@frozen
class PieceMoved(Notice):
    """A piece went sideways, by key, auto-shift or teleport."""

    kind = "piece_moved"

    before: Piece
    after: Piece


@frozen
class PieceRotated(Notice):
    """A piece was turned."""

    kind = "piece_rotated"

    before: Piece
    after: Piece


@frozen
class PieceHeld(Notice):
    """A shape went into hold."""

    kind = "piece_held"

    shape: Shape


@frozen
class HardDropped(Notice):
    """A piece was hard dropped; it locks after the hard drop delay, for certain."""

    kind = "hard_drop"

    before: Piece
    after: Piece


@frozen
class PieceLocked(Notice):
    """A piece became part of the board."""

    kind = "piece_locked"

    piece: Piece


@frozen
class Accolade(Notice):
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
class LinesCleared(Notice):
    """Rows are full. They leave the board when the line clear delay is over."""

    kind = "lines_cleared"

    rows: tuple[int, ...]
    """Highest first."""
    delay_ns: int


@frozen
class BlocksSank(Notice):
    """Bodies that a clear left hanging sank; they are at rest when the delay is over."""

    kind = "blocks_sank"

    sinkers: tuple[Sinker, ...]
    delay_ns: int


@frozen
class LevelReached(Notice):
    """The level rose."""

    kind = "level_reached"

    level: int


@frozen
class RowsRaised(Notice):
    """Rows came in from below."""

    kind = "rows_raised"

    count: int


@frozen
class Announced(Notice):
    """A mode has something to say to the player."""

    kind = "announced"

    text: str


@frozen
class GameEnded(Notice):
    """The game is over."""

    kind = "game_ended"

    end: End
