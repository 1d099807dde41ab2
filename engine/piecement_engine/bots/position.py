"""Position: a board, the piece in play and the known upcoming pieces, as a value."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Self, TypeVar

from piecement_engine.board.board import Row, write_piece
from piecement_engine.board.cascade import apply_cascade
from piecement_engine.board.pieces import EMPTY, Orientation, Piece, Shape
from piecement_engine.bots.arena import arena
from piecement_engine.bots.diagram import Diagram
from piecement_engine.bots.drops import dropper
from piecement_engine.bots.piece_paths import STEP_BUTTONS, allowed_steps, path
from piecement_engine.bots.placement import Placement, Placements
from piecement_engine.errors import EngineError, PlacementError, cut, cut_repr
from piecement_engine.events import Spin
from piecement_engine.game.game import Game
from piecement_engine.game.inputs import Button
from piecement_engine.game.view import GameView
from piecement_engine.json_values import is_whole

_Kind = TypeVar("_Kind")
"""Kind of pieces: a shape, or its name."""


@dataclass(frozen=True, slots=True, repr=False)
class Position(Diagram):
    """A board, the piece in play, and the known upcoming pieces: what a bot sees of a game.

    `from_text`, `from_fumen` and `of` make one. Garbage and the modifiers of a mode have no effect in it, and the level
    does not change. Positions are equal whatever the colours of their blocks.
    """

    _before: "Position | None" = field(default=None, init=False, compare=False)
    _placements: Placements | None = field(default=None, init=False, compare=False)

    @classmethod
    def of(cls, game: Game | GameView) -> Self:
        """Return the present position of a game. Raises `EngineError` while no piece is in play."""
        view = game.view if isinstance(game, Game) else game
        if not isinstance(view, GameView):
            raise EngineError(f"the game is {cut_repr(game)}: it is a Game or its view")
        if view.piece is None or view.dropped:
            raise EngineError("no piece is in play: a position needs one")
        used = arena(view.rules, view.fall_delay_ns, view.barred)
        hold = view.hold
        return cls(
            used,
            view.bits,
            view.piece,
            hold.shape if hold else None,
            used.holds and (hold is None or hold.may_swap),
            view.next,
            view.level,
            view.combo,
            view.back_to_back,
            tuple(view.rows),
        )

    @property
    def placements(self) -> Placements:
        """All reachable placements of the piece in play and the piece from hold, one for each set of final cells.

        Tucks, twists and spins are included; placements wholly above the visible rows, which lose, are not.
        """
        if self._placements is None:
            drops, states = dropper(self.arena).drops, self.arena.mover.states
            found = [(drops(self.bits, start), states(start.shape), held) for start, held in self._starts()]
            object.__setattr__(self, "_placements", Placements(self.site, found))
        return self._placements  # type: ignore[return-value]  # set above

    def placement(self, text: str) -> Placement:
        """Return the placement with the cells of a text, as `Placement.parse` reads it; without a spin any fits.

        Raises `PlacementError` if there is none.
        """
        found = self.placements.find(text)
        if found:
            return found
        like = f", such as {self.placements[0]!r}" if self.placements else ""
        raise PlacementError(f"{cut(text)} is none of the {len(self.placements)} placements of the position{like}")

    def push(self, placement: Placement | str) -> Self:
        """Return the position after a placement and its clears, with the next piece in play if it is known.

        Raises `PlacementError` if the piece cannot rest there. It is not checked that the piece can be moved
        there, unless the placement is a text, which names one of `placements`.
        """
        placement = self._checked(placement)
        used, piece = self.arena, placement.piece
        bits, lines = used.locked(self.bits, piece)
        hold, queue = self.pieces_after(placement)
        entering = used.entry(bits, queue[0]) if queue else None
        after = type(self)(
            used,
            bits,
            entering,
            hold,
            used.holds,
            queue[1:] if entering else queue,
            self.level,
            *self.chains_after(lines, placement.spin),
            self._rows_after(piece, lines),
        )
        object.__setattr__(after, "_before", self)
        return after

    def pop(self) -> "Position":
        """Return the position before the last `push`. Raises `PlacementError` if this is a first position."""
        if self._before is None:
            raise PlacementError("no placement was pushed to this position: there is none before it")
        return self._before

    def keys(self, placement: Placement | str) -> tuple[Button, ...]:
        """Return the fewest buttons that play a placement, tapped without delay one after the other.

        `tap` plays them one by one, `place` all of them. Raises `PlacementError` if no way leads there.
        """
        placement = self._checked(placement)
        piece, spin = placement.piece, placement.spin
        start = self.arena.entry(self.bits, piece.shape) if placement.hold else self.piece
        allowed = allowed_steps(self.rules, self.fall_delay_ns, self.barred)
        steps = path(self.arena, self.bits, start, piece, spin, allowed=allowed) if start else None
        if steps is None:
            raise PlacementError(f"no way leads to {placement!r}: see the placements of the position")
        return (*((Button.HOLD,) if placement.hold else ()), *(STEP_BUTTONS[step] for step in steps))

    def at(self, orientation: str, x: int, y: int) -> Self:
        """Return the position with the piece in play at another spot.

        Args:
            orientation: N, E, S or W, each the one before turned clockwise.
            x: The column of its leftmost cell.
            y: The row of its lowest cell.

        Raises:
            PlacementError: If the piece cannot be there, or no piece is in play.
        """
        if self.piece is None or orientation not in [*Orientation.__members__]:
            raise PlacementError(
                f"no piece is in play that is turned {cut_repr(orientation)}: a piece is turned N, E, S or W"
            )
        if not is_whole(x) or not is_whole(y):
            raise PlacementError(f"a place is {cut_repr((x, y))}: it is a column and a row, whole numbers from 0")
        piece = Piece(self.piece.shape, Orientation[orientation], x, y)
        if not self.board.fits(piece):
            raise PlacementError(f"{piece.shape.name} cannot be at {cut(x)},{cut(y)}: a cell is filled or outside")
        return replace(self, piece=piece)

    def pieces_after(self, placement: Placement) -> tuple[Shape | None, tuple[Shape, ...]]:
        """Return the shape in hold after a placement, and the upcoming shapes, the one in play first."""
        if not placement.hold or self.piece is None:
            return self.hold, self.next
        return self.piece.shape, self.next[1:] if self.hold is None else self.next

    def chains_after(self, lines: int, spin: Spin) -> tuple[int, int]:
        """Return combo and back-to-back after a lock that clears this number of lines."""
        if not lines:
            return 0, self.back_to_back
        special = lines >= 4 or spin is not Spin.NONE
        return self.combo + 1, self.back_to_back + 1 if special else 0

    def _rows_after(self, piece: Piece, lines: int) -> tuple[Row, ...]:
        """Return the rows after the lock of a piece and its clears."""
        if lines and self.rules.cascade:
            board = self.board
            board.lock(piece)
            while full := board.full_rows():
                board.clear(full)
                apply_cascade(board, full)
            return tuple(board.tiles)
        rows = list(self.rows)
        write_piece(piece, rows, self.arena.layout.width)
        return tuple([row for row in rows if EMPTY in row]) if lines else tuple(rows)

    def _starts(self) -> Iterator[tuple[Piece, bool]]:
        """Yield the pieces that can be placed, at their first spots, each with whether it comes from hold."""
        if self.piece is None:
            return
        yield self.piece, False
        other = self.hold or (self.next[0] if self.next else None)
        if self.may_hold and other is not None and other is not self.piece.shape:
            entry = self.arena.entry(self.bits, other)
            if entry:
                yield entry, True

    def _checked(self, given: object) -> Placement:
        """Return a placement of this position. Raises `PlacementError` if it does not fit."""
        placement = self.placement(given) if isinstance(given, str) else given
        if not isinstance(placement, Placement):
            raise PlacementError(f"{cut_repr(placement)} is no placement: it is a Placement, or a text like 'T-S@2,0'")
        if self._placements is not None and self._placements.has_made(placement):
            return placement
        if self.piece is None:
            raise PlacementError(f"{placement!r} cannot be placed: no piece is in play")
        other = self.hold or next(iter(self.next), None)
        shape = (other if self.may_hold else None) if placement.hold else self.piece.shape
        if placement.piece.shape is not shape:
            source = "that hold brings" if placement.hold else "in play"
            raise PlacementError(f"{placement!r} cannot be placed: it is not of the piece {source}")
        board = self.arena.board(self.bits)
        if not board.fits(placement.piece) or not board.grounded(placement.piece):
            raise PlacementError(f"{placement!r} cannot be placed: it does not rest on free cells of the board")
        return placement

    # Former names, for one release.

    def choices(self) -> list[Placement]:
        """Return the placements."""
        _warn("choices() is placements")
        return list(self.placements)

    def choices_and_lines(self) -> Iterator[tuple[Placement, int]]:
        """Yield all placements with the number of lines that each clears."""
        _warn("choices_and_lines() is placements: each has its lines")
        return ((placement, placement.lines) for placement in self.placements)

    def after(self, choice: Placement) -> tuple[int, int]:
        """Return the bits after a placement and its clears, and the number of lines cleared."""
        _warn("after(placement) is push(placement).bits, and lines of the placement")
        return self.arena.locked(self.bits, choice.piece)

    def played(self, choice: Placement) -> Self | None:
        """Return the position after a placement, or None if the next piece is unknown or has no room."""
        _warn("played(placement) is push(placement), whose piece may be None")
        after = self.push(choice)
        return after if after.piece else None


def _warn(text: str) -> None:
    warnings.warn(f"Position.{text} now", DeprecationWarning, stacklevel=3)


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
