"""Motion: functions that move, rotate and drop the piece in play, and start and stop its timers.

The public functions but `rotated`, `update_timers`, `is_grounded` and `cut_shift` handle a kind of timer each.
"""

from typing import Final

from piecement_engine.board.pieces import Piece
from piecement_engine.events import HardDropped, PieceMoved, PieceRotated
from piecement_engine.game.changes import SOFT_DROP_BIT
from piecement_engine.game.state import NEVER, NO_TIMERS, GameState, place, start_timer
from piecement_engine.game.table import Table
from piecement_engine.game.timers import AUTO_SHIFT, FALL, LOCK, LOCK_DELAY, SHIFT, Timer
from piecement_engine.rotation.system import KnowsTurnBy0, Turned
from piecement_engine.rules.locking import MOVE, NOTHING, TURN, Action

_Y: Final = 3
"""Index of y in a piece: compiled code reads an item quicker than an attribute."""


def hard_drop(state: GameState) -> Timer | None:
    """Drop the piece and lock it, at once or after the delay of the rules; do nothing while the drop is guarded."""
    if state._time < state._guarded_until:
        return None
    before = state._piece
    after = _drop(state)
    points = state._progress.hard_drop_points
    if points:
        state._progress.score += points * (before[_Y] - after[_Y])
    state._dropped = True
    state._in_play = False
    time = state._time
    state._events.append(HardDropped(time, before, after))
    state._due = NO_TIMERS.copy()
    delay = state._delays.hard_drop
    if not delay:
        return LOCK
    start_timer(state, LOCK, time + delay)
    return None


def sonic_drop(state: GameState) -> None:
    """Drop the piece without locking it."""
    before = state._piece
    update_timers(state, _drop(state) is not before)


def _drop(state: GameState) -> Piece:
    """Move the piece straight down until it lands, and return it."""
    before = state._piece
    after = state._board.dropped(before)
    if after is not before:
        state._piece = after
        state._offset += before[_Y] - after[_Y]
        state._last_turn = None
    return after


def teleport_left(state: GameState) -> None:
    _teleport(state, -1)


def teleport_right(state: GameState) -> None:
    _teleport(state, 1)


def _teleport(state: GameState, dx: int) -> None:
    """Move sideways until blocked; at 20G the piece falls after each cell."""
    if state._gated and not state._lockdown.allows_move(state._time):
        return
    instant = (state._delays.soft_fall if state._held & SOFT_DROP_BIT else state._delays.fall) == 0
    before = state._piece
    piece = _fallen_aside(state, dx) if instant else _aside(state, dx)
    if piece is not before:
        place(state, piece)
        state._events.append(PieceMoved(state._time, before, piece))
        update_timers(state, True, MOVE)


def _aside(state: GameState, dx: int) -> Piece:
    """Return the piece moved sideways until blocked."""
    bits, mask = state._board.bits, state._mask
    step = dx * state._column_stride
    offset = state._offset
    while not bits >> offset + step & mask:
        offset += step
    return state._piece if offset == state._offset else state._pieces_at[offset]


def _fallen_aside(state: GameState, dx: int) -> Piece:
    """Return the piece moved sideways until blocked, fallen to the ground after each cell."""
    piece = state._piece
    while state._board.fits(moved := Piece(piece.shape, piece.orientation, piece.x + dx, piece.y)):
        piece = state._board.dropped(moved)
    return piece


def soft_drop(state: GameState) -> Timer | None:
    """Move down by one row, or lock a piece on the ground if the rules say so."""
    if not is_grounded(state):
        state._due[FALL] = NEVER
        fall(state)
        delay = state._delays.soft_drop
        if delay > state._delays.soft_fall and state._due[FALL] != NEVER:
            start_timer(state, FALL, state._time + min(delay, state._delays.fall))
    elif not state._rules.no_soft_drop_lock:
        return LOCK
    return None


def fall(state: GameState) -> None:
    """Move down by one row, without a collision test: the fall timer only runs while there is room."""
    state._offset += 1
    state._piece = state._pieces_at[state._offset]
    state._last_turn = None
    if state._held & SOFT_DROP_BIT:
        progress = state._progress
        progress.score += progress.soft_drop_points
        progress.soft_rows += 1
        progress.piece_soft_rows += 1
    update_timers(state, True)


def auto_shift(state: GameState) -> None:
    """Move by one more cell; the next one follows after ARR."""
    shift(state, state._delays.arr)


def shift(state: GameState, delay: int | None = None) -> None:
    """Move sideways by one cell if there is room, and start auto-shift after DAS, or another delay."""
    if state._gated and not state._lockdown.allows_move(state._time):
        return
    stride = state._column_stride
    offset = state._offset + (stride if state._direction > 0 else -stride)
    if state._board.bits >> offset & state._mask:
        return
    before = state._piece
    state._piece = piece = state._pieces_at[offset]
    state._offset = offset
    state._last_turn = None
    time = state._time
    start_timer(state, AUTO_SHIFT, time + (state._delays.das if delay is None else delay))
    state._events.append(PieceMoved(time, before, piece))
    update_timers(state, True, MOVE)


def rotate(state: GameState) -> None:
    """Rotate by `_turns_to_do`, which the press has set, if the rotation system finds room."""
    before = state._piece
    if state._gated and not state._lockdown.allows_turn(state._time):
        return
    turned = rotated(state, before, state._turns_to_do)
    if turned:
        piece = turned[0]
        place(state, piece)
        state._last_turn = (before, piece)
        state._events.append(PieceRotated(state._time, before, piece))
        if state._hooks:
            for hooks in state._hooks:
                hooks.turned(Table(state))
        update_timers(state, state._turns_to_do > 0 or piece != before, TURN)
        if state._delays.das_cut:
            cut_shift(state)


def rotated(state: GameState, piece: Piece, turns: int) -> Turned | None:
    """Return the rotated piece, or None if it is blocked. Some systems give a rotation by 0 turns a meaning."""
    rotation = state._rotation
    if turns:
        return rotation.rotate(state._board, piece, turns)
    return rotation.rotate_0(state._board, piece) if isinstance(rotation, KnowsTurnBy0) else None


def end_lock_delay(_state: GameState) -> Timer:
    return LOCK


def update_timers(state: GameState, changed: bool, action: Action = NOTHING) -> None:
    """Start and stop the timers that depend on the position of the piece: fall, auto-shift and lock delay."""
    timers = state._due
    if state._direction and changed and timers[AUTO_SHIFT] == NEVER and timers[SHIFT] == NEVER:
        start_timer(state, AUTO_SHIFT, state._time)
    board = state._board
    if state._piece[_Y] <= board.free_from and board.bits >> state._offset + 1 & state._mask:  # without a call
        timers[FALL] = NEVER
        _update_lock_delay(state, True, action)
        return
    if timers[FALL] == NEVER:
        due = state._time + (state._delays.soft_fall if state._held & SOFT_DROP_BIT else state._delays.fall)
        start_timer(state, FALL, due)
    if state._follows_falls or timers[LOCK_DELAY] != NEVER:
        _update_lock_delay(state, False, action)


def is_grounded(state: GameState) -> bool:
    """Return whether the piece cannot move down by one row."""
    board = state._board
    return state._piece[_Y] <= board.free_from and bool(board.bits >> state._offset + 1 & state._mask)


def _update_lock_delay(state: GameState, grounded: bool, action: Action) -> None:
    """Start or stop the lock delay by the lock-down policy."""
    timers = state._due
    time = state._time
    before = timers[LOCK_DELAY]
    due = state._lockdown.step(time, state._piece[_Y], grounded, action, None if before == NEVER else before)
    if due is None:
        timers[LOCK_DELAY] = NEVER
        return
    start_timer(state, LOCK_DELAY, due)
    if state._rules.shift_before_lock and time < due < timers[AUTO_SHIFT] != NEVER:
        start_timer(state, AUTO_SHIFT, due)


def cut_shift(state: GameState) -> None:
    """Delay a running auto-shift (DAS cut)."""
    if state._due[AUTO_SHIFT] != NEVER:
        start_timer(state, AUTO_SHIFT, max(state._due[AUTO_SHIFT], state._time + state._delays.das_cut))
