"""A position: everything that a bot sees of a game, and its choice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.drops import dropper
from piecement_engine.buttons import Button
from piecement_engine.errors import EngineError
from piecement_engine.events import Spin
from piecement_engine.pieces import Piece, Shape
from piecement_engine.view import GameView

_TURN_BUTTONS: Final = ((1, Button.ROTATE_RIGHT), (3, Button.ROTATE_LEFT), (2, Button.ROTATE_180))


@dataclass(frozen=True, slots=True)
class Placement:
    """A placement that a bot chose."""

    piece: Piece
    """The piece in its final place."""
    hold: bool = False
    """Whether it comes from hold, or for an empty hold from the queue."""
    spin: Spin = Spin.NONE
    """What the spin rule will see in the lock."""
    value: float = 0.0
    """What the bot thinks of it; larger is better, the scale is the evaluator's."""


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
        barred = view.barred
        holds = rules.hold != "off" and Button.HOLD not in barred
        return cls(
            arena=arena(
                rules,
                board.geometry,
                instant_fall=view.fall_delay_ns == 0,
                turns=tuple(turns for turns, button in _TURN_BUTTONS if button not in barred),
                holds=holds,
            ),
            bits=board.bits,
            piece=piece,
            hold=hold.shape if hold else None,
            may_hold=holds and (hold is None or hold.may_swap),
            next=view.next,
            level=view.level,
            combo=view.combo,
            back_to_back=view.back_to_back,
        )

    def at(self, piece: Piece) -> Self:
        """Return the position with the piece in play elsewhere."""
        return replace(self, piece=piece)

    def choices(self) -> list[Placement]:
        """Return every placement there is, also of the piece that hold would bring."""
        return [
            Placement(self.arena.mover.states(start.shape).piece(state, anchor), held, spin)
            for start, held in self._starts()
            for _, _, spin, _, _, state, anchor in dropper(self.arena).drops(self.bits, start)
        ]

    def after(self, choice: Placement) -> tuple[int, int]:
        """Return the bits of the board after a placement and all that it causes, and how many lines it clears."""
        return self.arena.settled(self.bits | self.arena.cells(choice.piece))

    def played(self, choice: Placement) -> Self | None:
        """Return the position after a placement, or None where the next piece is not known or has no room."""
        queue = [*self.next]
        hold = self.hold
        if choice.hold:
            hold = self.piece.shape
            if self.hold is None:
                queue = queue[1:]
        bits, lines = self.after(choice)
        piece = self.arena.entry(bits, queue[0]) if queue else None
        if piece is None:
            return None
        special = lines >= 4 or (lines > 0 and choice.spin is not Spin.NONE)
        return replace(
            self,
            bits=bits,
            piece=piece,
            hold=hold,
            may_hold=self.arena.holds,
            next=tuple(queue[1:]),
            combo=self.combo + 1 if lines else 0,
            back_to_back=self.back_to_back + 1 if special else 0 if lines else self.back_to_back,
        )

    def _starts(self) -> Iterator[tuple[Piece, bool]]:
        yield self.piece, False
        other = self.hold or (self.next[0] if self.next else None)
        if self.may_hold and other is not None and other is not self.piece.shape:
            entry = self.arena.entry(self.bits, other)
            if entry:
                yield entry, True


def options(
    queue: Sequence[Shape], hold: Shape | None, used: int, *, may_hold: bool
) -> Iterator[tuple[Shape, Shape | None, int, bool]]:
    """Yield what can be placed next: a shape, hold and use of the queue after it, and whether it comes by way of hold.

    `used` is how much of the queue was placed before.
    """
    if used >= len(queue):
        if may_hold and hold is not None:
            yield hold, None, used, True
        return
    shape = queue[used]
    yield shape, hold, used + 1, False
    if may_hold and hold is not None and hold is not shape:
        yield hold, shape, used + 1, True
    elif may_hold and hold is None and used + 1 < len(queue):
        yield queue[used + 1], shape, used + 2, True
