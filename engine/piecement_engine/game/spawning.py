"""Spawning: functions that bring pieces into play, from the queue or by hold, and garbage rows before them."""

from typing import Final

from piecement_engine.board.piece_sets import longest_side
from piecement_engine.board.pieces import EMPTY, GREY, Piece, Shape
from piecement_engine.events import End, PieceHeld, PieceSpawned
from piecement_engine.game import changes, timers
from piecement_engine.game.motion import cut_shift, is_grounded, rotated, update_timers
from piecement_engine.game.piece_queue import Hold
from piecement_engine.game.state import NO_TIMERS, GameState, finish, place, raise_rows, start_timer
from piecement_engine.game.table import Table
from piecement_engine.game.timers import Timer
from piecement_engine.rules.randomizers import WEIGHING

_WEIGHED_A_STEP: Final = 15
"""Number of shapes that a randomizer weighs in the time of one step."""

_ROWS_A_STEP: Final = 10
"""Number of board rows that a modifier moves in the time of one step."""

_USUAL_EXTENT: Final = 4
_KICKS_COST: Final = 150
"""Steps needed to find the kicks of a new shape, per cell by which it is longer than a tetromino."""


def spawn(state: GameState) -> Timer | None:
    """Bring the next piece into play, or end the game if it has no room (block out) or none is left.

    Hooks and garbage come first, but not for the piece that follows a hold. After the last piece of a fixed sequence,
    the piece in hold is played.
    """
    if not state._swapped:
        if state._hooks:
            for hooks in state._hooks:
                if _is_out(state):
                    hooks.out_of_pieces(Table(state))
                hooks.spawning(Table(state))
        if state._garbage:
            columns = range(state._rules.width)
            raise_rows(state, [tuple(EMPTY if x == hole else GREY for x in columns) for hole in state._garbage])
            state._garbage.clear()
        if state._end is not None:
            return None
    if _is_out(state):
        finish(state, End.OUT_OF_PIECES)
        return None
    queue = state._queue
    if state._budget is not None:
        state._budget.spend(_spawn_cost(state))
    if queue.hold is not None and queue.is_empty:
        queue.push_front(queue.hold.shape)
        queue.hold = None
    shape = queue.draw()
    piece = _initial_hold(state, shape) if (state._held | state._buffered) & changes.HOLD_BIT else None
    piece = piece or _new_piece(state, shape)
    if piece is None and any(hooks.blocked(Table(state)) for hooks in state._hooks):
        piece = _new_piece(state, shape)
    state._swapped = False
    queue.fill()
    if piece is None:
        finish(state, End.BLOCK_OUT)
        return None
    return _enter(state, piece)


def _is_out(state: GameState) -> bool:
    """Return whether no piece is left to spawn, neither in the queue nor in hold."""
    queue = state._queue
    return queue.is_empty and (queue.hold is None or state._rules.hold == "off")


def _spawn_cost(state: GameState) -> int:
    """Return the cost of a spawn in steps: high if shapes are large or each draw weighs many shapes."""
    rules, queue, shapes = state._rules, state._queue, state.setup.shapes()
    draws = 1 + max(0, rules.preview_count - len(queue.known))
    weighed = len(shapes) // _WEIGHED_A_STEP if isinstance(queue.randomizer, WEIGHING) else 0
    largest = longest_side(shapes)
    return (
        draws * weighed
        + _KICKS_COST * max(0, largest - _USUAL_EXTENT)
        + rules.height * len(state._hooks) // _ROWS_A_STEP
    )


def _enter(state: GameState, piece: Piece) -> Timer | None:
    time = state._time
    place(state, piece)
    state._in_play = True
    state._guarded_until = time + state._delays.hard_drop_guard
    state._events.append(PieceSpawned(time, piece))
    if state._moves_at_spawns:
        _initial_move(state, piece)
    state._buffered = state._buffered_turns = 0
    if not state._delays.das_cut and not is_grounded(state):
        return timers.FALL
    start_timer(state, timers.FALL, time)
    update_timers(state, True)
    if state._delays.das_cut:
        cut_shift(state)
    return None


def _initial_move(state: GameState, piece: Piece) -> None:
    """Start or continue the DAS of a held direction, or move by a buffered tap."""
    mode = state._rules.initial_move
    if mode != "tapped":
        if state._direction:
            start = state._charging_since if mode == "charged" else state._time
            start_timer(state, timers.AUTO_SHIFT, max(state._time, start + state._delays.das))
    elif state._buffered & changes.DIRECTION_BITS and not state._direction:
        shape, orientation, x, y = piece
        moved = Piece(shape, orientation, x + (-1 if state._buffered & changes.MOVE_LEFT_BIT else 1), y)
        if state._board.fits(moved):
            place(state, moved)


def _initial_buttons(state: GameState, mode: str) -> int:
    """Return the mask of the buttons that act on a piece at its spawn, by the mode of a rule (held, tapped or off)."""
    return state._held if mode == "held" else state._buffered if mode == "tapped" else 0


def _may_hold(state: GameState) -> bool:
    use = state._rules.hold
    hold = state._queue.hold
    if hold is None:
        return use != "off" and not state._queue.is_empty
    return use == "unlimited" or (use == "once" and hold.may_swap)


def _initial_hold(state: GameState, shape: Shape) -> Piece | None:
    """Hold `shape` if initial hold is wanted and allowed, and return the piece that spawns instead.

    Return None, with nothing changed, if that piece has no room.
    """
    wanted = _initial_buttons(state, state._rules.initial_hold) & changes.HOLD_BIT
    if not wanted or state._swapped or not _may_hold(state):
        return None
    piece = _swapped_in(state)
    if piece is not None:
        if state._queue.hold is None:
            state._queue.draw()
        _hold_shape(state, shape)
    return piece


def _swapped_in(state: GameState) -> Piece | None:
    """Return the piece that hold would bring into play at its spawn, or None if it has no room."""
    queue = state._queue
    return _new_piece(state, queue.peek() if queue.hold is None else queue.hold.shape)


def _hold_shape(state: GameState, shape: Shape) -> None:
    state._queue.hold = Hold(shape, state._rules.hold == "unlimited")
    state._lockdown.spawned(swapped=True)
    state._events.append(PieceHeld(state._time, shape))


def _new_piece(state: GameState, shape: Shape) -> Piece | None:
    """Return a new piece at its spawn, rotated by initial rotation if that fits; None if it has no room."""
    piece = state._spawn_places[shape]
    if state._hooks:
        for hooks in state._hooks:
            piece = hooks.entering(Table(state), piece)
    if (state._held | state._buffered) & changes.TURN_BITS:
        turned = _initial_rotation(state, piece)
        if turned:
            return turned
    return state._rotation.spawn(state._board, piece)


def _initial_rotation(state: GameState, piece: Piece) -> Piece | None:
    """Return the piece rotated by initial rotation, or None if there is none or no room."""
    mode = state._rules.initial_rotation
    buttons = _initial_buttons(state, mode)
    turns = state._buffered_turns & 3 if mode == "tapped" else changes.button_turns(buttons)
    if not turns and not buttons & changes.ROTATE_0_BIT:
        return None
    turned = rotated(state, piece, turns)
    return turned and turned[0]


def hold_piece(state: GameState) -> Timer | None:
    """Put the piece in play into hold if the rules allow it; the piece in hold, or the next one, spawns at once."""
    queue = state._queue
    if not _may_hold(state) or (state._rules.safe_hold and _swapped_in(state) is None):
        return None
    shape = state._piece[0]
    if queue.hold is not None:
        queue.push_front(queue.hold.shape)
    _hold_shape(state, shape)
    state._in_play = False
    state._progress.soft_rows = state._progress.piece_soft_rows = 0
    state._swapped = True
    state._due = NO_TIMERS.copy()
    return timers.SPAWN
