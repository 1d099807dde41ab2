"""Spawning: how a piece comes into play, from the queue or by hold."""

from typing import Final

from piecement_engine.events import End, PieceHeld, PieceSpawned
from piecement_engine.garbage import Garbage
from piecement_engine.native import mypyc_attr
from piecement_engine.piece_queue import hold_of
from piecement_engine.piece_sets import extent
from piecement_engine.pieces import Piece, Shape
from piecement_engine.randomizers import WEIGHING
from piecement_engine.state import NO_TIMERS
from piecement_engine.timers import (
    DIRECTION_BITS,
    FALL,
    HOLD_BIT,
    MOVE_FAST,
    MOVE_LEFT_BIT,
    ROTATE_0_BIT,
    SPAWN,
    TURN_BITS,
    Timer,
    turns_of,
)

_WEIGHED_A_STEP: Final = 15
"""How many shapes a randomizer weighs in the time of one step."""

_ROWS_A_STEP: Final = 10
"""How many rows of a board a modifier moves in that time."""

_USUAL_EXTENT: Final = 4
_KICKS_COST: Final = 150
"""How many steps it takes to find the kicks of a new shape, for each cell that it is longer than a tetromino."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Spawning(Garbage):
    """What happens when a spawn or a hold is due."""

    __slots__ = ()

    def _spawn(self) -> Timer | None:
        if not self._swapped:
            if self._hooks:
                for hooks in self._hooks:
                    hooks.spawning(self._table)
            if self._garbage:
                self._raise_garbage()
            if self._end is not None:
                return None
        queue = self._queue
        if self._budget is not None:
            self._budget.spend(self._spawn_cost())
        shape = queue.draw()
        wants_hold = (self._held | self._buffered) & HOLD_BIT and self._wants_initial_hold()
        piece = self._swapped_in(shape) if wants_hold else None
        piece = piece or self._new_piece(shape) or self._new_piece_in_made_room(shape)
        self._swapped = False
        queue.fill()
        if piece is None:
            self._finish(End.BLOCK_OUT)
            return None
        return self._bring_into_play(piece)

    def _spawn_cost(self) -> int:
        """Return how many steps a spawn costs: many where shapes are large, or where each draw weighs many shapes."""
        rules, queue, shapes = self._rules, self._queue, self.setup.shapes()
        draws = 1 + max(0, rules.preview_count - len(queue.known))
        weighed = len(shapes) // _WEIGHED_A_STEP if isinstance(queue.randomizer, WEIGHING) else 0
        largest = extent(shapes)
        return (
            draws * weighed
            + _KICKS_COST * max(0, largest - _USUAL_EXTENT)
            + rules.height * len(self._hooks) // _ROWS_A_STEP
        )

    def _bring_into_play(self, piece: Piece) -> Timer | None:
        time = self._time
        self._place(piece)
        self._in_play = True
        self._guarded_until = time + self._delays.hard_drop_guard
        self._events.append(PieceSpawned(time, piece))
        if self._moves_at_spawns:
            self._move_at_spawn(piece)
        self._buffered = self._buffered_turns = 0
        if not self._delays.das_cut and not self._is_grounded():
            return FALL
        self._start_timer(FALL, time)
        self._update_timers(True)
        if self._delays.das_cut:
            self._cut_shift()
        return None

    def _move_at_spawn(self, piece: Piece) -> None:
        """Start or continue the DAS of a held direction, or move by a buffered tap."""
        mode = self._rules.initial_move
        if mode != "tapped":
            if self._direction:
                start = self._charging_since if mode == "charged" else self._time
                self._start_timer(MOVE_FAST, max(self._time, start + self._delays.das))
        elif self._buffered & DIRECTION_BITS and not self._direction:
            shape, orientation, x, y = piece
            moved = Piece(shape, orientation, x + (-1 if self._buffered & MOVE_LEFT_BIT else 1), y)
            if self._board.fits(moved):
                self._place(moved)

    def _initial(self, mode: str) -> int:
        """Return the buttons that act on a piece as it spawns: `held` ones, `tapped` ones, or none."""
        return self._held if mode == "held" else self._buffered if mode == "tapped" else 0

    def _wants_initial_hold(self) -> bool:
        return bool(self._initial(self._rules.initial_hold) & HOLD_BIT) and not self._swapped and self._may_hold()

    def _may_hold(self) -> bool:
        use = self._rules.hold
        hold = self._queue.hold
        return use == "unlimited" or (use == "once" and (hold is None or hold.may_swap))

    def _swapped_in(self, shape: Shape) -> Piece | None:
        """Hold `shape` and return the piece that spawns instead; None, with nothing changed, if that has no room."""
        queue = self._queue
        other = queue.draw() if queue.hold is None else queue.hold.shape
        piece = self._new_piece(other)
        if piece is not None:
            self._hold_shape(shape)
        elif queue.hold is None:
            queue.push_front(other)
        return piece

    def _hold_shape(self, shape: Shape) -> None:
        self._queue.hold = hold_of(shape, self._rules.hold == "unlimited")
        self._lockdown.spawned(swapped=True)
        self._events.append(PieceHeld(self._time, shape))

    def _new_piece(self, shape: Shape) -> Piece | None:
        """Return a new piece where it spawns, rotated by initial rotation if that fits; None if it has no room."""
        piece = self._spawn_places[shape]
        if self._hooks:
            for hooks in self._hooks:
                piece = hooks.entering(self._table, piece)
        if (self._held | self._buffered) & TURN_BITS:
            turned = self._turned_at_spawn(piece)
            if turned:
                return turned
        return self._rotation.spawn(self._board, piece)

    def _turned_at_spawn(self, piece: Piece) -> Piece | None:
        """Return the piece rotated by initial rotation, or None if there is none or no room."""
        mode = self._rules.initial_rotation
        buttons = self._initial(mode)
        turns = self._buffered_turns & 3 if mode == "tapped" else turns_of(buttons)
        if not turns and not buttons & ROTATE_0_BIT:
            return None
        turned = self._turned(piece, turns)
        return turned and turned[0]

    def _new_piece_in_made_room(self, shape: Shape) -> Piece | None:
        """Let the modifiers make room; return the new piece if one did and it fits now."""
        if any(hooks.blocked(self._table) for hooks in self._hooks):
            return self._new_piece(shape)
        return None

    def _swap(self) -> Timer | None:
        queue = self._queue
        if not self._may_hold() or (self._rules.safe_hold and not self._swap_has_room()):
            return None
        shape = self._piece[0]
        if queue.hold is not None:
            queue.push_front(queue.hold.shape)
        self._hold_shape(shape)
        self._in_play = False
        self._progress.soft_rows = 0
        self._swapped = True
        self._due = NO_TIMERS.copy()
        return SPAWN

    def _swap_has_room(self) -> bool:
        queue = self._queue
        if queue.hold is not None:
            return self._new_piece(queue.hold.shape) is not None
        shape = queue.draw()
        queue.push_front(shape)
        return self._new_piece(shape) is not None
