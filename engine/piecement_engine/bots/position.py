"""Position: all that a bot sees of a game, and its choice."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self, TypeVar

from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import Piece, Shape
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.drops import dropper
from piecement_engine.errors import EngineError
from piecement_engine.events import Spin
from piecement_engine.game.inputs import Button
from piecement_engine.game.view import GameView
from piecement_engine.rules.rules import Rules

_Kind = TypeVar("_Kind")
"""Kind of pieces: a shape, or its name."""

_TURN_BUTTONS: Final = ((1, Button.ROTATE_RIGHT), (3, Button.ROTATE_LEFT), (2, Button.ROTATE_180))


@dataclass(frozen=True, slots=True)
class Placement:
    """A placement that a bot chose."""

    piece: Piece
    """Piece at its final spot."""
    hold: bool = False
    """Whether it comes from hold, or for an empty hold from the queue."""
    spin: Spin = Spin.NONE
    """Verdict of the spin rule on the lock."""
    value: float = 0.0
    """Value for the bot; larger is better, on the evaluator's scale."""


@dataclass(frozen=True, slots=True)
class Position:
    """A board, a piece in play, and the known upcoming pieces."""

    arena: Arena
    bits: int
    """Filled cells and borders; see `geometry`."""
    piece: Piece
    """Piece in play at its spot."""
    hold: Shape | None = None
    may_hold: bool = False
    next: tuple[Shape, ...] = ()
    level: int = 1
    combo: int = 0
    back_to_back: int = 0

    @classmethod
    def of(cls, view: GameView) -> Self:
        """Return the position of a game. Raises `EngineError` if no piece is in play."""
        piece = view.piece
        if piece is None or view.dropped:
            raise EngineError("no piece is in play: a position needs one")
        board = view.board
        hold = view.hold
        used = arena_of(view.rules, board.geometry, view.fall_delay_ns, view.barred)
        return cls(
            arena=used,
            bits=board.bits,
            piece=piece,
            hold=hold.shape if hold else None,
            may_hold=used.holds and (hold is None or hold.may_swap),
            next=view.next,
            level=view.level,
            combo=view.combo,
            back_to_back=view.back_to_back,
        )

    def at(self, piece: Piece) -> Self:
        """Return the position with the piece in play elsewhere."""
        return replace(self, piece=piece)

    def choices(self) -> list[Placement]:
        """Return all placements, including those of the piece from hold."""
        return [choice for choice, _ in self.choices_and_lines()]

    def choices_and_lines(self) -> Iterator[tuple[Placement, int]]:
        """Yield all placements with the number of lines that each clears."""
        for start, held in self._starts():
            states = self.arena.mover.states(start.shape)
            for _, lines, spin, _, _, state, anchor in dropper(self.arena).drops(self.bits, start):
                yield Placement(states.piece(state, anchor), held, spin), lines

    def after(self, choice: Placement) -> tuple[int, int]:
        """Return the bits of the board after a placement and its clears, and the number of lines cleared."""
        return self.arena.settled(self.bits | self.arena.cells(choice.piece))

    def pieces_after(self, choice: Placement) -> tuple[Shape | None, tuple[Shape, ...]]:
        """Return the shape in hold after a placement, and the upcoming shapes, the one in play first."""
        if not choice.hold:
            return self.hold, self.next
        return self.piece.shape, self.next[1:] if self.hold is None else self.next

    def chains_after(self, lines: int, spin: Spin) -> tuple[int, int]:
        """Return combo and back-to-back after a lock that clears this number of lines."""
        if not lines:
            return 0, self.back_to_back
        special = lines >= 4 or spin is not Spin.NONE
        return self.combo + 1, self.back_to_back + 1 if special else 0

    def played(self, choice: Placement) -> Self | None:
        """Return the position after a placement, or None if the next piece is unknown or has no room."""
        hold, queue = self.pieces_after(choice)
        bits, lines = self.after(choice)
        piece = self.arena.entry(bits, queue[0]) if queue else None
        if piece is None:
            return None
        combo, back_to_back = self.chains_after(lines, choice.spin)
        return replace(
            self,
            bits=bits,
            piece=piece,
            hold=hold,
            may_hold=self.arena.holds,
            next=queue[1:],
            combo=combo,
            back_to_back=back_to_back,
        )

    def _starts(self) -> Iterator[tuple[Piece, bool]]:
        yield self.piece, False
        other = self.hold or (self.next[0] if self.next else None)
        if self.may_hold and other is not None and other is not self.piece.shape:
            entry = self.arena.entry(self.bits, other)
            if entry:
                yield entry, True


def arena_of(rules: Rules, layout: Geometry, fall_delay_ns: int, barred: Collection[Button]) -> Arena:
    """Return the arena of a game in which some buttons do nothing."""
    return arena(
        rules,
        layout,
        instant_fall=fall_delay_ns == 0,
        turns=tuple(turns for turns, button in _TURN_BUTTONS if button not in barred),
        holds=Button.HOLD not in barred,
    )


def options(
    queue: Sequence[_Kind], hold: _Kind | None, used: int, *, may_hold: bool
) -> Iterator[tuple[_Kind, _Kind | None, int, bool]]:
    """Yield the possible next pieces: shape, hold and used part of the queue after it, and whether it comes by hold.

    `used` is the number of pieces of the queue placed before.
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
