"""Entry: how a piece comes into play, from the supply or by hold."""

from collections.abc import Sequence
from typing import Final

from piecement_engine.board import Row
from piecement_engine.entrance import entrance
from piecement_engine.events import (
    DIRECTION_BITS,
    FALL,
    HOLD_BIT,
    MOVE_FAST,
    MOVE_LEFT_BIT,
    ROTATE_0_BIT,
    SPAWN,
    TURN_BITS,
    turns_of,
)
from piecement_engine.motion import Motion
from piecement_engine.notices import End, PieceHeld, PieceSpawned, RowsRaised
from piecement_engine.piece_sets import extent
from piecement_engine.pieces import EMPTY, GREY, Piece, Shape
from piecement_engine.randomizers import WEIGHING
from piecement_engine.supply import hold_of

_WEIGHED_AN_EVENT: Final = 15
"""How many shapes a randomizer weighs in the time of one event."""

_ROWS_AN_EVENT: Final = 10
"""How many rows of a board a modifier moves in that time."""

_USUAL_EXTENT: Final = 4
_KICKS_COST: Final = 150
"""How many events it takes to find the kicks of a new shape, for each cell that it is longer than a tetromino."""


class Entry(Motion):
    """The events of the supply; `Game` says when they happen."""

    __slots__ = ()

    def _spawn(self) -> int | None:
        if not self._swapped:
            if self._hooks:
                for hooks in self._hooks:
                    hooks.spawning(self._table)
            if self._garbage:
                self._raise_waiting()
            if self._end is not None:
                return None
        supply = self._supply
        if self._budget is not None:
            self._budget.spend(self._spawn_cost())
        shape = supply.take()
        wants_hold = (self._held | self._buffered) & HOLD_BIT and self._wants_initial_hold()
        piece = self._swapped_in(shape) if wants_hold else None
        piece = piece or self._entering(shape) or self._entering_with_room(shape)
        self._swapped = False
        supply.top_up()
        if piece is None:
            self._finish(End.BLOCK_OUT)
            return None
        return self._enter(piece)

    def _spawn_cost(self) -> int:
        """Return how many events a spawn counts for: many where shapes are large, or many are weighed at each draw."""
        rules, supply, shapes = self._rules, self._supply, self.setup.shapes()
        draws = 1 + max(0, rules.preview_count - len(supply.known))
        weighed = len(shapes) // _WEIGHED_AN_EVENT if isinstance(supply.randomizer, WEIGHING) else 0
        largest = extent(shapes)
        return (
            draws * weighed
            + _KICKS_COST * max(0, largest - _USUAL_EXTENT)
            + rules.height * len(self._hooks) // _ROWS_AN_EVENT
        )

    def _enter(self, piece: Piece) -> int | None:
        """Bring a piece into play."""
        time = self._time
        rules = self._rules
        self._put(piece)
        self._in_play = True
        self._guarded_until = time + rules.hard_drop_guard_ns
        self._notices.append(PieceSpawned(time, piece))
        if rules.initial_move != "held":
            self._move_at_spawn(piece)
        self._buffered = self._buffered_turns = 0
        if not rules.das_cut_ns and not self._board.bits & self._placed << 1:
            return FALL
        self._pending[FALL] = time << 4 | FALL
        self._settle(True)
        if rules.das_cut_ns:
            self._cut_shift()
        return None

    def _move_at_spawn(self, piece: Piece) -> None:
        """Charge a held direction, anew or on, or move by a remembered tap."""
        mode = self._rules.initial_move
        if mode != "tapped":
            if self._direction:
                start = self._charging_since if mode == "charged" else self._time
                self._pending[MOVE_FAST] = max(self._time, start + self._pace.das) << 4 | MOVE_FAST
        elif self._buffered & DIRECTION_BITS and not self._direction:
            shape, orientation, x, y = piece
            moved = Piece(shape, orientation, x + (-1 if self._buffered & MOVE_LEFT_BIT else 1), y)
            if self._board.fits(moved):
                self._put(moved)

    def _initial(self, mode: str) -> int:
        """Return the buttons that act on a piece as it spawns, in one of the modes of initial actions."""
        return self._held if mode == "held" else self._buffered if mode == "tapped" else 0

    def _wants_initial_hold(self) -> bool:
        return bool(self._initial(self._rules.initial_hold) & HOLD_BIT) and not self._swapped and self._may_hold()

    def _may_hold(self) -> bool:
        use = self._rules.hold
        hold = self._supply.hold
        return use == "unlimited" or (use == "once" and (hold is None or hold.may_swap))

    def _swapped_in(self, shape: Shape) -> Piece | None:
        """Put `shape` into hold and return the piece that comes in its stead, unless that cannot spawn."""
        supply = self._supply
        other = supply.take() if supply.hold is None else supply.hold.shape
        piece = self._entering(other)
        if piece is not None:
            self._put_into_hold(shape)
        elif supply.hold is None:
            supply.give_back(other)
        return piece

    def _put_into_hold(self, shape: Shape) -> None:
        self._supply.hold = hold_of(shape, self._rules.hold == "unlimited")
        self._lockdown.spawned(swapped=True)
        self._notices.append(PieceHeld(self._time, shape))

    def _entering(self, shape: Shape) -> Piece | None:
        """Return a new piece, turned as the buttons say if that fits, or None if no way fits."""
        rules = self._rules
        piece = entrance(shape, rules.width, rules.skyline, rules.spawn_facing)
        if self._hooks:
            for hooks in self._hooks:
                piece = hooks.entering(self._table, piece)
        if (self._held | self._buffered) & TURN_BITS:
            turned = self._turned_at_spawn(piece)
            if turned:
                return turned
        return self._rotation.spawn(self._board, piece)

    def _turned_at_spawn(self, piece: Piece) -> Piece | None:
        """Return the piece as the buttons turn it while it spawns, or None where they do not or cannot."""
        mode = self._rules.initial_rotation
        buttons = self._initial(mode)
        turns = self._buffered_turns & 3 if mode == "tapped" else turns_of(buttons)
        if not turns and not buttons & ROTATE_0_BIT:
            return None
        turned = self._turned(piece, turns)
        return turned and turned[0]

    def _entering_with_room(self, shape: Shape) -> Piece | None:
        """Return a new piece where a modifier made room for it."""
        if any(hooks.blocked(self._table) for hooks in self._hooks):
            return self._entering(shape)
        return None

    def _swap(self) -> int | None:
        """Put the piece in play into hold; the one from there, or the next one, spawns."""
        supply = self._supply
        if not self._may_hold() or (self._rules.safe_hold and not self._swap_has_room()):
            return None
        shape = self._piece[0]
        if supply.hold is not None:
            supply.give_back(supply.hold.shape)
        self._put_into_hold(shape)
        self._in_play = False
        self._tally.soft_rows = 0
        self._swapped = True
        self._pending.clear()
        return SPAWN

    def _swap_has_room(self) -> bool:
        supply = self._supply
        if supply.hold is not None:
            return self._entering(supply.hold.shape) is not None
        shape = supply.take()
        supply.give_back(shape)
        return self._entering(shape) is not None

    def _raise(self, rows: Sequence[Row]) -> None:
        """Push rows in from below."""
        if not self._board.raise_rows(rows):
            self._finish(End.TOP_OUT)
        self._notices.append(RowsRaised(self._time, len(rows)))

    def _raise_waiting(self) -> None:
        """Push in the garbage that waits below."""
        columns = range(self._rules.width)
        self._raise([tuple(EMPTY if x == hole else GREY for x in columns) for hole in self._garbage])
        self._garbage.clear()
