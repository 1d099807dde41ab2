"""A position: all that a bot may know when it has to choose, and what it may choose."""

from dataclasses import dataclass
from typing import Self

from piecement_engine.bots.arena import Arena, arena
from piecement_engine.errors import EngineError
from piecement_engine.notices import Spin
from piecement_engine.pieces import Piece, Shape
from piecement_engine.view import GameView


@dataclass(frozen=True, slots=True)
class Position:
    """A board, a piece in play, and what is known of the pieces to come."""

    arena: Arena
    bits: int
    """The filled cells and the borders; see `geometry`."""
    piece: Piece
    """The piece in play, where it is."""
    hold: Shape | None = None
    may_hold: bool = False
    next: tuple[Shape, ...] = ()
    level: int = 1
    combo: int = 0
    back_to_back: int = 0

    @classmethod
    def of(cls, view: GameView) -> Self:
        """Return the position of a game. Raises `EngineError` while no piece is in play."""
        piece = view.piece
        if piece is None or view.dropped:
            raise EngineError("no piece is in play: a position needs one")
        rules = view.rules
        board = view.board
        hold = view.hold
        may_hold = rules.hold == "unlimited" or (rules.hold == "once" and (hold is None or hold.may_swap))
        return cls(
            arena=arena(rules, board.geometry, instant_fall=view.fall_delay_ns == 0),
            bits=board.bits,
            piece=piece,
            hold=hold.shape if hold else None,
            may_hold=may_hold,
            next=view.next,
            level=view.level,
            combo=view.combo,
            back_to_back=view.back_to_back,
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """Where a bot wants a piece to lock."""

    piece: Piece
    """The piece in its final place."""
    hold: bool = False
    """Whether it comes from hold, or for an empty hold from the queue."""
    spin: Spin = Spin.NONE
    """What the spin rule will see in the lock."""
    value: float = 0.0
    """What the bot thinks of it; larger is better, the scale is the evaluator's."""
